import { isCalendarDay } from '#shared/accounts/age.ts';
import { STATUSES, type Status } from '#shared/constants.ts';
import { ApiError } from '#shared/errors.ts';

/** What the screen shows of a guest. */
export type DoorGuest = { firstName: string; lastName: string; birthdate: string; status: Status | undefined };
/** An event as its ticket names it; `at` is a day (`2026-11-27`) or a moment. */
export type TicketEvent = { name: string; nameLat: string; at: string };
export type Release = { name: string; nameLat: string };
type ScanAnswer = {
  result: 'accepted' | 'rejected';
  reason: string | undefined;
  guest: DoorGuest | undefined;
  event: TicketEvent | undefined;
  release: Release | undefined;
};

/**
 * The answer to a decision. The specification promises "accepted" or "rejected" and nothing else, so all the rest may be missing; without
 * that word there is no decision.
 */
export function readScan(body: unknown): ScanAnswer | undefined {
  const { result, reason, guest, ticket } = fieldsOf(body);
  if (result !== 'accepted' && result !== 'rejected') return undefined;
  const { eventName, eventNameLat, startDate, releaseName, releaseNameLat } = fieldsOf(ticket);
  return {
    result,
    reason: typeof reason === 'string' ? reason : undefined,
    guest: readGuest(guest),
    event: readEvent(eventName, eventNameLat, startDate),
    release: readNames(releaseName, releaseNameLat),
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

/** The event a refusal names. */
export function eventIn(error: unknown): TicketEvent | undefined {
  const { eventName, eventNameLat, eventDate } = fieldsOf(error instanceof ApiError ? error.body.params : undefined);
  return readEvent(eventName, eventNameLat, eventDate);
}

function readEvent(name: unknown, nameLat: unknown, at: unknown): TicketEvent | undefined {
  const names = readNames(name, nameLat);
  return names && typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? { ...names, at } : undefined;
}

const readNames = (name: unknown, nameLat: unknown): Release | undefined =>
  typeof name === 'string' && typeof nameLat === 'string' ? { name, nameLat } : undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** A day, also where somebody sends a moment of it. */
function dayOf(value: unknown): string {
  const day = textOf(value).slice(0, 'YYYY-MM-DD'.length);
  return isCalendarDay(day) ? day : '';
}
const fieldsOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {});
