import { MINIMUM_AGE } from '#shared/constants.ts';
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
