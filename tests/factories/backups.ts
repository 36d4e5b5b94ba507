import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findBrokenRules } from '#server/backoffice/consistency/consistency.queries.ts';
import { readArchive } from '#server/platform/backup/archive-reader.ts';
import { writeArchive } from '#server/platform/backup/archive-writer.ts';
import { type RestoreOptions, restoreBackup } from '#server/platform/backup/restore.ts';
import { saveBackup } from '#server/platform/backup/save.ts';
import { createTestFolder } from '#tests/setup/folder.ts';

export const passphrase = 'correct horse battery';
export const secret = 'the secret of a site that is backed up';

/** Saves a database, without pictures, into a separate file. */
export async function saveDatabase(databaseUrl = '', folder = createTestFolder()): Promise<string> {
  const file = join(folder, 'saved');
  await saveBackup({ site: { databaseUrl, dataDir: folder, secret }, file, passphrase, withSecret: false });
  return file;
}

export const restoreInto = (databaseUrl: string, file: string, options: Partial<RestoreOptions> = {}) =>
  restoreBackup({
    ownerUrl: databaseUrl,
    url: databaseUrl,
    file,
    passphrases: [passphrase],
    mayReplace: false,
    findFaults: findBrokenRules,
    ...options,
  });

type Entry = { name: string; content: string };

/** Rewrites a backup with changed entries. */
export async function rewrite(file: string, change: (entries: Entry[]) => Entry[]): Promise<void> {
  const entries: Entry[] = [];
  await readArchive(file, [passphrase], async ({ name, content }) => void entries.push({ name, content: await text(content) }));
  await writeArchive(file, passphrase, async (archive) => {
    for (const { name, content } of change(entries)) await archive.add(name, content);
  });
}
