import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { buyerColumns } from '#server/accounts/may-buy.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/sql-parts.ts';
import { holds, holdHistory } from '#server/sales/tables/holds.table.ts';
import { promoCodes } from '#server/sales/tables/promo-codes.table.ts';
import { resaleListings } from '#server/sales/tables/resale.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { Claim } from '#shared/tickets/claims.ts';

/** What an event has to sell at this moment. */
export type Stock = {
  event: Pick<
    typeof events.$inferSelect,
    'id' | 'state' | 'startsAt' | 'endsAt' | 'capacity' | 'soldOrReserved' | 'ticketsPerPerson' | 'verifiedOnly' | 'namesRequired'
  >;
  /** Of every kind, in the order set by staff. */
  ticketTypes: TicketType[];
  /** The fewest places that a waitlist entry wants; null while the waitlist is empty. */
  fewestAwaited: number | null;
  /** True while overdue holds still count as taken. */
  hasOverdueHolds: boolean;
};
export type TicketType = typeof ticketTypes.$inferSelect;

/** Returns the present stock of these events by their ids, drafts included. */
export async function findStock(db: Db, eventIds: readonly number[], now: Date): Promise<Map<number, Stock>> {
  const found = await db
    .select({
      event: {
        id: events.id,
        state: events.state,
        startsAt: events.startsAt,
        endsAt: events.endsAt,
        capacity: events.capacity,
        soldOrReserved: events.soldOrReserved,
        ticketsPerPerson: events.ticketsPerPerson,
        verifiedOnly: events.verifiedOnly,
        namesRequired: events.namesRequired,
      },
      fewestAwaited: sql<
        number | null
      >`(select min(w.quantity) from waitlist_entries w where w.event_id = events.id and w.state = 'waiting')`,
      hasOverdueHolds: sql<boolean>`exists (select from holds h where h.event_id = events.id and h.held_until <= ${now}::timestamptz)`,
    })
    .from(events)
    .where(inArray(events.id, [...eventIds]));
  const types = await db
    .select()
    .from(ticketTypes)
    .where(inArray(ticketTypes.eventId, [...eventIds]))
    .orderBy(asc(ticketTypes.position));
  const ofEvent = Map.groupBy(types, ({ eventId }) => eventId);
  return new Map(found.map((stock) => [stock.event.id, { ...stock, ticketTypes: ofEvent.get(stock.event.id) ?? [] }]));
}

/** An account that wants places of an event, with what its person has there. */
export type Guest = {
  userId: number;
  buyer: Pick<typeof users.$inferSelect, 'status' | 'bannedAt' | 'bannedUntil' | 'emailProvedAt' | 'deletedAt'> & {
    isPersonRejected: boolean;
  };
  /** Equal for all accounts whose places are counted together. */
  person: string;
  /** Valid tickets of the person; with shared places also what the person's other accounts hold. */
  owned: number;
  /** The account, with shared places the person, has an own place, used or not, at an event that wants names. */
  hasOwnPlace: boolean;
  /** The line in the account's cart, overdue or not. */
  hold: (typeof holds.$inferSelect & { /** How many of its `resaleQuantity` can still be sold. */ sellableListings: number }) | null;
  /** The last hold that ended unpaid. */
  past: typeof holdHistory.$inferSelect | null;
};
export type Wanted = { userId: number | null; eventId: number };

/**
 * `isShared`: accounts of one person share their places (PLACES_SHARED_BY_PERSON). `lockAccounts`: locks the accounts against changes by
 * staff until the transaction ends.
 */
type GuestRules = { isShared: boolean; lockAccounts?: boolean };

/** Returns a guest for each request, in order; undefined without an account. */
export async function findGuests(
  db: Db,
  wanted: readonly Wanted[],
  { isShared, lockAccounts = false }: GuestRules,
): Promise<(Guest | undefined)[]> {
  const place = sql<number>`wanted.place`.mapWith(Number);
  const query = db
    .select({
      place,
      userId: users.id,
      number: users.personalNumberDigest,
      buyer: { ...buyerColumns, deletedAt: users.deletedAt },
      owned: sql<number>`${sql.raw(ownedPlacesSql('users.id', 'wanted.event_id', isShared))}`,
      hasOwnPlace: sql<boolean>`exists (select from tickets t where t.user_id ${sql.raw(isShared ? accountsOfPersonSql('users.id') : '= users.id')}
        and t.event_id = wanted.event_id and t.state = 'valid' and t.claim in ('waiting', 'claimed'))`,
      hold: getTableColumns(holds),
      sellableListings: sql<number>`(select count(*)::int from resale_listings r join tickets t on t.id = r.ticket_id
        where r.hold_id = ${holds.id} and r.state = 'open' and t.state = 'valid' and t.used_at is null)`,
      past: getTableColumns(holdHistory),
    })
    .from(users)
    .innerJoin(
      sql`unnest(${column(wanted, 'userId')}::int[], ${column(wanted, 'eventId')}::int[]) with ordinality as wanted (user_id, event_id, place)`,
      sql`wanted.user_id = ${users.id}`,
    )
    .leftJoin(holds, and(eq(holds.userId, users.id), sql`${holds.eventId} = wanted.event_id`))
    .leftJoin(holdHistory, and(eq(holdHistory.userId, users.id), sql`${holdHistory.eventId} = wanted.event_id`));
  const rows = await (lockAccounts ? query.orderBy(asc(users.id)).for('share', { of: users }) : query);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return wanted.map((_, index) => {
    const row = byPlace.get(index + 1);
    if (!row) return undefined;
    const { userId, buyer, owned, hasOwnPlace, hold, past, number, sellableListings } = row;
    return {
      userId,
      buyer,
      person: isShared && number ? number : `account ${userId}`,
      owned,
      hasOwnPlace,
      hold: hold && { ...hold, sellableListings },
      past,
    };
  });
}

