import { inArray, sql } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { scans } from '#server/door/door.table.ts';
import { tickets } from '#server/sales/tickets/tickets.table.ts';
import type { Night } from './demo-schedule.ts';

type NewScan = typeof scans.$inferInsert;
type Evening = Night & { ticketIds: readonly number[]; staffId: number };

const MINUTE_MS = 60_000;
const FIRST_AFTER_MS = 8 * MINUTE_MS;
/** A night begins to thin out so long after the doors opened. */
const LAST_AFTER_MS = 6 * 60 * MINUTE_MS;
const TURNED_AWAY_ONE_IN = 29;
const TRIED_AGAIN_ONE_IN = 23;
const TRIED_AGAIN_AFTER_MS = 9 * MINUTE_MS;

/** The decisions of a door about tickets, most of them in the middle of the night, up to this moment. Nobody comes twice; some try. */
export async function admitDemoGuests({ db, clock }: Context, { startsAt, ticketIds, staffId }: Evening): Promise<void> {
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

/** When the guest at this share of the queue comes: few at first and at last, four times as many in between. */
function arrivalAfter(share: number): number {
  const fromMiddle = 2 * share - 1;
  return FIRST_AFTER_MS + (LAST_AFTER_MS - FIRST_AFTER_MS) * (0.5 + (fromMiddle + fromMiddle ** 3) / 4);
}
