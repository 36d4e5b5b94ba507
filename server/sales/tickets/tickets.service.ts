import { toGel } from '#shared/money.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { type Context, requireUser } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import { qrDataUrl } from './qr-picture.ts';
import { signTicketCode } from './ticket-code.ts';
import { nextTicketIds } from './ticket-id.ts';
import { insertTickets, listTicketsOfUsers, type OwnTicketRow } from './tickets.queries.ts';

/** A paid order line: `quantity` places of one basket. */
export type TicketLine = { id: number; userId: number; eventId: number; basketId: number; quantity: number; priceTetri: number };
/** `code` is the text of the QR code. */
export type IssuedTicket = {
  id: number;
  userId: number;
  eventId: number;
  basketId: number;
  orderLineId: number;
  priceTetri: number;
  code: string;
};

/**
 * Issues one ticket for every place of the lines, in the caller's transaction. A line that has its tickets already fails the
 * transaction: only whoever turned the order to `paid` may call this, once.
 */
export async function issueTickets(tx: Context, lines: readonly TicketLine[]): Promise<IssuedTicket[]> {
  const places = lines.flatMap((line) => Array.from({ length: line.quantity }, (_, place) => ({ line, place })));
  if (places.length === 0) return [];
  const ids = await nextTicketIds(tx.db, places.length);
  const rows = places.map(({ line: { id: orderLineId, userId, eventId, basketId, priceTetri }, place }, index) => {
    return { id: ids[index] ?? 0, orderLineId, place, userId, eventId, basketId, priceTetri };
  });
  await insertTickets(tx.db, rows, tx.clock.now());
  return rows.map(({ id, userId, eventId, basketId, orderLineId, priceTetri }) => {
    return { id, userId, eventId, basketId, orderLineId, priceTetri, code: signTicketCode(tx.keys, { id, userId, eventId }) };
  });
}

/** The caller's own tickets, newest first; refunded ones are left out. @throws unauthorized */
export async function listMyTickets(ctx: Context): Promise<TicketView[]> {
  const { userId } = requireUser(ctx);
  const rows = await findOwn(ctx, userId);
  return rows.map((row) => toTicketView(ctx, row));
}

/** Whoever has paid looks again and again until the tickets are there. */
const findOwn = batched<number, OwnTicketRow[]>(async ({ db }, userIds) => {
  const rows = Map.groupBy(await listTicketsOfUsers(db, userIds), ({ userId }) => userId);
  return userIds.map((userId) => rows.get(userId) ?? []);
});

function toTicketView(ctx: Context, row: OwnTicketRow): TicketView {
  const code = signTicketCode(ctx.keys, row);
  return {
    id: row.id,
    basket: { id: row.basketId, eventId: row.eventId, price: toGel(row.priceTetri), name: row.basketName, nameLat: row.basketNameLat },
    qrCodeUrl: qrDataUrl(code),
    isUsedTicket: row.usedAt !== null,
    code,
  };
}
