import { writtenTime } from '#shared/events/written-time.ts';
import { CLOSING_HOUR, OPENING_DAYS, OPENING_HOUR } from './constants.ts';
import { WEEKDAYS } from './dates.ts';

export type Weekday = (typeof WEEKDAYS)[number];

/** The two opening nights of a week, when the club is open, and from when until when: `23:00` until `07:00` of the next morning. */
export type Opening = { days: readonly [Weekday, Weekday]; from: string; to: string };

/** `23:00`. */
export const onTheHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Spec §1, used until staff edit it. */
export const standardOpening: Opening = { days: OPENING_DAYS, from: onTheHour(OPENING_HOUR), to: onTheHour(CLOSING_HOUR) };

/** `23:00–07:00` */
export const openingTimes = ({ from, to }: Opening): string => `${from}–${to}`;

type WeekdayKey = `weekdays.${Weekday}`;
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

/** The four parts of the stored text, in their order. */
export const OPENING_PARTS = ['first', 'second', 'from', 'to'] as const;
export type OpeningPart = (typeof OPENING_PARTS)[number];
type OpeningProblem = { part: OpeningPart; key: string };

/** The stored form: `friday saturday 23:00 07:00`. */
export const writeOpening = ({ days, from, to }: Opening): string => [...days, from, to].join(' ');

/** Returns the opening hours of a text, with times as people write them (`8`, `08.00`); undefined when it has an error. */
export function readOpening(text: string): Opening | undefined {
  const read = parse(text);
  return 'part' in read ? undefined : read;
}

/** Returns the wrong part, with a key of `forms`; undefined when the text is valid. */
export function openingProblem(text: string): OpeningProblem | undefined {
  const read = parse(text);
  return 'part' in read ? read : undefined;
}

function parse(text: string): Opening | OpeningProblem {
  const parts = text.split(' ');
  const [first, second] = parts.map((day) => WEEKDAYS.find((each) => each === day));
  const [from, to] = parts.slice(2).map(writtenTime);
  if (!first || parts.length !== OPENING_PARTS.length) return { part: 'first', key: 'validation.opening' };
  if (!second) return { part: 'second', key: 'validation.opening' };
  if (first === second) return { part: 'second', key: 'validation.opening_days' };
  if (from === undefined) return { part: 'from', key: 'validation.time_format' };
  if (to === undefined) return { part: 'to', key: 'validation.time_format' };
  if (from === to) return { part: 'to', key: 'validation.night_empty' };
  return { days: [first, second], from, to };
}
