import { isCalendarDay } from '#shared/accounts/account-rules.ts';
import { type Language, STATUSES } from '#shared/constants.ts';
import { dateText, weekdayText } from '#shared/dates.ts';
import { REJECT_REASONS } from '#shared/door/scanner-devices.ts';
import { ApiError } from '#shared/errors.ts';
import { eventName } from '#shared/events/timing.ts';
import type { Translate } from '#shared/translate.ts';
import { errorText } from '#web/lib/error-text.ts';
import type { DoorGuest } from './ui/guest-lines.tsx';
import type { Signal } from './ui/signals.ts';

/** Why there is no decision. The first two are faults of the code, the others may be temporary. */
export type Trouble = 'no_user_id' | 'no_ticket_id' | 'guest_failed' | 'decision_failed' | 'ticket_unknown';

/** An event as named on its ticket; `at` is a day (`2026-11-27`) or a moment. */
type TicketEvent = { name: string; nameLat: string; at: string };
type TicketType = { name: string; nameLat: string };

/** What is known of ticket and guest; for a typed number, the guest only if the server names one. */
type Known = {
  ticketId: number;
  guest?: DoorGuest | undefined;
  event?: TicketEvent | undefined;
  ticketType?: TicketType | undefined;
};

/**
 * The result of a scan. `accepted` with `isUnderAge`: the guest is too young to enter. `refused`: the server refused the ticket and `error`
 * says why; `other_event`: the ticket is valid for another event and was not used up; `rejected_before`: a door rejected the guest.
 */
export type Verdict =
  | ({ kind: 'accepted'; reason: string | undefined; isUnderAge?: boolean } & Known)
  | ({ kind: 'rejected'; reason: string | undefined } & Known)
  | ({ kind: 'refused'; error: ApiError } & Known)
  | ({ kind: 'other_event'; error: ApiError } & Known)
  | ({ kind: 'rejected_before'; error: ApiError } & Known)
  | ({ kind: 'undecided'; trouble: Trouble } & Partial<Known>);

/**
 * A tampered code, or a ticket that is used, refunded or for another event, is refused. An unknown ticket and any failed request (no
 * network, ended session, server error, no reason) are no decision: the guest is shown neither as admitted nor as refused.
 */
export function verdictOfFailure(error: unknown, { ticketId, guest }: Known): Verdict {
  if (!(error instanceof ApiError)) return { kind: 'undecided', trouble: 'decision_failed', ticketId, guest };
  const known = { ticketId, guest, event: eventIn(error) };
  if (error.body.code === 'banned_at_door') return { kind: 'rejected', reason: 'banned', ...known };
  if (error.body.code === 'other_event') return { kind: 'other_event', error, ...known };
  if (error.body.code === 'rejected_before') return { kind: 'rejected_before', error, ...known };
  const saysWhy = error.body.code !== undefined || error.body.message !== undefined;
  if (error.body.code === 'code_tampered' || (error.status === 409 && saysWhy)) return { kind: 'refused', error, ...known };
  // The guest named in the code does not hold this ticket.
  if (error.body.code === 'ticket_not_found') return { kind: 'undecided', trouble: 'ticket_unknown', ticketId };
  return { kind: 'undecided', trouble: 'decision_failed', ticketId, guest };
}

/** Returns true if the same decision may be sent again; else the code must be scanned again. */
export const canRepeat = (trouble: Trouble): boolean => trouble === 'guest_failed' || trouble === 'decision_failed';

/** Returns true for a valid ticket of a guest under 18: staff check the ID before the guest enters. */
export const isTooYoung = (verdict: Verdict): boolean => verdict.kind === 'accepted' && verdict.isUnderAge === true;

/** Returns the kind of vibration, colour and sound. */
export function signalOf(verdict: Verdict): Extract<Signal, 'accept' | 'reject' | 'other' | 'undecided'> {
  const { kind } = verdict;
  if (isTooYoung(verdict)) return 'undecided';
  if (kind === 'accepted') return 'accept';
  if (kind === 'other_event') return 'other';
  return kind === 'undecided' || kind === 'rejected_before' ? 'undecided' : 'reject';
}

/** Returns the headline of a verdict. */
export function headlineOf(verdict: Verdict, t: Translate): string {
  const { kind } = verdict;
  if (isTooYoung(verdict)) return t('door:under_18');
  if (kind === 'undecided') return t('door:undecided');
  if (kind === 'other_event') return t('door:other_event');
  if (kind === 'rejected_before') return t('door:rejected_before');
  if (kind === 'refused' && verdict.error.body.code === 'needs_name') return t('door:needs_name.word');
  return t(kind === 'accepted' ? 'door:accepted' : 'door:rejected');
}

