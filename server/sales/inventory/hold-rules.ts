import { HOLD_LIMIT_MS, HOLD_MS, HOLD_REST_MS } from '#shared/constants.ts';
import { MINUTE_MS } from '#shared/durations.ts';

type Holding = { heldSince: Date };

/** Returns when HOLD_LIMIT_MS ends: only a running payment holds places longer. */
export const limitEnd = ({ heldSince }: Holding): number => heldSince.getTime() + HOLD_LIMIT_MS;

/** Returns true if places were held for the whole HOLD_LIMIT_MS: only a payment that began before may still finish. */
export const isUsedUp = (hold: Holding, now: Date): boolean => limitEnd(hold) <= now.getTime();

/** Returns until when places taken now are held: HOLD_MS, within the limit. */
export const heldFromNow = (hold: Holding, now: Date): Date => new Date(Math.min(now.getTime() + HOLD_MS, limitEnd(hold)));

/**
 * Returns until when places are held for an order: HOLD_MS from now, which is longer than the bank's session; within the limit, or until
 * HOLD_MS after `orderedAt`.
 */
export function heldForOrder(hold: Holding, orderedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + HOLD_MS, Math.max(limitEnd(hold), orderedAt.getTime() + HOLD_MS)));
}

/**
 * Returns until when places are held after a payment ended. If the limit passed during the payment, they end now, not in the past: their
 * owner's pause begins when the places are free.
 */
export const heldWithoutOrder = (hold: Holding & { heldUntil: Date }, now: Date): Date =>
  new Date(Math.min(hold.heldUntil.getTime(), Math.max(limitEnd(hold), now.getTime())));

/** Returns when a guest whose half hour is used up may hold places again, HOLD_REST_MS after the last hold; undefined when that is now. */
export function restEnd(past: Holding & { endedAt: Date }, now: Date): Date | undefined {
  const again = past.endedAt.getTime() + HOLD_REST_MS;
  return isUsedUp(past, now) && again > now.getTime() ? new Date(again) : undefined;
}

/** Returns the `heldSince` of a new hold: within the pause after the last one, its half hour continues. */
export const heldSinceOf = (past: (Holding & { endedAt: Date }) | null, now: Date): Date =>
  past !== null && past.endedAt.getTime() + HOLD_REST_MS > now.getTime() ? past.heldSince : now;

/** Rounds up, so that a retry at that time is never too early. */
export const toFullMinute = (time: Date): Date => new Date(Math.ceil(time.getTime() / MINUTE_MS) * MINUTE_MS);
