import { GUESTS_COUNTED } from '#shared/staff/limits.ts';

/** How many there are, as far as they were counted: `1000+`. */
export function countText(counts: readonly number[]): string {
  const sum = counts.reduce((all, one) => all + one, 0);
  return counts.some((one) => one >= GUESTS_COUNTED) ? `${sum}+` : String(sum);
}
