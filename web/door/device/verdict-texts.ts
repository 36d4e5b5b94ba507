import type { TypeOptions } from 'i18next';
import type { Language } from '#shared/constants.ts';
import { timeText } from '#shared/dates.ts';
import type { OfflineManifestHead } from '#shared/door/offline-manifest.ts';
import { readTicketCode } from '#shared/door/ticket-code.ts';
import { ApiError } from '#shared/errors.ts';
import { eventName } from '#shared/events/timing.ts';
import type { Translate } from '#shared/translate.ts';
import type { PhoneVerdict, ScanMode } from '#web/door/phone/door-phone.ts';
import { dayText } from '#web/door/verdict.ts';

export type VerdictKey = keyof TypeOptions['resources']['scanner-device']['verdicts'];

/** What the screen shows after a scan; without a `verdict` there was no decision. */
export type Shown = { key: VerdictKey; mode: ScanMode; verdict: PhoneVerdict | undefined };

const refusals = [
  'rejected_by_staff',
  'banned',
  'code_replaced',
  'ticket_refunded',
  'ticket_revoked',
  'ticket_transferred',
  'ticket_used',
  'event_cancelled',
  'free_until_over',
  'list_full',
  'entry_used',
  'not_on_list',
  'full',
  'not_listed',
  'without_code',
  'ticket_not_found',
] as const satisfies VerdictKey[];

/** Names a verdict. `text`: what was read, missing for a typed number. `opensAt`: known while the offline manifest is. */
export function verdictKey(verdict: PhoneVerdict, { text, opensAt }: { text?: string; opensAt?: string | null }): VerdictKey {
  const { reason } = verdict;
  if (verdict.verdict === 'noted') return 'out';
  if (verdict.verdict === 'admit') {
    if (verdict.isUnderAge) return 'under_18';
    if (verdict.isDoubtful) return 'doubtful';
    if (reason === 'back_in') return 'back_in';
    if (reason === 'on_list' || verdict.listed) return 'on_list';
    return verdict.guest ? 'valid' : 'new';
  }
  if (reason === 'code_tampered') return text !== undefined && readTicketCode(text) ? 'code_tampered' : 'not_ours';
  if (reason === 'other_event') {
    if (!verdict.event) return 'other_event_unknown';
    return verdict.at < new Date(verdict.event.endDate) ? 'other_event' : 'past_event';
  }
  if (reason === 'not_open_yet') return opensAt ? 'not_open_yet' : 'not_open_yet_unknown';
  return refusals.find((known) => known === reason) ?? 'unknown';
}

/** Why there is no verdict: no network for a typed number, or no storage left on the phone. */
export const troubleKey = (error: unknown): VerdictKey => {
  if (error instanceof ApiError) return error.status === 0 ? 'no_network' : 'unknown';
  return error instanceof DOMException ? 'not_stored' : 'unknown';
};

type Texts = { word: string; text: string; next: string };

/** The headline, the reason in a sentence, and the next step. */
export function verdictTexts({ key, verdict }: Shown, head: OfflineManifestHead | undefined, language: Language, t: Translate): Texts {
  const { event } = verdict ?? {};
  const day = event && dayText(event.startDate, language, t);
  const time = head?.door.opensAt ? timeText(head.door.opensAt) : undefined;
  return {
    word: t(`scanner-device:verdicts.${key}.word`),
    text: t(`scanner-device:verdicts.${key}.text`, { day, event: event && eventName(event, language), time }),
    next: t(`scanner-device:verdicts.${key}.next`),
  };
}

/** Verdicts that depend on the clock. */
const TIMED: ReadonlySet<VerdictKey> = new Set(['not_open_yet', 'not_open_yet_unknown', 'free_until_over']);

/**
 * Who decided, in a sentence. With a network the phone asks the server only before accepting: its own refusals are normal then, and no
 * sentence mentions them.
 */
export function deciderText({ key, verdict }: Shown, isAlone: boolean, t: Translate): string | undefined {
  if (!verdict) return undefined;
  if (verdict.decidedBy === 'phone' && verdict.verdict === 'refuse' && !isAlone) return undefined;
  if (verdict.decidedBy === 'server') return t('scanner-device:by.server');
  return t(TIMED.has(key) ? 'scanner-device:by.phone_clock' : 'scanner-device:by.phone');
}

const PLAIN: ReadonlySet<VerdictKey> = new Set(['valid', 'new', 'back_in', 'on_list', 'out']);

/** A verdict that needs no attention, so that the phone may continue by itself. A price to pay at the door must be read first. */
export const goesOn = ({ key, verdict }: Shown): boolean => PLAIN.has(key) && verdict?.listed?.price === undefined;
