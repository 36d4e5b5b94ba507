import { and, eq, isNotNull, ne } from 'drizzle-orm';
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
