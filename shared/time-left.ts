/** An estimate needs so much of the work. */
const ESTIMATED_AFTER_MS = 2_000;

/**
 * Returns the seconds that the rest of a work takes if it goes on as before: `share`, from 0 to 1, took `tookMs`. Undefined as long as that
 * is not known.
 */
export function secondsLeft(share: number, tookMs: number): number | undefined {
  const isKnown = share > 0 && share < 1 && tookMs >= ESTIMATED_AFTER_MS;
  return isKnown ? Math.max(1, Math.round((tookMs / share - tookMs) / 1_000)) : undefined;
}
