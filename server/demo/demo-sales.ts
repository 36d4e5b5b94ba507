import { randomBytes, randomUUID } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import { scans } from '#server/door/door.table.ts';
import { fakeBankOrders } from '#server/fake-bank/fake-bank.table.ts';
import type { Context } from '#server/platform/context.ts';
import { changeStock } from '#server/sales/inventory/stock.queries.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { ledgerEntries, payments } from '#server/sales/tables/payments.table.ts';
import { type IssuedTicket, issueTickets } from '#server/sales/tickets/tickets.service.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { isAdmitted } from '#shared/accounts/account-rules.ts';
import { CURRENCY } from '#shared/constants.ts';
import { addDays } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { toGel } from '#shared/money.ts';
import type { DemoGuest } from './demo-accounts.ts';
import type { DemoEvent, EventTimes } from './demo-events.ts';

type TicketType = { id: number; priceTetri: number };
type Sale = { eventId: number; ticketType: TicketType; buyerIds: readonly number[]; at: Date };

/** Sells one place to each buyer, paid at `at`: writes the rows of completed purchases, including those of the fake bank. */
async function sell(demo: Context, { eventId, ticketType, buyerIds, at }: Sale): Promise<IssuedTicket[]> {
  if (buyerIds.length === 0) return [];
  const tx = { ...demo, clock: { now: () => at } };
  const { id: ticketTypeId, priceTetri } = ticketType;
  const placed = await tx.db
    .insert(orders)
    .values(
      buyerIds.map((userId) => ({
        userId,
        totalTetri: priceTetri,
        language: 'en' as const,
        state: 'paid' as const,
        createdAt: at,
        settledAt: at,
      })),
    )
    .returning({ id: orders.id, userId: orders.userId });
  const buyerOf = new Map(placed.map(({ id, userId }) => [id, userId]));
  const lines = await tx.db
    .insert(orderLines)
    .values(placed.map(({ id: orderId }) => ({ orderId, eventId, ticketTypeId, quantity: 1, priceTetri })))
    .returning();
  await collect(tx, [...buyerOf.keys()], priceTetri);
  await changeStock(tx.db, [{ eventId, ticketTypeId, places: lines.length }]);
  return issueTickets(
    tx,
    lines.map((line) => ({ ...line, userId: buyerOf.get(line.orderId) ?? 0 })),
  );
}

async function collect({ db, clock }: Context, orderIds: readonly number[], amountTetri: number): Promise<void> {
  const now = clock.now();
  const paid = await db
    .insert(payments)
    .values(
      orderIds.map((orderId) => ({
        orderId,
        provider: 'fake' as const,
        providerOrderId: randomUUID(),
        idempotencyKey: randomUUID(),
        returnToken: randomBytes(24).toString('base64url'),
        state: 'paid' as const,
        amountTetri,
        currency: CURRENCY,
        capturedTetri: amountTetri,
        capturedCurrency: CURRENCY,
        createdAt: now,
        expiresAt: now,
        checkAt: now,
        settledAt: now,
      })),
    )
    .returning();
  const entry = { currency: CURRENCY, createdAt: now };
  await db.insert(ledgerEntries).values(
    paid.flatMap(({ id }) => [
      { ...entry, movement: `capture ${id}`, paymentId: id, account: 'bank' as const, amountTetri },
      { ...entry, movement: `capture ${id}`, paymentId: id, account: 'sales' as const, amountTetri: -amountTetri },
    ]),
  );
  await db.insert(fakeBankOrders).values(paid.map((payment) => bankOrderOf(payment, now)));
}

type Paid = Pick<typeof payments.$inferSelect, 'orderId' | 'providerOrderId' | 'amountTetri'>;

/** The bank's row of an approved order, so that the fake bank answers status and refund requests. */
function bankOrderOf({ orderId, providerOrderId, amountTetri }: Paid, now: Date): typeof fakeBankOrders.$inferInsert {
  const ofClub = 'https://club.example/';
  const price = toGel(amountTetri);
  const request = {
    callback_url: ofClub,
    external_order_id: String(orderId),
    purchase_units: { currency: CURRENCY, total_amount: price, basket: [{ product_id: 'demo', quantity: 1, unit_price: price }] },
    redirect_urls: { success: ofClub, fail: ofClub },
    ttl: 15,
    language: 'en',
  };
  return {
    id: providerOrderId ?? '',
    requestHash: '',
    request,
    externalOrderId: String(orderId),
    amountTetri,
    reportedTetri: amountTetri,
    currency: CURRENCY,
    outcome: 'approve',
    status: 'completed',
    createdAt: now,
    completesAt: now,
    expiresAt: now,
  };
}

type Events = { past: DemoEvent[]; running: DemoEvent[]; coming: DemoEvent[] };
type People = { guestId: number; adminId: number; guests: readonly DemoGuest[] };
type Buying = { eventId: number; ticketType: DemoEvent['ticketTypes'][number]; buyerIds: readonly number[] };

/** Buyers per day before an event, the last day first. */
const BUYERS_BY_DAY = [14, 22, 19, 9, 17, 6, 8];
const BUYERS_AT_THE_DOOR = 78;

