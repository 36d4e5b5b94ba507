import type { TypeOptions } from 'i18next';
import { fullName } from '#shared/accounts/account-rules.ts';
import type { Language } from '#shared/constants.ts';
import { timeText } from '#shared/dates.ts';
import { LOOKUP_BUDGETS } from '#shared/door/scanner-devices.ts';
import type { OfflineManifestHead } from '#shared/door/offline-manifest.ts';
import { readTicketCode } from '#shared/door/ticket-code.ts';
import { ApiError } from '#shared/errors.ts';
import { eventName } from '#shared/events/timing.ts';
import type { Translate } from '#shared/translate.ts';
import type { PhoneVerdict, ScanMode } from '#web/door/phone/door-phone.ts';
import type { Signal } from '#web/door/ui/signals.ts';
import { dayText } from '#web/door/verdict.ts';
import { listedName } from './listed-rows.tsx';
import { verdictLooks } from './verdict-looks.ts';

export type VerdictKey = keyof TypeOptions['resources']['scanner-device']['verdicts'];

/** What a person at the door answers to a question; `reject` is missing where nothing would be recorded. */
export type Answers = { admit: () => void; reject: (() => void) | undefined };

/** What the screen shows after a scan; without a `verdict` there was no decision. `answers`: of a question. */
export type Shown = {
  key: VerdictKey;
  mode: ScanMode;
  verdict: PhoneVerdict | undefined;
  answers?: Answers | undefined;
  /** A tap led to it: an answer, a typed number, or a found guest. */
  isTapped: boolean;
};

/** Names a verdict. `text`: what was read, missing for a typed number. `opensAt`: known while the offline manifest is. */
export function verdictKey(verdict: PhoneVerdict, { text, opensAt }: { text?: string; opensAt?: string | null }): VerdictKey {
  const { reason } = verdict;
  if (verdict.verdict === 'noted') return reason === 'not_inside' ? 'not_inside' : 'out';
  if (verdict.verdict === 'info' && (reason === 'valid' || reason === 'back_in')) return 'info_valid';
  if (verdict.verdict === 'reject' && reason !== 'banned') return 'rejected_by_staff';
  if (verdict.verdict === 'admit') {
    if (reason.startsWith('admitted_')) return 'decided';
    if (reason === 'back_in') return 'back_in';
    if (reason === 'on_list' || verdict.listed) return 'on_list';
    return verdict.guest ? 'valid' : 'new';
  }
  if (reason === 'code_tampered') return text !== undefined && readTicketCode(text) ? 'code_tampered' : 'not_ours';
  if (reason === 'other_event') {
    if (!verdict.event) return 'other_event_unknown';
    return verdict.at < new Date(verdict.event.endDate) ? 'other_event' : 'past_event';
  }
  if (reason === 'too_many_numbers') return 'limit_minute';
  if (reason === 'not_open_yet') return opensAt ? 'not_open_yet' : 'not_open_yet_unknown';
  // Nobody is refused, or asked about, in the colour of those who are admitted or counted.
  return isVerdictKey(reason) && !DONE.has(verdictLooks[reason].signal) ? reason : 'unknown';
}

const isVerdictKey = (reason: string): reason is VerdictKey => Object.hasOwn(verdictLooks, reason);
const DONE: ReadonlySet<Signal> = new Set(['accept', 'noted']);

/** Why there is no verdict: no network for a typed number, no lookups left, or no storage left on the phone. */
export const troubleKey = (error: unknown): VerdictKey => {
  if (error instanceof ApiError) return error.status === 0 ? 'no_network' : (limitOf(error) ?? 'unknown');
  return error instanceof DOMException ? 'not_stored' : 'unknown';
};

/** The limit that a call exceeded. One that names no budget is the pace of all calls. */
export function limitOf({ body }: ApiError) {
  if (body.code !== 'too_many_requests') return undefined;
  return `limit_${LOOKUP_BUDGETS.find((budget) => budget === body.params?.['budget']) ?? ('minute' as const)}` as const;
}

type Texts = { word: string; text: string; next: string };

/** The headline, the reason in a sentence, and the next step. */
export function verdictTexts({ key, verdict }: Shown, head: OfflineManifestHead | undefined, language: Language, t: Translate): Texts {
  const { event, rejection } = verdict ?? {};
  const day = event && dayText(event.startDate, language, t);
  const time = head?.door.opensAt ? timeText(head.door.opensAt) : undefined;
  return {
    word: t(`scanner-device:verdicts.${key}.word`),
    text:
      rejection && key === 'rejected_before'
        ? rejectionText(rejection, t)
        : t(`scanner-device:verdicts.${key}.text`, { day, event: event && eventName(event, language), time }),
    next: verdict?.verdict === 'info' ? t('scanner-device:verdict.info') : t(`scanner-device:verdicts.${key}.next`),
  };
}

/** The verdict for screen readers. */
export function spokenText(shown: Shown, head: OfflineManifestHead | undefined, language: Language, t: Translate): string {
  const { word, text, next } = verdictTexts(shown, head, language, t);
  const { guest, listed } = shown.verdict ?? {};
  const group = listed && [listedName(listed), t('scanner-device:listed.count', { count: listed.people })].filter(Boolean).join(', ');
  return [`${word}.`, text, next, guest ? fullName(guest) : group].filter(Boolean).join(' ');
}

/** `Denied 23:41, Main: drunk` */
function rejectionText({ at, door, reason }: NonNullable<PhoneVerdict['rejection']>, t: Translate): string {
  const said = { time: timeText(at), reason: t(`door:reject_reasons.${reason}`) };
  return door === '' ? t('scanner-device:rejection.at', said) : t('scanner-device:rejection.at_door', { ...said, door });
}

/** Verdicts that depend on the clock. */
const TIMED: ReadonlySet<VerdictKey> = new Set(['not_open_yet', 'not_open_yet_unknown', 'free_until_over']);

/**
 * Who decided, in a sentence. With a network the phone asks the server only before accepting: its own refusals are normal then, and no
 * sentence mentions them.
 */
export function deciderText({ key, verdict }: Shown, isAlone: boolean, t: Translate): string | undefined {
  if (!verdict || verdict.verdict === 'ask' || verdict.verdict === 'info') return undefined;
  if (verdict.decidedBy === 'phone' && verdict.verdict === 'refuse' && !isAlone) return undefined;
  if (verdict.decidedBy === 'server') return t('scanner-device:by.server');
  return t(TIMED.has(key) ? 'scanner-device:by.phone_clock' : 'scanner-device:by.phone');
}

const PLAIN: ReadonlySet<VerdictKey> = new Set(['valid', 'new', 'back_in', 'on_list', 'decided', 'out']);

/** A verdict that needs no attention, so that the phone may continue by itself. A price to pay at the door must be read first. */
export const goesOn = ({ key, verdict }: Shown): boolean =>
  PLAIN.has(key) && verdict?.verdict !== 'info' && verdict?.listed?.price === undefined;
