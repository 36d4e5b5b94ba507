import type { CSSProperties } from 'react';

export type CapStyle = CSSProperties & { '--hero-cap': string };

/** Largest size of a name by the lines it will take, so that a long one leaves room for the date below it. */
const CAPS = ['15rem', '12rem', '8.75rem', '7rem'] as const;
const SMALL_CAP = '5.5rem';
const LETTERS_PER_LINE = 9;
/** A name longer than any should be still leaves the date within reach. */
const LONG_NAME = 60;
const LONG_CAP = '2.5rem';

export function heroCap(name: string): string {
  if (name.length > LONG_NAME) return LONG_CAP;
  const lines = Math.max(name.trim().split(/\s+/).length, Math.ceil(name.length / LETTERS_PER_LINE));
  return CAPS[lines - 1] ?? SMALL_CAP;
}
