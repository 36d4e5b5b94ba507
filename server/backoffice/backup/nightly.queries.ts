import { nightlyBackups } from '#server/backoffice/backoffice.table.ts';
import type { Db } from '#server/platform/db/client.ts';

type Row = typeof nightlyBackups.$inferSelect;
export type NightlyState = Omit<Row, 'isOnly'>;
/** The last try: its error, or the backup that was made. */
type Outcome = { triedAt: Date } & ({ error: string } | { error: null; goodAt: Date; fileName: string; bytes: number });

/** How the nightly backups go; undefined until one was expected for the first time. */
export async function findNightlyState(db: Db): Promise<NightlyState | undefined> {
  const [row] = await db.select().from(nightlyBackups);
  return row;
}

/** Notes since when backups are expected, once. */
export async function expectNightly(db: Db, expectedSince: Date): Promise<void> {
  await db.insert(nightlyBackups).values({ expectedSince }).onConflictDoNothing();
}

export async function writeOutcome(db: Db, outcome: Outcome): Promise<void> {
  await db
    .insert(nightlyBackups)
    .values({ expectedSince: outcome.triedAt, ...outcome })
    .onConflictDoUpdate({ target: nightlyBackups.isOnly, set: outcome });
}
