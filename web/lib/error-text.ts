import { isRouteErrorResponse } from 'react-router';
import { ApiError, type ErrorCode } from '#shared/errors.ts';
import type { Translate } from './i18n.ts';

/** Spec §8: status to sentence. */
const byStatus: Record<number, ErrorCode> = {
  400: 'invalid_input',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  500: 'server_error',
};

const MINUTE_SECONDS = 60;

/**
 * The sentence for a failure, in the reader's language: by its code (with the time to wait, where the server says one), else the server's own message, else by its status, else "something
 * went wrong" (spec §8). Nothing answered at all: a network error.
 */
export function errorText(failure: unknown, t: Translate): string {
  if (isRouteErrorResponse(failure)) return failure.status === 404 ? t('errors:not_found') : t('errors:other');
  if (!(failure instanceof ApiError)) return t('errors:other');
  const { status, body, retryAfterSeconds } = failure;
  if (status === 0) return t('errors:network');
  if (body.code === 'too_many_requests' && retryAfterSeconds !== undefined) return waitText(retryAfterSeconds, t);
  const sentence = (body.code && t(`errors:${body.code}`, { ...body.params, defaultValue: '' })) || body.message;
  if (sentence) return sentence;
  const code = byStatus[status];
  return code ? t(`errors:${code}`, {}) : t('errors:other');
}

/** Minutes are rounded up: nobody is called back too early. */
function waitText(seconds: number, t: Translate): string {
  return seconds < MINUTE_SECONDS
    ? t('errors:too_many_requests_seconds', { count: seconds })
    : t('errors:too_many_requests_minutes', { count: Math.ceil(seconds / MINUTE_SECONDS) });
}
