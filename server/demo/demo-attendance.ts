import { inArray, sql } from 'drizzle-orm';
import { scans } from '#server/door/door.table.ts';
import type { Context } from '#server/platform/context.ts';
import { tickets } from '#server/sales/tickets/tickets.table.ts';
import { isAdmitted } from '#shared/accounts/account-rules.ts';
import { addDays } from '#shared/dates.ts';
import type { DemoEvent, EventTimes } from './demo-events.ts';
import type { DemoGuest } from './demo-accounts.ts';
import { sell } from './demo-sales.ts';

type Events = { past: DemoEvent[]; running: DemoEvent[]; coming: DemoEvent[] };
type People = { guestId: number; adminId: number; guests: readonly DemoGuest[] };
type Buying = { eventId: number; release: DemoEvent['releases'][number]; buyerIds: readonly number[] };

/** The number of buyers per day before an event, the last day first. */
const BUYERS_BY_DAY = [14, 22, 19, 9, 17, 6, 8];
const BUYERS_AT_THE_DOOR = 78;
const HOUR_MS = 60 * 60 * 1000;

/** Guests attended the last event and attend tonight; the demo account attended the last one and has a ticket for the next. */
export async function fillEvents(tx: Context, { past, running, coming }: Events, { guestId, adminId, guests }: People): Promise<void> {
  const buyers = guests.filter(({ status }) => isAdmitted(status)).map(({ id }) => id);
  const [lastEvent, tonight, nextEvent] = [past.at(-1), running[0], coming[0]];
  if (lastEvent) await fill(tx, lastEvent, { ahead: [...buyers.slice(-BUYERS_AT_THE_DOOR), guestId], atTheDoor: [], adminId });
  if (tonight)
    await fill(tx, tonight, { ahead: buyers.slice(BUYERS_AT_THE_DOOR), atTheDoor: buyers.slice(0, BUYERS_AT_THE_DOOR), adminId });
  const [release] = nextEvent?.releases ?? [];
  if (nextEvent && release) await sell(tx, { eventId: nextEvent.id, release, buyerIds: [guestId], at: tx.clock.now() });
}

type Guests = { ahead: readonly number[]; atTheDoor: readonly number[]; adminId: number };

async function fill(tx: Context, { id: eventId, releases, ...event }: DemoEvent, { ahead, atTheDoor, adminId }: Guests): Promise<void> {
  const [first, second = first] = releases;
  if (!first || !second) return;
  const early = await sellAhead(tx, event.startsAt, { eventId, release: first, buyerIds: ahead });
  const late = await sell(tx, { eventId, release: second, buyerIds: atTheDoor, at: new Date(event.startsAt.getTime() + HOUR_MS) });
  await admitDemoGuests(tx, { ...event, ticketIds: [...early, ...late].map(({ id }) => id), staffId: adminId });
}

/** Sells to all buyers over the days before the event; the last day takes the rest. */
async function sellAhead(tx: Context, startsAt: Date, { eventId, release, buyerIds }: Buying) {
  const sold = [];
  let from = 0;
  for (const [days, buyers] of BUYERS_BY_DAY.entries()) {
    const isLast = days === BUYERS_BY_DAY.length - 1;
    const part = buyerIds.slice(from, isLast ? undefined : from + buyers);
    sold.push(...(await sell(tx, { eventId, release, buyerIds: part, at: addDays(startsAt, -1 - days) })));
    from += buyers;
  }
  return sold;
}

type NewScan = typeof scans.$inferInsert;
type Evening = EventTimes & { ticketIds: readonly number[]; staffId: number };

const MINUTE_MS = 60_000;
const FIRST_AFTER_MS = 8 * MINUTE_MS;
/** Arrivals end this long after the doors opened. */
const LAST_AFTER_MS = 6 * 60 * MINUTE_MS;
const TURNED_AWAY_ONE_IN = 29;
const TRIED_AGAIN_ONE_IN = 23;
const TRIED_AGAIN_AFTER_MS = 9 * MINUTE_MS;

/**
 * Records the door's decisions about tickets, most of them in the middle of the event, up to this moment. Nobody enters twice; some try.
 */
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

/** When the guest at this share of all arrivals comes: few at the beginning and the end, four times as many in between. */
function arrivalAfter(share: number): number {
  const fromMiddle = 2 * share - 1;
  return FIRST_AFTER_MS + (LAST_AFTER_MS - FIRST_AFTER_MS) * (0.5 + (fromMiddle + fromMiddle ** 3) / 4);
}
