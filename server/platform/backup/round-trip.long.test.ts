import * as fc from 'fast-check';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBrokenRules } from '#server/backoffice/consistency/consistency.queries.ts';
import { history } from '#tests/models/commands.ts';
import { effort, timeoutMs } from '#tests/models/effort.ts';
import { createStages, follow } from '#tests/models/follow.ts';
import { rowsOf } from '#tests/factories/rows-of.ts';
import { createEmptyDatabase } from '#tests/setup/empty-database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { restoreBackup } from './restore.ts';
import { saveBackup } from './save.ts';

/** A round trip takes this many times as long as a history alone. */
const PER_ROUND_TRIP = 10;
const passphrase = 'correct horse battery';
const secret = 'the secret of a site that is backed up';

test('every table is the same after a round trip, whatever happened before', { timeout: PER_ROUND_TRIP * timeoutMs }, async () => {
  const stages = createStages();
  const folder = createTestFolder();
  const file = join(folder, 'backup');
  let tickets = 0;
  const property = fc.asyncProperty(history, (given) =>
    stages.use(async (stage) => {
      tickets += (await follow(stage, given)).tickets.length;
      const { databaseUrl = '' } = stage.app.deps.env;
      const before = await rowsOf(databaseUrl);
      await saveBackup({ site: { databaseUrl, dataDir: folder, secret }, file, passphrase, withSecret: true });
      const restoredUrl = await createEmptyDatabase();
      const restored = await restoreBackup({
        ownerUrl: restoredUrl,
        url: restoredUrl,
        file,
        passphrases: [passphrase],
        mayReplace: false,
        findFaults: findBrokenRules,
      });
      expect(restored.faults).toEqual([]);
      expect(await rowsOf(restoredUrl)).toEqual(before);
    }),
  );
  await fc.assert(property, effort(3));
  await stages.close();
  expect(tickets).toBeGreaterThan(0);
  expect(statSync(file).mode & 0o077).toBe(0);
});
