import { CLOSING_HOUR, OPENING_DAYS, OPENING_HOUR } from './constants.ts';
import { WEEKDAYS } from './dates.ts';

export type Weekday = (typeof WEEKDAYS)[number];

/** The two opening nights of a week, when the club is open, and from when until when: `23:00` until `07:00` of the next morning. */
export type Opening = { days: readonly [Weekday, Weekday]; from: string; to: string };

const onTheHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Spec §1, used until staff edit it. */
export const standardOpening: Opening = { days: OPENING_DAYS, from: onTheHour(OPENING_HOUR), to: onTheHour(CLOSING_HOUR) };

/** `23:00–07:00` */
export const openingTimes = ({ from, to }: Opening): string => `${from}–${to}`;

export type WeekdayKey = `weekdays.${Weekday}`;
type Translate = (key: 'opening_and' | WeekdayKey) => string;

/** `Friday and Saturday` */
export const openingDays = ({ days: [first, second] }: Opening, t: Translate): string =>
  `${t(`weekdays.${first}`)} ${t('opening_and')} ${t(`weekdays.${second}`)}`;

const SHORT = 3;
/** `Fri – Sat`; days that are not adjacent are separated by a comma. */
export function openingDaysShort({ days: [first, second] }: Opening, t: Translate): string {
  const short = (day: Weekday) => [...t(`weekdays.${day}`)].slice(0, SHORT).join('');
  const isNext = (WEEKDAYS.indexOf(first) + 1) % WEEKDAYS.length === WEEKDAYS.indexOf(second);
  return `${short(first)}${isNext ? ' – ' : ', '}${short(second)}`;
}

/** The whole hours of the axis for the opening hours: the first hour, and their number. */
export function openingAxis({ from, to }: Opening): { begins: number; hours: number } {
  const [begins, ends] = [hourOf(from), Math.ceil(minutesOf(to) / 60)];
  return { begins, hours: ends > begins ? ends - begins : ends + 24 - begins };
}

const minutesOf = (time: string): number => hourOf(time) * 60 + Number(time.slice(3, 5));
const hourOf = (time: string): number => Number(time.slice(0, 2));
