import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrokenRules } from '#server/backoffice/consistency/consistency.queries.ts';
import { BackupError } from '#server/platform/backup/backup-error.ts';
import { checkBackup } from '#server/platform/backup/check.ts';
import { findOutdated, nightlyName } from '#server/platform/backup/file-names.ts';
import { openBackupFolder } from '#server/platform/backup/folder.ts';
import { saveBackup, type Site } from '#server/platform/backup/save.ts';

export type NightlyOrder = { site: Site; folder: string; passphrase: string; now: string };
export type NightlyResult = { madeAt: string; fileName: string; bytes: number; faults: string[] };

/**
 * Makes the backup of a day, restores it into a throwaway database, and only then deletes backups that are no longer needed. A backup that
 * cannot be restored is deleted; one that could not be tried, for example for lack of disk space, is kept.
 */
export async function runNightly({ site, folder, passphrase, now }: NightlyOrder): Promise<NightlyResult> {
  const fileName = nightlyName(new Date(now));
  const file = join(folder, fileName);
  await openBackupFolder(folder);
  await saveBackup({ site, file, passphrase, withSecret: true });
  const checked = await checkBackup({ file, passphrases: [passphrase], dataDir: site.dataDir, findFaults: findBrokenRules }).catch(
    async (error: unknown) => {
      if (error instanceof BackupError) await rm(file, { force: true });
      throw error;
    },
  );
  for (const name of findOutdated(await readdir(folder))) await rm(join(folder, name), { force: true });
  const { size } = await stat(file);
  return { madeAt: checked.contents.madeAt, fileName, bytes: size, faults: checked.faults };
}
