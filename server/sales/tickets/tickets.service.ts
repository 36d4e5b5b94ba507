import { randomInt, randomUUID } from 'node:crypto';
import { findUserById } from '#server/accounts/accounts.queries.ts';
import { type Context, storeAnswer, perServer, requireUser, withTransaction } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import type { Db } from '#server/platform/db/client.ts';
import { HOUR, type Limit, consumeLimits } from '#server/platform/limits/limits.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { findGuests } from '#server/sales/inventory/availability.queries.ts';
import { createQueue } from '#server/platform/queue.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { toWireTime } from '#shared/dates.ts';
import { toGel } from '#shared/money.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { qrDataUrl } from '#server/platform/qr-picture.ts';
import { claimFor, guestsKnownOf, type Claim, hasCode } from '#shared/tickets/claims.ts';
import { codeForHolder } from './ticket-code.ts';
import {
  countWaitingTickets,
  findEventsWithNames,
  findNextTicket,
  findOpenTicket,
  findOpenTickets,
  findRecipient,
  insertTickets,
  listTicketsOfUsers,
  lockOwners,
  type OwnTicketRow,
  numberPlaces,
} from './tickets.queries.ts';
import { printTickets, ticketPdfOf } from './ticket-print.ts';

/** Per account: files of one ticket (PDF or wallet pass), files of all tickets, and tickets that are mailed again. */
export const TICKET_FILES: Limit = { name: 'ticketPdf', points: 60, duration: HOUR };
const ALL_TICKETS_FILES: Limit = { name: 'allTicketsPdf', points: 6, duration: HOUR };
const TICKET_MAILS: Limit = { name: 'ticketMail', points: 3, duration: HOUR };

/** A paid order line: `quantity` places of one ticket type. */
export type TicketLine = {
  id: number;
  userId: number;
  eventId: number;
  ticketTypeId: number;
  quantity: number;
  priceTetri: number;
  /** The club gave it to a guest whom it named, so that no verification is waited for. */
  isComplimentary?: boolean;
};
/** `code` is the text of the QR code; empty while the ticket has none. */
export type IssuedTicket = {
  id: number;
  userId: number;
  eventId: number;
  ticketTypeId: number;
  orderLineId: number;
  priceTetri: number;
  claim: Claim;
  code: string;
};

/**
 * Issues one ticket for every place of the lines, in the caller's transaction. Where an event wants names, its buyer gets one place and the
 * others wait to be claimed. Fails if a line has its tickets already: only the code that sets the order to `paid` may call this, once.
 */
export async function issueTickets(tx: Context, lines: readonly TicketLine[]): Promise<IssuedTicket[]> {
  const places = lines.flatMap((line) => Array.from({ length: line.quantity }, (_, place) => ({ line, place })));
  if (places.length === 0) return [];
  const ids = await nextTicketIds(tx.db, places.length);
  const rows = places.map(
    ({ line: { id: orderLineId, userId, eventId, ticketTypeId, priceTetri, isComplimentary = false }, place }, index) => {
      return { id: ids[index] ?? 0, orderLineId, place, userId, eventId, ticketTypeId, priceTetri, isComplimentary };
    },
  );
  const claimed = await withClaims(tx, rows);
  await insertTickets(tx.db, claimed, tx.clock.now());
  return claimed.map(({ id, userId, eventId, ticketTypeId, orderLineId, priceTetri, claim }) => {
    const ticket = { id, userId, eventId, ticketTypeId, orderLineId, priceTetri, claim };
    return { ...ticket, code: hasCode(claim) ? codeForHolder(tx.keys, ticket) : '' };
  });
}

type Place = { userId: number; eventId: number };
const placeKey = ({ userId, eventId }: Place): string => `${userId} ${eventId}`;

/** Adds whose each new ticket is: at an event that wants names, the first is its buyer's, unless the buyer has a place already. */
async function withClaims<Row extends Place & { isComplimentary: boolean }>(
  { db, env }: Context,
  rows: readonly Row[],
): Promise<(Row & { claim: Claim })[]> {
  const events = new Map(
    (await findEventsWithNames(db, [...new Set(rows.map(({ eventId }) => eventId))])).map((event) => [event.id, event]),
  );
  if (events.size === 0) return rows.map((row) => ({ ...row, claim: 'bearer' }));
  const wanted = [...new Map(rows.filter(({ eventId }) => events.has(eventId)).map((row) => [placeKey(row), row])).values()];
  const statusOf = new Map((await lockOwners(db, [...new Set(wanted.map(({ userId }) => userId))])).map(({ id, status }) => [id, status]));
  const guests = await findGuests(db, wanted, { isShared: env.placesSharedByPerson });
  const taken = new Set(wanted.filter((_, index) => guests[index]?.hasOwnPlace).map(placeKey));
  return rows.map((row) => {
    const [event, status] = [events.get(row.eventId), statusOf.get(row.userId)];
    if (!event || !status) return { ...row, claim: 'bearer' };
    if (taken.has(placeKey(row))) return { ...row, claim: 'unclaimed' };
    taken.add(placeKey(row));
    return { ...row, claim: claimFor(row.isComplimentary ? 'named' : guestsKnownOf(event), status) };
  });
}

