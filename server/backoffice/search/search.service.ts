import { digestNumber } from '#server/accounts/personal-data.ts';
import { listRows } from '#server/backoffice/guests/guests.queries.ts';
import { guestSearchOf } from '#server/backoffice/guests/guests.service.ts';
import { findOrdersAtBank } from '#server/backoffice/orders/staff-orders.queries.ts';
import { listOrderRows } from '#server/backoffice/orders/staff-orders.service.ts';
import { type Context, requireUser } from '#server/platform/context.ts';
import { wordPatterns } from '#server/platform/db/sql-parts.ts';
import { toWireTime } from '#shared/dates.ts';
import type { Right } from '#shared/staff/rights.ts';
import { FOUND_MAX, type SearchView } from '#shared/staff/search.contract.ts';
import { findEventsByName, findTickets } from './search.queries.ts';

/** The index of guests stores parts of three letters; shorter ones would read every guest. */
const INDEXED_PART = /\S{3}/;
const NUMBER = /^\d{1,15}$/;

/** A few events, guests, orders and tickets that match, of those that the caller may read. @throws unauthorized */
export async function searchClub(ctx: Context, { search }: { search: string }): Promise<SearchView> {
  const { rights } = requireUser(ctx);
  const may = (right: Right): boolean => rights.includes(right);
  const [events, guests] = await Promise.all([may('events.read') ? findEvents(ctx, search) : [], findGuests(ctx, search, may)]);
  const [orders, tickets] = may('money.read') ? await findSales(ctx, search, guests) : [[], []];
  return { events, guests: may('guests.read') ? guests : [], orders, tickets };
}

async function findEvents(ctx: Context, search: string): Promise<SearchView['events']> {
  const found = await findEventsByName(ctx.db, { patterns: wordPatterns(search), now: ctx.clock.now() }, FOUND_MAX);
  return found.map(({ startsAt, ...event }) => ({ ...event, startDate: toWireTime(startsAt) }));
}

/** Those who read money find orders by guest, too. Only who reads guests finds them by their personal number. */
async function findGuests(ctx: Context, search: string, may: (right: Right) => boolean): Promise<SearchView['guests']> {
  const wanted = guestSearchOf(search);
  if (!wanted || !INDEXED_PART.test(search) || !(may('guests.read') || may('money.read'))) return [];
  const { patterns, personalNumber } = wanted;
  const digest = personalNumber === undefined || !may('guests.read') ? undefined : digestNumber(ctx.keys, personalNumber);
  const rows = await listRows(ctx.db, { found: { patterns, digest } }, FOUND_MAX);
  return rows.map(({ id, firstName, lastName, email }) => ({ id, firstName, lastName, email }));
}

/** By the number of an order, a ticket or the bank, else by the guests that were found. */
async function findSales(
  ctx: Context,
  search: string,
  guests: SearchView['guests'],
): Promise<[SearchView['orders'], SearchView['tickets']]> {
  const number = NUMBER.test(search) ? Number(search) : undefined;
  const userIds = guests.map(({ id }) => id);
  const atBank = await findOrdersAtBank(ctx.db, search);
  const ids = [...(number === undefined ? [] : [number]), ...atBank];
  const [byNumber, byGuest, tickets] = await Promise.all([
    ids.length > 0 ? listOrderRows(ctx, { ids, limit: FOUND_MAX }) : [],
    userIds.length > 0 ? listOrderRows(ctx, { userIds, limit: FOUND_MAX }) : [],
    number !== undefined || userIds.length > 0 ? findTickets(ctx.db, { id: number, userIds }, FOUND_MAX) : [],
  ]);
  const orders = [...new Map([...byNumber, ...byGuest].map((order) => [order.id, order])).values()];
  return [orders.slice(0, FOUND_MAX), tickets];
}