/** A promo or access code with the places that are held or sold with it. */
export type Code = typeof promoCodes.$inferSelect & { used: number; usedByPerson: number };
/** A code by its folded text, or by its id. */
export type WantedCode = { userId: number | null; eventId: number; folded: string } | { userId: number | null; promoCodeId: number };

/**
 * Returns these codes in order; undefined for one that does not exist. `usedByPerson`: by the account, or with `isShared` by the person.
 */
export async function findCodes(db: Db, wanted: readonly WantedCode[], isShared: boolean): Promise<(Code | undefined)[]> {
  if (wanted.length === 0) return [];
  const requested = wanted.map((each) => ({ eventId: null, folded: null, promoCodeId: null, ...each }));
  const rows = await db
    .select({
      place: sql<number>`wanted.place`.mapWith(Number),
      code: getTableColumns(promoCodes),
      usedByPerson: sql<number>`${sql.raw(promoCodePlacesSql('promo_codes.id', { userId: 'wanted.user_id', isShared }))}`,
    })
    .from(promoCodes)
    .innerJoin(
      sql`unnest(${column(requested, 'userId')}::int[], ${column(requested, 'eventId')}::int[], ${column(requested, 'folded')}::text[], ${column(requested, 'promoCodeId')}::int[])
        with ordinality as wanted (user_id, event_id, folded, promo_code_id, place)`,
      sql`${promoCodes.id} = coalesce(wanted.promo_code_id, (select c.id from promo_codes c where c.event_id = wanted.event_id and c.folded = wanted.folded))`,
    );
  // Counts each code once, however many requests name it.
  const counted = await db
    .select({ id: promoCodes.id, used: sql<number>`${sql.raw(promoCodePlacesSql('promo_codes.id'))}` })
    .from(promoCodes)
    .where(inArray(promoCodes.id, [...new Set(rows.map(({ code }) => code.id))]));
  const used = new Map(counted.map((code) => [code.id, code.used]));
  const byPlace = new Map(rows.map(({ place, code, usedByPerson }) => [place, { ...code, used: used.get(code.id) ?? 0, usedByPerson }]));
  return wanted.map((_, index) => byPlace.get(index + 1));
}

/** A valid, unused ticket that is listed for resale and whose place no one holds: one place of this type at this price. */
export type ListedTicket = { id: number; ticketTypeId: number; priceTetri: number; userId: number; claim: Claim };

/** Returns the tickets of an event that are listed for resale, in the order of listing. */
export const findListedTickets = (db: Db, eventId: number): Promise<ListedTicket[]> =>
  db
    .select({
      id: resaleListings.id,
      ticketTypeId: tickets.ticketTypeId,
      priceTetri: tickets.priceTetri,
      userId: tickets.userId,
      claim: tickets.claim,
    })
    .from(resaleListings)
    .innerJoin(tickets, eq(tickets.id, resaleListings.ticketId))
    .where(
      and(
        eq(resaleListings.eventId, eventId),
        eq(resaleListings.state, 'open'),
        isNull(resaleListings.holdId),
        eq(tickets.state, 'valid'),
        isNull(tickets.usedAt),
      ),
    )
    .orderBy(asc(resaleListings.id));

/**
 * Ends an SQL condition: a user is one of the accounts with this user's personal number. An account without a number is a separate person.
 */
function accountsOfPersonSql(userId: string): string {
  const number = `(select me.personal_number_digest from users me where me.id = ${userId})`;
  return `in (select account.id from users account where account.id = ${userId} or account.personal_number_digest = ${number})`;
}

const ticketsSql = (isOwner: string, eventId: string): string =>
  `(select count(*)::int from tickets t where t.user_id ${isOwner} and t.event_id = ${eventId} and t.state = 'valid')`;

/**
 * Counts the valid tickets of a user for an event, in SQL, from the columns that name both. `isShared`: those of all accounts with the
 * user's personal number, and the other accounts' holds; overdue holds count until they are released: late money may still use them.
 */
function ownedPlacesSql(userId: string, eventId: string, isShared: boolean): string {
  if (!isShared) return ticketsSql(`= ${userId}`, eventId);
  const accounts = accountsOfPersonSql(userId);
  const held = `select coalesce(sum(other.quantity), 0)::int from holds other
    where other.user_id <> ${userId} and other.user_id ${accounts} and other.event_id = ${eventId}`;
  return `(${ticketsSql(accounts, eventId)} + (${held}))`;
}

/**
 * Counts the places that are held or sold with a code, in SQL: all, or one buyer's. Overdue holds count until they are released. A
 * transferred ticket counts for its buyer.
 */
function promoCodePlacesSql(code: string, buyer?: { userId: string; isShared: boolean }): string {
  const isBuyer = buyer && (buyer.isShared ? accountsOfPersonSql(buyer.userId) : `= ${buyer.userId}`);
  const by = (row: string) => (isBuyer === undefined ? '' : `and ${row}.user_id ${isBuyer}`);
  return `((select coalesce(sum(used.quantity), 0)::int from holds used where used.promo_code_id = ${code} ${by('used')})
    + (select count(*)::int from order_lines line join tickets bought on bought.order_line_id = line.id and bought.state = 'valid'
      join orders purchase on purchase.id = line.order_id where line.promo_code_id = ${code} ${by('purchase')}))`;
}
