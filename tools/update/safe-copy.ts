import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';

/** A copy of the club's data from before an update. */
export type SafeCopy = { name: string; bringBack(): void };

/** Makes the backup of an update in `<base>/backups` with the release that runs, which may be open. */
export function makeBackup({ base, release }: Place): SafeCopy {
  const folder = join(base, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const said = run(release, 'backup', folder);
  const file = said
    .split('\n')
    .map((line) => line.split(' (')[0] ?? '')
    .find((name) => name.startsWith(folder));
  if (file === undefined) throw new Error(`the backup did not say where it is: ${said}`);
  return backupOf(release, file);
}

/** Returns the copy that an interrupted update made. @throws when it is gone */
export function findCopy({ release }: Place, name: string): SafeCopy {
  if (!existsSync(name)) throw new Error(`an update was interrupted, and its copy of the data, ${name}, is gone: bring it back.`);
  return backupOf(release, name);
}

const backupOf = (release: string, file: string): SafeCopy => ({
  name: file,
  bringBack: () => void run(release, 'restore', file, '--replace'),
});

const run = (release: string, command: string, ...args: string[]): string =>
  execFileSync(process.execPath, [join(release, 'tools', `${command}.ts`), ...args], {
    cwd: release,
    encoding: 'utf8',
    stdio: ['inherit', 'pipe', 'inherit'],
  });
