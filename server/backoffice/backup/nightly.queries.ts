import { nightlyBackups } from '#server/backoffice/backoffice.table.ts';
import type { Db } from '#server/platform/db/client.ts';

type Row = typeof nightlyBackups.$inferSelect;
export type NightlyState = Omit<Row, 'isOnly'>;
type Outcome = { triedAt: Date } & ({ error: string } | { error: null; goodAt: Date; fileName: string; bytes: number });

/** The state of the nightly backups; undefined before the first one was expected. */
export async function findNightlyState(db: Db): Promise<NightlyState | undefined> {
  const [row] = await db.select().from(nightlyBackups);
  return row;
}

/** Stores once since when backups are expected. */
export async function expectNightly(db: Db, expectedSince: Date): Promise<void> {
  await db.insert(nightlyBackups).values({ expectedSince }).onConflictDoNothing();
}

export async function writeOutcome(db: Db, outcome: Outcome): Promise<void> {
  await db
    .insert(nightlyBackups)
    .values({ expectedSince: outcome.triedAt, ...outcome })
    .onConflictDoUpdate({ target: nightlyBackups.isOnly, set: outcome });
}
