import { WEEKDAYS } from '#shared/dates.ts';
import type { Opening } from '#shared/opening.ts';

const WRITTEN = /^(\w+) (\w+) ((?:[01]\d|2[0-3]):[0-5]\d) ((?:[01]\d|2[0-3]):[0-5]\d)$/;

/** As it is kept: `friday saturday 23:00 07:00`. */
export const writeOpening = ({ days, from, to }: Opening): string => [...days, from, to].join(' ');

/** Nothing when it is not written like that, or says the same day or time twice. */
export function readOpening(text: string): Opening | undefined {
  const [, first, second, from, to] = WRITTEN.exec(text) ?? [];
  const [one, other] = [first, second].map((day) => WEEKDAYS.find((each) => each === day));
  if (!one || !other || one === other || !from || !to || from === to) return undefined;
  return { days: [one, other], from, to };
}
