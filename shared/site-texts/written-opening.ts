import { WEEKDAYS } from '#shared/dates.ts';
import { writtenTime } from '#shared/events/event-times.ts';
import type { Opening } from '#shared/opening.ts';

/** The four parts of the stored text, in their order. */
export const OPENING_PARTS = ['first', 'second', 'from', 'to'] as const;
export type OpeningPart = (typeof OPENING_PARTS)[number];
export type OpeningProblem = { part: OpeningPart; key: string };

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
