/** Largest size of a name by the lines it will take, so that a long one leaves room for the date below it. */
const CAPS = ['15rem', '12rem', '8.75rem', '7rem'] as const;
const SMALLEST_CAP = '5.5rem';
const LETTERS_PER_LINE = 9;

export function heroCap(name: string): string {
  const lines = Math.max(name.trim().split(/\s+/).length, Math.ceil(name.length / LETTERS_PER_LINE));
  return CAPS[lines - 1] ?? SMALLEST_CAP;
}
