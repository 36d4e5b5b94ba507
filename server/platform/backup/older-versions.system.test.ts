import { runMigrations as migrateJobs } from 'graphile-worker';
import { expect, test } from 'vitest';
import { restoreInto, saveDatabase } from '#tests/factories/backups.ts';
import { rowsOf } from '#tests/factories/rows-of.ts';
import { onDatabase, testCluster } from '#tests/setup/database.ts';
import { createEmptyDatabase } from '#tests/setup/empty-database.ts';
import { databaseBefore } from '#tests/setup/old-database.ts';

/** Versions without lists, without numbers, and with lists that had no tickets: the rules of today name all of them. */
const OLDER = [/^0043_/, /^0063_/, /^0066_/];

test.each(OLDER)('a backup of a version before %s is migrated forward, and today’s rules hold', async (next) => {
  const old = await databaseBefore(next);
  const oldUrl = onDatabase(testCluster().adminUrl, old.database ?? '');
  await migrateJobs({ connectionString: oldUrl });
  await old.query(`insert into page_views (day, path, language, views) values ('2026-11-01', '/', 'ka', 3)`);
  const empty = await createEmptyDatabase();
  const { contents, faults } = await restoreInto(empty, await saveDatabase(oldUrl));
  expect(contents.rows).toBeGreaterThan(0);
  expect(faults).toEqual([]);
  const restored = await rowsOf(empty);
  expect(restored['page_views']).toEqual((await rowsOf(oldUrl))['page_views']);
  expect(restored['door_lists']).toEqual([]);
});