/** Returns the reason in a sentence; undefined for a ticket admitted at its own door, unless the guest is too young. */
export function reasonOf(verdict: Verdict, language: Language, t: Translate): string | undefined {
  if (verdict.kind === 'accepted') {
    const { reason } = verdict;
    const isAnyway = reason === 'admitted_other_event' || reason === 'admitted_rejected';
    const sentences = [...(isTooYoung(verdict) ? [t('door:check_id')] : []), ...(isAnyway ? [t(`door:${reason}`)] : [])];
    return sentences.length > 0 ? sentences.join(' ') : undefined;
  }
  if (verdict.kind === 'rejected') return t(verdict.reason === 'banned' ? 'door:banned' : 'door:rejected_by_staff');
  return verdict.kind === 'undecided' ? t(troubleKeys[verdict.trouble]) : refusalText(verdict, language, t);
}

/** Spec §8. */
const troubleKeys = {
  no_user_id: 'door:no_user_id',
  no_ticket_id: 'door:no_ticket_id',
  guest_failed: 'door:guest_failed',
  decision_failed: 'door:decision_failed',
  ticket_unknown: 'errors:ticket_not_found',
} as const satisfies Record<Trouble, string>;

/** `Friday, November 27, 2026` */
export const dayText = (at: string, language: Language, t: Translate): string => `${weekdayText(at, t)}, ${dateText(at, language, t)}`;

type Refusal = { error: ApiError; event?: TicketEvent | undefined };

/** Nobody claimed the refused ticket, so staff may write down a name. */
export const isUnclaimed = (error: ApiError): boolean => error.body.code === 'needs_name' && error.body.params?.['claim'] === 'unclaimed';

/** The server's message, with its dates in the reader's language. */
function refusalText({ error, event }: Refusal, language: Language, t: Translate): string {
  const { code, params: { date, time } = {} } = error.body;
  const { at, rejection } = error.body.params ?? {};
  const why = REJECT_REASONS.find((reason) => reason === rejection);
  if (code === 'rejected_before' && why) return t('door:rejected_before_why', { at, reason: t(`door:reject_reasons.${why}`) });
  if (code === 'needs_name') return t(isUnclaimed(error) ? 'door:needs_name.unclaimed' : 'door:needs_name.waiting');
  if (code === 'ticket_used' && typeof date === 'string' && time !== undefined)
    return t('staff-errors:ticket_used', { date: dateText(date, language, t), time });
  if ((code === 'other_event' || code === 'event_cancelled') && event)
    return t(`staff-errors:${code}`, { event: eventName(event, language), eventDate: dayText(event.at, language, t) });
  return errorText(error, t);
}

type ScanAnswer = {
  result: 'accepted' | 'rejected';
  reason: string | undefined;
  guest: DoorGuest | undefined;
  event: TicketEvent | undefined;
  ticketType: TicketType | undefined;
};

/**
 * Reads the answer to a decision. The specification promises only "accepted" or "rejected", in a field or as the whole answer, so all
 * other fields may be missing; without that word there is no decision.
 */
export function readScan(body: unknown): ScanAnswer | undefined {
  const { result: word = body, reason, guest, ticket } = fieldsOf(body);
  const result = textOf(word).toLowerCase();
  if (result !== 'accepted' && result !== 'rejected') return undefined;
  const { eventName, eventNameLat, startDate, ticketTypeName, ticketTypeNameLat, holderName } = fieldsOf(ticket);
  const known = readGuest(guest);
  return {
    result,
    reason: typeof reason === 'string' ? reason : undefined,
    guest: known && { ...known, holderName: textOf(holderName) },
    event: readEvent(eventName, eventNameLat, startDate),
    ticketType: readNames(ticketTypeName, ticketTypeNameLat),
  };
}

/** Spec §3: first name, last name and birth date. The status is a number or a word. */
export function readGuest(body: unknown): DoorGuest | undefined {
  const { firstName, lastName, birthdate, status } = fieldsOf(body);
  if (typeof firstName !== 'string' && typeof lastName !== 'string') return undefined;
  return {
    firstName: textOf(firstName),
    lastName: textOf(lastName),
    birthdate: dayOf(birthdate),
    status: STATUSES.find((word, number) => status === word || status === number),
  };
}

/** Returns the event that a refusal names. */
function eventIn(error: unknown): TicketEvent | undefined {
  const { eventName, eventNameLat, eventDate } = fieldsOf(error instanceof ApiError ? error.body.params : undefined);
  return readEvent(eventName, eventNameLat, eventDate);
}

function readEvent(name: unknown, nameLat: unknown, at: unknown): TicketEvent | undefined {
  const names = readNames(name, nameLat);
  return names && typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? { ...names, at } : undefined;
}

const readNames = (name: unknown, nameLat: unknown): TicketType | undefined =>
  typeof name === 'string' && typeof nameLat === 'string' ? { name, nameLat } : undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Returns the day of a date or a moment. */
function dayOf(value: unknown): string {
  const day = textOf(value).slice(0, 'YYYY-MM-DD'.length);
  return isCalendarDay(day) ? day : '';
}
const fieldsOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {});
