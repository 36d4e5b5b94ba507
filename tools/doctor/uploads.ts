import { existsSync, type Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { findSounds } from '#server/content/media/media.queries.ts';
import { findAllOfSource, findEventPhotos } from '#server/content/gallery/gallery.queries.ts';
import { hasFiles, pictureFolder } from '#server/content/gallery/picture-store.ts';
import { soundFolder } from '#server/content/media/sound-store.ts';
import type { Context } from '#server/platform/context.ts';
import { readMigrationState } from '#server/platform/db/migrate.ts';
import { userName } from '#server/platform/machine-users.ts';
import { PICTURES_URL } from '#shared/gallery/pictures.ts';
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

/** Placeholder images are left out: the site makes them again on request. */
async function findMissing(ctx: Context): Promise<Finding[]> {
  if ((await readMigrationState(ctx.database.pool)) !== 'current') return [];
  const images = (await Promise.all((['folder', 'drive', 'upload'] as const).map((source) => findAllOfSource(ctx.db, source)))).flat();
  const shown = images.filter(({ isHidden, deletedAt }) => !isHidden && deletedAt === null);
  const photos = (await findEventPhotos(ctx.db)).filter((url) => url.startsWith(`${PICTURES_URL}/`));
  const sounds = await findSounds(ctx.db);
  const missing = [
    ...shown.filter((image) => !hasFiles(ctx, image)).map(({ file }) => file),
    ...photos.map((url) => basename(url)).filter((name) => !existsSync(join(pictureFolder(ctx.env), name))),
    ...sounds.filter((name) => !existsSync(join(soundFolder(ctx.env), name))),
  ];
  const [first] = missing;
  if (first === undefined) return [];
  const all = shown.length + photos.length + sounds.length;
  return [
    fault(
      CHECK,
      `${missing.length} of ${all} pictures and sounds have no files in ${resolve(ctx.env.dataDir)}/media (the first: ${first})`,
      'bring media back from a backup; with several machines let all have the same DATA_DIR/media',
    ),
  ];
}
