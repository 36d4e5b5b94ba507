import type { Context } from '#server/platform/context.ts';
import { placeOrders } from '#server/sales/orders/checkout.service.ts';
import type { Payment } from '#server/sales/payments/payments.queries.ts';

/** Orders a user's cart in the caller's transaction, as a checkout does before it asks the bank. @throws what a checkout refuses */
export async function placeOrder(tx: Context, userId: number): Promise<Payment> {
  const [placed] = await placeOrders(tx, [{ userId }]);
  if (!placed || placed instanceof Error) throw placed ?? new Error('The cart was not ordered.');
  return placed;
}
