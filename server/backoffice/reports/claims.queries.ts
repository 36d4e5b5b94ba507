import { sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';

export type ClaimCounts = { claimed: number; waiting: number; unclaimed: number; resold: number };

/** Counts the valid tickets of an event by whose they are, and those that were sold again before anyone claimed them. */
export async function countClaims(db: Db, eventId: number): Promise<ClaimCounts> {
  const { rows } = await db.execute<ClaimCounts>(sql`
    select count(*) filter (where t.state = 'valid' and (t.claim = 'claimed' or t.claim = 'unclaimed' and t.used_at is not null))::int as claimed,
      count(*) filter (where t.state = 'valid' and t.claim = 'waiting')::int as waiting,
      count(*) filter (where t.state = 'valid' and t.claim = 'unclaimed' and t.used_at is null)::int as unclaimed,
      count(*) filter (where t.claim = 'unclaimed' and exists (
        select from resale_listings r where r.ticket_id = t.id and r.state = 'sold'))::int as resold
    from tickets t where t.event_id = ${eventId}`);
  return rows[0] ?? { claimed: 0, waiting: 0, unclaimed: 0, resold: 0 };
}
