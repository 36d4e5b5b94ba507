import { writtenTime } from '#shared/events/written-time.ts';
import { WEEKDAYS } from './dates.ts';
import { dayAfter, type Opening, type Weekday } from './opening.ts';

/** The parts of the stored form, in their order. */
const OPENING_PARTS = ['days', 'from', 'to'] as const;
export type OpeningPart = (typeof OPENING_PARTS)[number];
type OpeningProblem = { part: OpeningPart; key: string };

/** Returns the parts of a text in the stored form, without validating them. */
export function openingParts(text: string): { days: string[]; from: string; to: string } {
  const days = text.split(' ');
  const [from = '', to = ''] = days.splice(-2);
  return { days, from, to };
}

/** Returns the opening hours of a text, with times as people write them (`8`, `08.00`); undefined if it has an error. */
export function readOpening(text: string): Opening | undefined {
  const read = parse(text);
  return 'part' in read ? undefined : read;
}

/** Returns the invalid part, with a key of `forms`; undefined if the text is valid. */
export function openingProblem(text: string): OpeningProblem | undefined {
  const read = parse(text);
  return 'part' in read ? read : undefined;
}

function parse(text: string): Opening | OpeningProblem {
  const parts = openingParts(text);
  const days = WEEKDAYS.filter((day) => parts.days.includes(day));
  const [from, to] = [parts.from, parts.to].map(writtenTime);
  if (days.length === 0 || days.length !== parts.days.length) return { part: 'days', key: 'validation.opening' };
  if (from === undefined) return { part: 'from', key: 'validation.time_format' };
  if (to === undefined) return { part: 'to', key: 'validation.time_format' };
  if (from === to) return { part: 'to', key: 'validation.event_empty' };
  return { days: inOrder(days), from, to };
}

/** From Monday to Sunday. */
export const WEEK: readonly Weekday[] = WEEKDAYS.map((day) => dayAfter(day));

/** The days of a week from Monday on; a run across the end of the week is not split: Saturday, Sunday, Monday. */
function inOrder(days: readonly Weekday[]): Weekday[] {
  const sorted = WEEK.filter((day) => days.includes(day));
  const closed = WEEK.findLast((day) => !days.includes(day));
  const first = sorted.findIndex((day) => closed !== undefined && WEEK.indexOf(day) > WEEK.indexOf(closed));
  return days.includes('monday') && first > 0 ? [...sorted.slice(first), ...sorted.slice(0, first)] : sorted;
}
