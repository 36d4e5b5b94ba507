import { MINIMUM_AGE, type Status } from '#shared/constants.ts';
import { venueDay } from '#shared/dates.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

function parseDay(day: string): { year: number; month: number; date: number } | undefined {
  const match = DAY.exec(day);
  if (!match) return undefined;
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const real = new Date(Date.UTC(year, month - 1, date));
  return real.getUTCMonth() === month - 1 && real.getUTCDate() === date && year >= 1900 ? { year, month, date } : undefined;
}

/** True for a real calendar day written `YYYY-MM-DD`, from 1900 on. */
export const isCalendarDay = (day: string): boolean => parseDay(day) !== undefined;

/** Whole years on the venue's calendar. Someone born on 29 February turns a year older on 1 March of a common year. */
export function ageOn(birthdate: string, now: Date): number {
  const born = parseDay(birthdate);
  const today = parseDay(venueDay(now));
  if (!born || !today) return Number.NaN;
  const hadBirthday = today.month > born.month || (today.month === born.month && today.date >= born.date);
  return today.year - born.year - (hadBirthday ? 0 : 1);
}

/** Spec §5: at least 18 to the day. */
export const isAdult = (birthdate: string, now: Date): boolean => ageOn(birthdate, now) >= MINIMUM_AGE;

export const isFutureDay = (day: string, now: Date): boolean => day > venueDay(now);

/** The statuses that may buy for an event restricted to verified guests. */
const ADMITTED_STATUSES = ['Verified', 'Welcomed_Guest'] as const satisfies readonly Status[];

const admitted: readonly Status[] = ADMITTED_STATUSES;
export const isAdmitted = (status: Status): boolean => admitted.includes(status);

type Ban = { bannedAt: Date | null; bannedUntil: Date | null };

/** Returns true for a ban without an end, or with an end still to come. */
export const isBanned = ({ bannedAt, bannedUntil }: Ban, now: Date): boolean =>
  bannedAt !== null && (bannedUntil === null || bannedUntil > now);

type Person = { firstName: string; lastName: string; birthdate: string };

/** Returns true if staff checked the guest's data, which a change of name or birthdate sets back to Pending. */
export function needsReverification(status: Status, before: Person, after: Person): boolean {
  const isSamePerson = before.firstName === after.firstName && before.lastName === after.lastName && before.birthdate === after.birthdate;
  return isAdmitted(status) && !isSamePerson;
}

/** Returns first and last name separated by a space; a complimentary guest or a deleted account may lack either. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string => `${firstName} ${lastName}`.trim();

const MAIL_DOMAIN = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*\.[\p{L}\p{M}\p{N}-]{2,}$/u;
const MAILBOX_MAX = 64;
export const EMAIL_MAX = 254;

/** Returns true for one mailbox without a display name. A simple check, because only a delivered mail proves an address. */
export function isEmail(text: string): boolean {
  if (text.length > EMAIL_MAX) return false;
  const at = text.indexOf('@');
  return at > 0 && at <= MAILBOX_MAX && !/[\s,;:<>"()[\]\\]/.test(text) && MAIL_DOMAIN.test(text.slice(at + 1));
}

/**
 * Invisible characters, and letters that domains treat as others although NFKC does not fold them: İ, the iota below, old Cyrillic forms.
 */
const NOT_IN_ACCOUNT_EMAIL = /[\p{Default_Ignorable_Code_Point}\u0130\u1C80-\u1C88]|\u0345/u;

/**
 * Returns true for an e-mail that an account may have: without characters that fold into another address, such as full-width letters or the
 * Kelvin sign.
 */
export const isAccountEmail = (text: string): boolean =>
  isEmail(text) && text.normalize('NFKC') === text && !NOT_IN_ACCOUNT_EMAIL.test(text);
