import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { events, lineUps } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';

/** Returns the Georgian name and the hours of an announced event, for its poster; undefined for any other event. */
export async function findPosterFacts(db: Db, id: number): Promise<{ name: string; startsAt: Date; endsAt: Date } | undefined> {
  const [event] = await db
    .select({ name: events.name, startsAt: events.startsAt, endsAt: events.endsAt })
    .from(events)
    .where(and(eq(events.id, id), ne(events.state, 'draft')));
  return event;
}

export async function findSounds(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ sound: lineUps.sound }).from(lineUps).where(isNotNull(lineUps.sound));
  return rows.flatMap(({ sound }) => sound ?? []);
}

/** Returns the same name for a standby that takes over, and another one for every copy that was restored elsewhere. */
export async function identifyDatabase(db: Db): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select system_identifier || '-' || (select oid from pg_database where datname = current_database()) as id from pg_control_system()`,
  );
  const [row] = rows;
  if (!row) throw new Error('the database has no name');
  return row.id;
}