/**
 * Returns the caller's own tickets, newest first, without refunded ones and those that wait for a proof of the address. @throws
 * unauthorized
 */
export async function listMyTickets(ctx: Context): Promise<TicketView[]> {
  const { userId } = requireUser(ctx);
  const rows = await findOwn(ctx, userId);
  return rows.map((row) => toTicketView(ctx, row));
}

/** Guests who have paid poll until their tickets exist, so simultaneous reads share one statement. */
const findOwn = batched<number, OwnTicketRow[]>(async ({ db }, userIds) => {
  const rows = Map.groupBy(await listTicketsOfUsers(db, userIds), ({ userId }) => userId);
  return userIds.map((userId) => rows.get(userId) ?? []);
});

/** Returns the caller's ticket of the current or next event. @throws unauthorized */
export async function nextTicket(ctx: Context): Promise<{ ticket: TicketView | null }> {
  const row = await findNextTicket(ctx.db, requireUser(ctx).userId, ctx.clock.now());
  return { ticket: row ? toTicketView(ctx, row) : null };
}

/** Counts the tickets that were given to the caller's address and wait until it is proved. @throws unauthorized */
export async function countWaiting(ctx: Context): Promise<{ count: number }> {
  return { count: await countWaitingTickets(ctx.db, requireUser(ctx).userId) };
}

function toTicketView(ctx: Context, row: OwnTicketRow): TicketView {
  const code = codeForHolder(ctx.keys, row);
  return {
    id: row.id,
    basket: {
      id: row.ticketTypeId,
      eventId: row.eventId,
      price: toGel(row.priceTetri),
      name: row.ticketTypeName,
      nameLat: row.ticketTypeNameLat,
    },
    qrCodeUrl: qrDataUrl(code),
    isUsedTicket: row.usedAt !== null,
    holderName: row.holderName,
    usedAt: row.usedAt && toWireTime(row.usedAt),
    code,
  };
}

// 26 rising bits (the sequence `ticket_order` ends there) above 27 random ones fill the 53 bits of a safe integer.
const RANDOM_RANGE = 2 ** 27;

/** Returns ids for new tickets, ascending in the order of issue in every process, and impossible to guess. */
export async function nextTicketIds(db: Db, count: number): Promise<number[]> {
  const places = await numberPlaces(db, count);
  return places.map((place) => place * RANDOM_RANGE + randomInt(RANDOM_RANGE));
}

/** Only a short queue, because the thread draws one file after the other. */
const printingOf = perServer(() => createQueue({ atOnce: 1, waiting: 20, retryAfterSeconds: 10 }));

/** About two seconds of the thread's work. */
const PAGES_MAX = 100;

/** Returns an own unused ticket as a PDF. @throws unauthorized, ticket_not_found, too_many_requests */
export async function ticketPdf(ctx: Context, id: number, language: Language = DEFAULT_LANGUAGE): Promise<Buffer> {
  const { userId } = requireUser(ctx);
  const ticket = await findOpenTicket(ctx.db, userId, id);
  if (!ticket) throw new AppError('ticket_not_found');
  await consumeLimits(ctx, [TICKET_FILES, String(userId)]);
  return printingOf(ctx).run(() => printTickets(ticketPdfOf(ctx, [ticket], language)));
}

/**
 * Returns all own unused tickets in one file; if there are too many, those of the latest events. @throws unauthorized, ticket_not_found,
 * too_many_requests
 */
export async function allTicketsPdf(ctx: Context, language: Language = DEFAULT_LANGUAGE): Promise<Buffer> {
  const { userId } = requireUser(ctx);
  const tickets = await findOpenTickets(ctx.db, userId, PAGES_MAX);
  if (tickets.length === 0) throw new AppError('ticket_not_found');
  await consumeLimits(ctx, [ALL_TICKETS_FILES, String(userId)]);
  return printingOf(ctx).run(() => printTickets(ticketPdfOf(ctx, tickets, language)));
}

/**
 * Mails the whole order of an own unused ticket again, to the guest's present address; a transferred ticket alone. @throws unauthorized,
 * ticket_not_found, too_many_requests
 */
export async function mailTicketAgain(ctx: Context, id: number): Promise<Record<string, never>> {
  const { userId } = requireUser(ctx);
  const ticket = await findOpenTicket(ctx.db, userId, id);
  const isBuyer = ticket?.buyerId === userId;
  const recipient = ticket && (await (isBuyer ? findRecipient(ctx.db, ticket.orderId) : findUserById(ctx.db, userId)));
  if (!recipient) throw new AppError('ticket_not_found');
  await consumeLimits(ctx, [TICKET_MAILS, String(userId)]);
  const { orderId } = ticket;
  return withTransaction(ctx, async (tx) => {
    await queueMail(tx, {
      key: `ticket:${orderId}:again:${randomUUID()}`,
      kind: 'ticket',
      recipient: recipient.email,
      language: recipient.language,
      payload: isBuyer ? { orderId } : { orderId, ticketId: id },
    });
    return storeAnswer(tx, {});
  });
}
