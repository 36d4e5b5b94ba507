import * as fc from 'fast-check';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { findBrokenRules } from '#server/backoffice/consistency/consistency.queries.ts';
import { restoreBackup } from '#server/platform/backup/restore.ts';
import { saveBackup } from '#server/platform/backup/save.ts';
import { rowsOf } from '#tests/factories/rows-of.ts';
import { createEmptyDatabase } from '#tests/setup/empty-database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { history } from './commands.ts';
import { effort, timeoutMs } from './effort.ts';
import { createStages, follow } from './follow.ts';

/** A round trip takes ten times as long as a history alone. */
export const roundTripTimeoutMs = 10 * timeoutMs;

const passphrase = 'correct horse battery';
const secret = 'the secret of a site that is backed up';

/** Backs up and restores the site after each of these histories. */
export async function expectSameTables(histories: number): Promise<void> {
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
  await fc.assert(property, effort(histories));
  await stages.close();
  expect(tickets).toBeGreaterThan(0);
  expect(statSync(file).mode & 0o077).toBe(0);
}
