import { WEEKDAYS } from './dates.ts';

export type Weekday = (typeof WEEKDAYS)[number];

/** The opening days of a week, one to seven in order, and the hours: `23:00` until `07:00` of the next morning. */
export type Opening = { days: readonly Weekday[]; from: string; to: string };

/** The stored form: `friday saturday 23:00 07:00`. */
export const writeOpening = ({ days, from, to }: Opening): string => [...days, from, to].join(' ');

/** `23:00–07:00` */
export const openingTimes = ({ from, to }: Opening): string => `${from}–${to}`;

type WeekdayKey = `weekdays.${Weekday}`;
type Translate = (key: 'opening_and' | WeekdayKey) => string;

export const dayAfter = (day: Weekday): Weekday => WEEKDAYS[(WEEKDAYS.indexOf(day) + 1) % WEEKDAYS.length] ?? day;

/** Groups consecutive days. */
function runsOf(days: readonly Weekday[]): Weekday[][] {
  const runs: Weekday[][] = [];
  for (const [place, day] of days.entries()) {
    const before = days[place - 1];
    if (before && dayAfter(before) === day) runs.at(-1)?.push(day);
    else runs.push([day]);
  }
  return runs;
}

/** `Friday and Saturday`; three or more adjacent days are `Thursday – Saturday`. */
export function openingDays({ days }: Opening, t: Translate): string {
  const names = runsOf(days).flatMap((run) => {
    const own = run.map((day) => t(`weekdays.${day}`));
    return own.length > 2 ? [`${own[0]} – ${own.at(-1)}`] : own;
  });
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} ${t('opening_and')} ${last}`;
}

const SHORT = 3;
/** `Fri – Sat`; days that are not adjacent are separated by a comma. */
export const openingDaysShort = ({ days }: Opening, t: Translate): string =>
  runsOf(days)
    .map((run) => run.filter((_, place) => place === 0 || place === run.length - 1))
    .map((ends) => ends.map((day) => [...t(`weekdays.${day}`)].slice(0, SHORT).join('')).join(' – '))
    .join(', ');
