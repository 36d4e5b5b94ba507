import { text } from 'node:stream/consumers';
import { migrationState, TOO_OLD } from '#server/platform/db/migrate.ts';
import { noBackup, readArchive } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import { ENTRY, Header } from './contents.ts';

/** Reads the beginning of a backup. @throws BackupError */
export async function readHeader(file: string, passphrases: string[]): Promise<Header> {
  const enough = new Error('enough was read');
  let header: Header | undefined;
  try {
    await readArchive(file, passphrases, async ({ name, content }) => {
      if (name === ENTRY.header) header = parseHeader(file, await text(content));
      throw enough;
    });
  } catch (error) {
    if (error !== enough) throw error;
  }
  if (!header) throw noBackup(file);
  return header;
}

/** @throws BackupError when this version of the program cannot restore it */
export function parseHeader(file: string, json: string): Header {
  const read = Header.safeParse(JSON.parse(json));
  const state = read.success ? migrationState(read.data.migrations) : 'newer';
  if (state === 'too-old') throw new BackupError(`${file} is ${TOO_OLD}.`);
  if (read.success && state !== 'newer' && state !== 'empty') return read.data;
  const version = read.success ? ` (${read.data.version})` : '';
  throw new BackupError(`${file} was made by a newer version of the program${version}: update this one first.`);
}

/** Refuses a backup whose job tables have another version than this program's job library makes. @throws BackupError */
export function refuseOtherJobs({ jobTables, version }: Header, here: number): void {
  if (jobTables === here) return;
  throw new BackupError(`the backup must be restored by the version that made it, ${version}: do that, then update the program.`);
}
