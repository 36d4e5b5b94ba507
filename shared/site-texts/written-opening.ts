import { WEEKDAYS } from '#shared/dates.ts';
import { writtenTime } from '#shared/events/event-times.ts';
import type { Opening } from '#shared/opening.ts';

/** The four parts of what is written, in their order. */
export const OPENING_PARTS = ['first', 'second', 'from', 'to'] as const;
export type OpeningPart = (typeof OPENING_PARTS)[number];
export type OpeningProblem = { part: OpeningPart; key: string };

/** As it is kept: `friday saturday 23:00 07:00`. */
export const writeOpening = ({ days, from, to }: Opening): string => [...days, from, to].join(' ');

/** Returns the opening hours of a text, its times as a person writes them (`8`, `08.00`); nothing when something is wrong with it. */
export function readOpening(text: string): Opening | undefined {
  const read = parse(text);
  return 'part' in read ? undefined : read;
}

/** Returns the part that is wrong, with a key of `forms`; nothing when the text can be read. */
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
