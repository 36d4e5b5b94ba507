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
import { findEventsByName, findTicketsBy } from './search.queries.ts';

/** The index of guests stores parts of three letters; shorter ones would read every guest. */
const INDEXED_PART = /\S{3}/;
const NUMBER = /^\d{1,15}$/;

/** A few events, guests, orders and tickets that match, of those that the caller may read. @throws unauthorized */
export async function searchClub(ctx: Context, { search }: { search: string }): Promise<SearchView> {
  const { rights } = requireUser(ctx);
  const may = (right: Right): boolean => rights.includes(right);
  const finding = findGuests(ctx, search, may);
  const [events, guests, orders, tickets] = await Promise.all([
    may('events.read') ? findEvents(ctx, search) : [],
    finding,
    may('money.read') ? findOrders(ctx, search, finding) : [],
    may('money.read') ? findTickets(ctx, search, finding) : [],
  ]);
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

type Guests = Promise<SearchView['guests']>;

const numberIn = (search: string): number | undefined => (NUMBER.test(search) ? Number(search) : undefined);

/** By the number of the order or the bank's, then the latest of the guests that were found. */
async function findOrders(ctx: Context, search: string, finding: Guests): Promise<SearchView['orders']> {
  const number = numberIn(search);
  const [byNumber, byGuest] = await Promise.all([
    findOrdersAtBank(ctx.db, search).then((atBank) => {
      const ids = [...(number === undefined ? [] : [number]), ...atBank];
      return ids.length > 0 ? listOrderRows(ctx, { ids, limit: FOUND_MAX }) : [];
    }),
    finding.then((guests) => (guests.length > 0 ? listOrderRows(ctx, { userIds: guests.map(({ id }) => id), limit: FOUND_MAX }) : [])),
  ]);
  return firstOf(byNumber, byGuest);
}

/** By its number, then the latest of the guests that were found. */
async function findTickets(ctx: Context, search: string, finding: Guests): Promise<SearchView['tickets']> {
  const id = numberIn(search);
  const [byNumber, byGuest] = await Promise.all([
    id === undefined ? [] : findTicketsBy(ctx.db, { id }, FOUND_MAX),
    finding.then((guests) =>
      guests.length > 0 ? findTicketsBy(ctx.db, { userIds: guests.map(({ id: guest }) => guest) }, FOUND_MAX) : [],
    ),
  ]);
  return firstOf(byNumber, byGuest);
}

const firstOf = <T extends { id: number }>(...found: (readonly T[])[]): T[] =>
  [...new Map(found.flat().map((row) => [row.id, row])).values()].slice(0, FOUND_MAX);
