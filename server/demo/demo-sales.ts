import { randomBytes, randomUUID } from 'node:crypto';
import { CURRENCY } from '#shared/constants.ts';
import { addDays } from '#shared/dates.ts';
import { changeStock } from '#server/cart/stock.queries.ts';
import type { Context } from '#server/context.ts';
import { decideEntry } from '#server/door/door.service.ts';
import { insertOrder, insertPayment } from '#server/orders/orders.queries.ts';
import { changeOrder, findOrderLines } from '#server/payments/payments.queries.ts';
import { type IssuedTicket, issueTickets } from '#server/tickets/tickets.service.ts';
import type { DemoEvent } from './demo-events.ts';

const BOUGHT_DAYS_BEFORE = 3;
const ARRIVED_AFTER_MS = 41 * 60 * 1000;

/** A ticket for a night to come, bought today. */
export const sellTicket = (tx: Context, userId: number, event: DemoEvent): Promise<IssuedTicket> => buy(tx, userId, event);

/** A ticket for a night gone by, which the Admin let in soon after the doors opened. */
export async function sellAndAdmit(tx: Context, userId: number, adminId: number, event: DemoEvent): Promise<void> {
  const ticket = await buy(at(tx, addDays(event.startsAt, -BOUGHT_DAYS_BEFORE)), userId, event);
  const door = at(tx, new Date(event.startsAt.getTime() + ARRIVED_AFTER_MS));
  const actor = { userId: adminId, sessionId: randomUUID(), role: 'Admin', status: 'Verified' } as const;
  await decideEntry({ ...door, actor }, { isReject: false, ticketId: ticket.id, code: ticket.code });
}

/** One place, paid: what a settled purchase leaves behind, without the bank. */
async function buy(tx: Context, userId: number, { id: eventId, basketId, priceTetri }: DemoEvent): Promise<IssuedTicket> {
  const now = tx.clock.now();
  const lines = [{ eventId, basketId, quantity: 1, priceTetri }];
  const orderId = await insertOrder(tx.db, { userId, totalTetri: priceTetri, createdAt: now, lines });
  if (orderId === undefined) throw new Error('The buyer of the demo is gone.');
  await insertPayment(tx.db, {
    orderId,
    provider: 'fake',
    idempotencyKey: randomUUID(),
    returnToken: randomBytes(24).toString('base64url'),
    state: 'paid',
    amountTetri: priceTetri,
    currency: CURRENCY,
    createdAt: now,
    expiresAt: now,
    checkAt: now,
    settledAt: now,
  });
  await changeOrder(tx.db, orderId, { state: 'paid', settledAt: now });
  await changeStock(tx.db, [{ eventId, basketId, held: 0, sold: 1 }]);
  const orderedLines = await findOrderLines(tx.db, orderId);
  const [ticket] = await issueTickets(
    tx,
    orderedLines.map((line) => ({ ...line, userId })),
  );
  if (!ticket) throw new Error('The demo ticket was not issued.');
  return ticket;
}

const at = (tx: Context, time: Date): Context => ({ ...tx, clock: { now: () => time } });
