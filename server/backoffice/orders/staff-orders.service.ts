import { randomUUID } from 'node:crypto';
import { guestSearchOf } from '#server/backoffice/guests/guests.service.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, storeAnswer, withTransaction } from '#server/platform/context.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { findRecipient, findValidTicketsOfOrder } from '#server/sales/tickets/tickets.queries.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { toGel } from '#shared/money.ts';
import type { OrderRow } from '#shared/staff/orders.contract.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import { spanOfDay } from '#shared/venue-moments.ts';
import {
  findLinesOfOrders,
  findOrderOfTicket,
  findOrders,
  findOrdersAtBank,
  findTransferredTickets,
  type ListedOrder,
  type OrderFilter,
} from './staff-orders.queries.ts';

type Input = Pick<OrderFilter, 'state' | 'eventId' | 'isFlagged' | 'before'> & {
  search?: string | undefined;
  day?: string | undefined;
  limit?: number | undefined;
};

const NUMBER = /^\d{1,15}$/;

/** Orders that match the search and every filter, newest first. */
export async function listOrders(ctx: Context, { search = '', day, limit = PAGE_SIZE, ...filters }: Input) {
  const days = day === undefined ? {} : spanOfDay(day);
  const filter = { ...filters, ...days, ...(await searched(ctx, search)), limit: limit + 1 };
  const found = await findOrders(ctx.db, filter);
  const { items, next } = toPage(
    found.map((row) => ({ ...row, id: row.order.id })),
    limit,
  );
  return { items: await withLines(ctx, items), next };
}

/** The orders of a filter, newest first. */
export const listOrderRows = async (ctx: Context, filter: OrderFilter): Promise<OrderRow[]> =>
  withLines(ctx, await findOrders(ctx.db, filter));

/** Digits are an order, ticket or bank number. Any other text is a bank order id if it matches exactly, else a search for a guest. */
async function searched({ db }: Context, search: string): Promise<Pick<OrderFilter, 'ids' | 'guest'>> {
  if (search === '') return {};
  const atBank = await findOrdersAtBank(db, search);
  if (!NUMBER.test(search)) return atBank.length > 0 ? { ids: atBank } : { guest: guestSearchOf(search)?.patterns };
  const number = Number(search);
  const ofTicket = await findOrderOfTicket(db, number);
  return { ids: [number, ...(ofTicket === undefined ? [] : [ofTicket]), ...atBank] };
}

async function withLines({ db }: Context, found: readonly ListedOrder[]): Promise<OrderRow[]> {
  const ids = found.map(({ order }) => order.id);
  if (ids.length === 0) return [];
  const [lines, transferred] = await Promise.all([findLinesOfOrders(db, ids), findTransferredTickets(db, ids)]);
  return found.map(({ order, guest, isFlagged, refundTetri }) => {
    const own = lines.filter(({ orderId }) => orderId === order.id);
    return {
      id: order.id,
      state: order.state,
      total: toGel(order.totalTetri),
      refund: toGel(refundTetri),
      places: own.reduce((sum, { quantity }) => sum + quantity, 0),
      isFlagged,
      transferred: transferred.filter(({ orderId }) => orderId === order.id).map(({ id }) => id),
      nights: [...new Map(own.map(({ event }) => [event.id, event])).values()],
      guest,
      createdAt: toWireTime(order.createdAt),
    };
  });
}

/** Mails the tickets of an order again, to the guest's current address. @throws order_not_found, ticket_not_found if none is valid */
export async function mailOrderAgain(ctx: Context, orderId: number): Promise<Record<string, never>> {
  const recipient = await findRecipient(ctx.db, orderId);
  if (!recipient) throw new AppError('order_not_found');
  const valid = await findValidTicketsOfOrder(ctx.db, orderId);
  if (valid.length === 0) throw new AppError('ticket_not_found');
  return withTransaction(ctx, async (tx) => {
    const { email, language } = recipient;
    const key = `ticket:${orderId}:again:${randomUUID()}`;
    await queueMail(tx, { key, kind: 'ticket', recipient: email, language, payload: { orderId } });
    await recordAction(tx, { action: 'order.mail', subject: `order ${orderId}`, detail: { tickets: valid.length } });
    return storeAnswer(tx, {});
  });
}
