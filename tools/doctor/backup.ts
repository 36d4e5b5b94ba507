import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { HOUR_MS } from '#shared/durations.ts';
import { fault, type Finding, leftOut, well } from './finding.ts';
import type { Site } from './site.ts';

const CHECK = 'backup';
const OLD_HOURS = 36;
/** A backup is sealed; a draft has another name. */
const ENDING = '.age';

/** The newest file in the folder of backups. */
export async function checkBackup({ env, variables }: Site): Promise<Finding[]> {
  const folder = resolve(variables['BACKUP_FOLDER'] || join(env.dataDir, 'backups'));
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ENDING));
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  if (times.length === 0) {
    const text = `there is none in ${folder}`;
    return [env.isProduction ? fault(CHECK, text, 'see docs/operations.md, Backup') : leftOut(CHECK, text)];
  }
  const hours = Math.floor((Date.now() - Math.max(...times)) / HOUR_MS);
  if (hours > OLD_HOURS)
    return [
      fault(CHECK, `the newest one is ${hours} hours old`, 'see why the last ones were not made: alerts in the console, and the log'),
    ];
  return [well(CHECK, `the newest one is ${hours} hours old`)];
}
