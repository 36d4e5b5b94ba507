import { baskets } from '#server/content/events/events.table.ts';
import { isOnSale } from '#server/content/events/releases.ts';

/** What decides whether a release still sells, for a select. */
export const saleColumns = {
  kind: baskets.kind,
  priceTetri: baskets.priceTetri,
  onSaleFrom: baskets.onSaleFrom,
  onSaleUntil: baskets.onSaleUntil,
};

type Sale = Pick<typeof baskets.$inferSelect, keyof typeof saleColumns>;

/** Returns true if the release of a hold is on sale at the price that is held: only then may the hold grow or be renewed. */
export const stillSellsAt = (heldPriceTetri: number, sale: Sale, now: Date): boolean =>
  sale.kind === 'release' && sale.priceTetri === heldPriceTetri && isOnSale(sale, now);
