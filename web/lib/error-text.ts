import { isRouteErrorResponse } from 'react-router';
import { TICKETS_PER_PERSON_MAX } from '#shared/constants.ts';
import { ApiError, type ErrorCode } from '#shared/errors.ts';
import type { Translate } from '#shared/translate.ts';

/** Spec §8: the sentence of each status. */
const byStatus = {
  400: 'invalid_input',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  500: 'server_error',
} as const satisfies Record<number, ErrorCode>;

const MINUTE_SECONDS = 60;

/**
 * Returns the sentence for a failure in the reader's language: by its code (with the time to wait, where the server states one), else the
 * server's own message, else by its status, else "something went wrong" (spec §8). Status 0 is a network error.
 */
export function errorText(failure: unknown, t: Translate): string {
  if (isRouteErrorResponse(failure)) return failure.status === 404 ? t('errors:not_found') : t('errors:other');
  if (!(failure instanceof ApiError)) return t('errors:other');
  if (failure.status === 0) return t('errors:network');
  return codeText(failure, t) || failure.body.message || statusSentence(failure, t) || t('errors:other');
}

/**
 * Returns the sentence where spec §8 lets the status decide: its fixed text whatever the server's message is, followed by the sentence of
 * our own code.
 */
export function statusText(failure: unknown, t: Translate): string {
  const fixed = failure instanceof ApiError ? statusSentence(failure, t) : undefined;
  if (!(failure instanceof ApiError) || fixed === undefined) return errorText(failure, t);
  const exact = codeText(failure, t);
  return exact === '' || exact === fixed ? fixed : `${fixed} ${exact}`;
}

/**
 * Empty for a failure without a code, or with an unknown one. The sentences for accounts and transfers load with their screens, those for
 * staff with the console and the door.
 */
function codeText({ body, retryAfterSeconds }: ApiError, t: Translate): string {
  if (body.code === 'too_many_requests' && retryAfterSeconds !== undefined) return waitText(retryAfterSeconds, t);
  const text =
    (body.code &&
      t([`errors:${body.code}`, `account-errors:${body.code}`, `transfer-errors:${body.code}`, `staff-errors:${body.code}`], {
        ...body.params,
        defaultValue: '',
      })) ||
    '';
  // A right that rests is not missing.
  const right = body.code === 'second_factor_missing' ? undefined : body.params?.['right'];
  return right === undefined ? text : `${text} ${missingRight(String(right), t)}`.trim();
}

/** The name of the missing right; empty outside the console, which alone has the names. */
function missingRight(right: string, t: Translate): string {
  const name = t(`staff:rights.${right}` as 'staff:rights.console.open', { defaultValue: '' });
  return name && t('staff:missing_right.text', { right: name });
}

const isNamed = (status: number): status is keyof typeof byStatus => status in byStatus;

function statusSentence({ status }: ApiError, t: Translate): string | undefined {
  return isNamed(status) ? t(`errors:${byStatus[status]}`, {}) : undefined;
}

/** Minutes are rounded up, so that a retry is not too early. */
function waitText(seconds: number, t: Translate): string {
  return seconds < MINUTE_SECONDS
    ? t('errors:too_many_requests_seconds', { count: seconds })
    : t('errors:too_many_requests_minutes', { count: Math.ceil(seconds / MINUTE_SECONDS) });
}

/** "… (or the server's message)" of spec §8: the server's message in the reader's language, else the given sentence. */
export function serverMessage(failure: unknown, otherwise: string, t: Translate): string {
  const hasSaid = failure instanceof ApiError && (failure.body.code !== undefined || failure.body.message !== undefined);
  return hasSaid ? errorText(failure, t) : otherwise;
}

const AWAY = new Set([0, 502, 503, 504]);

/** Returns true if nothing answered, or a proxy reports that the server is away. */
export const isAway = (error: unknown): boolean => error instanceof ApiError && AWAY.has(error.status);

/** The sentence for a field's key, `validation.email_required`. An unknown key reads as "Check this field". */
export const validationText = (key: string, t: Translate): string =>
  t(formsKey(key), { defaultValue: t('forms:validation.invalid'), ticketsMax: TICKETS_PER_PERSON_MAX });

/** Keys come from schemas and from the wire as plain text; one without a translation gets the default. */
const formsKey = (key: string) => `forms:${key}` as 'forms:validation.invalid';
