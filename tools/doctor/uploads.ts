import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findMissingFiles } from '#server/content/media/missing-files.service.ts';
import type { Context } from '#server/platform/context.ts';
import { readMigrationState } from '#server/platform/db/migrate.ts';
import { userName } from '#server/platform/machine-users.ts';
import { fault, type Finding, well } from './finding.ts';
import type { Site } from './site.ts';

const CHECK = 'uploads';
/** PostgreSQL checks its own files; started by root, they belong to another user. */
const NOT_OURS = /^postgres(\/|$)/;

/**
 * Checks that the owner of DATA_DIR, who runs the site, can use everything in it, and that the pictures and sounds named in the database
 * exist.
 */
export async function checkUploads({ ctx, env }: Site): Promise<Finding[]> {
  const found = [...(await findUnusable(resolve(env.dataDir))), ...(ctx ? await findMissing(ctx) : [])];
  return found.length > 0 ? found : [well(CHECK, 'pictures and sounds are there, and the site may use its files')];
}

async function findUnusable(folder: string): Promise<Finding[]> {
  const owner = await lstat(folder);
  const names = (await readdir(folder, { recursive: true })).filter((name) => !NOT_OURS.test(name));
  const unusable: { name: string; uid: number }[] = [];
  for (const name of names) {
    const entry = await lstat(join(folder, name)).catch(() => undefined);
    if (entry && !mayUse(owner, entry)) unusable.push({ name, uid: entry.uid });
  }
  const [first] = unusable.toSorted((one, other) => one.name.length - other.name.length);
  if (!first) return [];
  const number = unusable.length === 1 ? '1 file or folder' : `${unusable.length} files and folders`;
  return [
    fault(
      CHECK,
      `${userName(owner.uid)} cannot use ${number} in ${folder} (the first: ${first.name}, of ${userName(first.uid)})`,
      `give them to the user of the service: chown -R ${userName(owner.uid)}: ${folder}`,
    ),
  ];
}

/** A folder must accept new files; a file must be readable. Root may do everything. */
function mayUse({ uid, gid }: Stats, entry: Stats): boolean {
  if (uid === 0 || entry.uid === uid || entry.isSymbolicLink()) return true;
  const bits = entry.gid === gid ? entry.mode >> 3 : entry.mode;
  return entry.isDirectory() ? (bits & 0o3) === 0o3 : (bits & 0o4) !== 0;
}

async function findMissing(ctx: Context): Promise<Finding[]> {
  if ((await readMigrationState(ctx.database.pool)) !== 'current') return [];
  const { named, missing } = await findMissingFiles(ctx);
  const [first] = missing;
  if (first === undefined) return [];
  const { kind, place } = ctx.storage;
  return [
    fault(
      CHECK,
      `${missing.length} of ${named} pictures and sounds have no files in ${kind === 'folder' ? `${place}/media` : place} (the first: ${first})`,
      kind === 'folder'
        ? 'bring media back from a backup; several machines need a bucket (STORAGE_URL) or the same DATA_DIR/media'
        : 'npm run move-files -- bucket on the machine that has them, or bring back former versions in the bucket',
    ),
  ];
}
