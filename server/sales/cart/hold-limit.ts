import { HOLD_LIMIT_MS, HOLD_MS, HOLD_REST_MS } from '#shared/constants.ts';

const MINUTE_MS = 60_000;

type Kept = { heldSince: Date };

const limitOf = ({ heldSince }: Kept): number => heldSince.getTime() + HOLD_LIMIT_MS;

/** Returns true if places were kept for the whole HOLD_LIMIT_MS: only a payment that was begun before may still finish. */
export const isUsedUp = (hold: Kept, now: Date): boolean => limitOf(hold) <= now.getTime();

/**
 * Until when places are held for an order: HOLD_MS from now, which outlives the bank's session; within the limit, or until the order,
 * ordered at `orderedAt`, has had its HOLD_MS.
 */
export function heldForOrder(hold: Kept, orderedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + HOLD_MS, Math.max(limitOf(hold), orderedAt.getTime() + HOLD_MS)));
}

/** The full minute from which somebody may take places again whose half hour was used up; null when that is now. */
export function restEnd({ heldSince, endedAt }: Kept & { endedAt: Date }, now: Date): Date | null {
  const again = endedAt.getTime() + HOLD_REST_MS;
  const isResting = isUsedUp({ heldSince }, now) && again > now.getTime();
  return isResting ? toFullMinute(new Date(again)) : null;
}

/** Rounded up: nobody is called back too early. */
export const toFullMinute = (time: Date): Date => new Date(Math.ceil(time.getTime() / MINUTE_MS) * MINUTE_MS);
