import { releases } from '#server/content/content.table.ts';
import { isOnSale } from '#shared/events/timing.ts';
import { HOLD_LIMIT_MS, HOLD_MS, HOLD_REST_MS } from '#shared/constants.ts';
import { MINUTE_MS } from '#shared/durations.ts';

type Holding = { heldSince: Date };

const latestEnd = ({ heldSince }: Holding): number => heldSince.getTime() + HOLD_LIMIT_MS;

const intervalSql = (ms: number): string => `interval '${ms} milliseconds'`;

/** The end of HOLD_LIMIT_MS in SQL, from the column that says since when the places are held. */
export const latestEndSql = (heldSince: string): string => `(${heldSince} + ${intervalSql(HOLD_LIMIT_MS)})`;

/** Until when places are held when they are taken, in SQL: HOLD_MS from `now`, within the limit. */
export const heldUntilSql = (now: string, heldSince: string): string =>
  `least(${now} + ${intervalSql(HOLD_MS)}, ${latestEndSql(heldSince)})`;

/** From when a user whose half hour is used up may reserve again, in SQL: HOLD_REST_MS after the last hold ended. */
export const restEndSql = (endedAt: string): string => `(${endedAt} + ${intervalSql(HOLD_REST_MS)})`;

/** Returns true if places were held for the whole HOLD_LIMIT_MS: only a payment that began before may still finish. */
export const isUsedUp = (hold: Holding, now: Date): boolean => latestEnd(hold) <= now.getTime();

/**
 * Until when places are held for an order: HOLD_MS from now, which is longer than the bank's session; within the limit, or until HOLD_MS
 * after the order was made at `orderedAt`.
 */
export function heldForOrder(hold: Holding, orderedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + HOLD_MS, Math.max(latestEnd(hold), orderedAt.getTime() + HOLD_MS)));
}

/** The full minute from which a user whose half hour is used up may reserve again; null when that is now. */
export function restEnd({ heldSince, endedAt }: Holding & { endedAt: Date }, now: Date): Date | null {
  const again = endedAt.getTime() + HOLD_REST_MS;
  const isResting = isUsedUp({ heldSince }, now) && again > now.getTime();
  return isResting ? toFullMinute(new Date(again)) : null;
}

/** Rounded up, so that nobody tries too early. */
export const toFullMinute = (time: Date): Date => new Date(Math.ceil(time.getTime() / MINUTE_MS) * MINUTE_MS);

/** The columns that decide whether a release is on sale. */
export const saleColumns = {
  kind: releases.kind,
  priceTetri: releases.priceTetri,
  onSaleFrom: releases.onSaleFrom,
  onSaleUntil: releases.onSaleUntil,
};

type Sale = Pick<typeof releases.$inferSelect, keyof typeof saleColumns>;

/** Returns true if the release of a hold is on sale at the held price: only then may the hold grow or be renewed. */
export const stillSellsAt = (heldPriceTetri: number, sale: Sale, now: Date): boolean =>
  sale.kind !== 'complimentary' && sale.priceTetri === heldPriceTetri && isOnSale(sale, now);