/** Guests attended the last event and attend tonight; the demo account attended the last one and has a ticket for the next. */
export async function fillEvents(tx: Context, { past, running, coming }: Events, { guestId, adminId, guests }: People): Promise<void> {
  const buyers = guests.filter(({ status }) => isAdmitted(status)).map(({ id }) => id);
  const [lastEvent, tonight, nextEvent] = [past.at(-1), running[0], coming[0]];
  if (lastEvent) await fill(tx, lastEvent, { ahead: [...buyers.slice(-BUYERS_AT_THE_DOOR), guestId], atTheDoor: [], adminId });
  if (tonight)
    await fill(tx, tonight, { ahead: buyers.slice(BUYERS_AT_THE_DOOR), atTheDoor: buyers.slice(0, BUYERS_AT_THE_DOOR), adminId });
  const [ticketType] = nextEvent?.ticketTypes ?? [];
  if (nextEvent && ticketType) await sell(tx, { eventId: nextEvent.id, ticketType, buyerIds: [guestId], at: tx.clock.now() });
}

type Guests = { ahead: readonly number[]; atTheDoor: readonly number[]; adminId: number };

async function fill(tx: Context, { id: eventId, ticketTypes, ...event }: DemoEvent, { ahead, atTheDoor, adminId }: Guests): Promise<void> {
  const [first, second = first] = ticketTypes;
  if (!first || !second) return;
  const early = await sellAhead(tx, event.startsAt, { eventId, ticketType: first, buyerIds: ahead });
  const late = await sell(tx, { eventId, ticketType: second, buyerIds: atTheDoor, at: new Date(event.startsAt.getTime() + HOUR_MS) });
  await admitDemoGuests(tx, { ...event, ticketIds: [...early, ...late].map(({ id }) => id), staffId: adminId });
}

/** Spreads the sales to all buyers over the days before the event; the last day takes the rest. */
async function sellAhead(tx: Context, startsAt: Date, { eventId, ticketType, buyerIds }: Buying) {
  const sold = [];
  let from = 0;
  for (const [days, buyers] of BUYERS_BY_DAY.entries()) {
    const isLast = days === BUYERS_BY_DAY.length - 1;
    const part = buyerIds.slice(from, isLast ? undefined : from + buyers);
    sold.push(...(await sell(tx, { eventId, ticketType, buyerIds: part, at: addDays(startsAt, -1 - days) })));
    from += buyers;
  }
  return sold;
}

type NewScan = typeof scans.$inferInsert;
type Evening = EventTimes & { ticketIds: readonly number[]; staffId: number };

const FIRST_AFTER_MS = 8 * MINUTE_MS;
/** Arrivals end this long after the doors opened. */
const LAST_AFTER_MS = 6 * 60 * MINUTE_MS;
const TURNED_AWAY_ONE_IN = 29;
const TRIED_AGAIN_ONE_IN = 23;
const TRIED_AGAIN_AFTER_MS = 9 * MINUTE_MS;

/** Records door decisions about tickets up to now, most of them in the middle of the event. No one enters twice, but some try. */
async function admitDemoGuests({ db, clock }: Context, { startsAt, ticketIds, staffId }: Evening): Promise<void> {
  const now = clock.now().getTime();
  const decision = (ticketId: number, at: number, verdict: Pick<NewScan, 'result' | 'reason'>): NewScan => {
    return { ticketId, staffId, ...verdict, isManual: false, decidedAt: new Date(at) };
  };
  const decided = ticketIds
    .map((id, place) => ({ id, place, at: startsAt.getTime() + arrivalAfter(place / ticketIds.length) }))
    .filter(({ at }) => at < now)
    .flatMap(({ id, place, at }) => {
      if (place % TURNED_AWAY_ONE_IN === 7) return [decision(id, at, { result: 'rejected', reason: 'rejected_by_staff' })];
      const admitted = decision(id, at, { result: 'accepted', reason: 'valid' });
      const again = at + TRIED_AGAIN_AFTER_MS;
      if (place % TRIED_AGAIN_ONE_IN !== 5 || again >= now) return [admitted];
      return [admitted, decision(id, again, { result: 'refused', reason: 'ticket_used' })];
    })
    .toSorted((a, b) => a.decidedAt.getTime() - b.decidedAt.getTime());
  if (decided.length === 0) return;
  await db.insert(scans).values(decided);
  const admittedAt = sql`(select s.decided_at from scans s where s.ticket_id = ${tickets.id} and s.result = 'accepted')`;
  await db
    .update(tickets)
    .set({ usedAt: admittedAt })
    .where(inArray(tickets.id, [...ticketIds]));
}

/** When the guest at this share of all arrivals comes: few at the beginning and end, four times as many in between. */
function arrivalAfter(share: number): number {
  const fromMiddle = 2 * share - 1;
  return FIRST_AFTER_MS + (LAST_AFTER_MS - FIRST_AFTER_MS) * (0.5 + (fromMiddle + fromMiddle ** 3) / 4);
}
