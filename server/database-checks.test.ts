import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { admit, openDoor } from '#tests/factories/door.ts';

/** Returns a statement that copies a row of a table, with other values in these columns. */
const again = (table: string, others: Record<string, unknown>) => `insert into ${table} overriding system value
  select (jsonb_populate_record(null::${table}, to_jsonb(row) || '${JSON.stringify(others)}')).* from ${table} row limit 1`;

/** Each statement breaks a rule without the code that would refuse it first. */
const forbidden = [
  ['ticket_types_stock', 'update ticket_types set sold_or_reserved = allocation + 1'],
  ['events_stock', 'update events set sold_or_reserved = capacity + 1'],
  ['tickets_once_per_place', again('tickets', { id: 1000 })],
  ['scans_one_acceptance_per_ticket', again('scans', { id: 1000, scan_id: randomUUID() })],
  ['event_notices_once', again('event_notices', { id: 1000 })],
] as const;

test.each(forbidden)('the database by itself refuses what %s forbids', async (name, statement) => {
  const { scan, event, admin, owner } = await openDoor();
  await scan(admit);
  await owner.execute(sql`insert into event_notices (event_id, kind, version, started_at, ended_at, reason, created_by, created_at)
    select id, 'moved', 1, starts_at, ends_at, '', ${admin.id}, now() from events where id = ${event.id}`);
  await expect(owner.$client.query(statement)).rejects.toMatchObject({ constraint: name });
});
