import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from '#server/platform/config/env.ts';
import { openBucket } from '#server/platform/storage/bucket.ts';
import { openFolder } from '#server/platform/storage/folder.ts';
import { type Moved, moveFiles } from '#server/platform/storage/move-files.ts';
import { operatorCommand } from './operator-command.ts';
import { showProgress } from './progress-line.ts';
import { refuseWrongUser } from './wrong-user.ts';

/**
 * `npm run move-files -- bucket|folder [--dry] [--as-root]`: copies pictures and sounds from DATA_DIR to the bucket of STORAGE_URL, or back,
 * and compares them. It can be interrupted and run again, also while the site is open.
 */
await operatorCommand('Not all files were moved', async () => {
  const options = { dry: { type: 'boolean', default: false }, 'as-root': { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [to] = positionals;
  if (to !== 'bucket' && to !== 'folder') throw new Error('say where to: npm run move-files -- bucket, or folder');
  const env = readEnv(process.env);
  if (!env.bucket) throw new Error('set STORAGE_URL, STORAGE_KEY_ID and STORAGE_SECRET_KEY, for both ways.');
  if (to === 'folder') refuseWrongUser(env, { command: 'npm run move-files -- folder', isRootMeant: values['as-root'] });
  const place = { folder: openFolder(resolve(env.dataDir)), bucket: openBucket(env.bucket) };
  showProgress('Listing the files');
  const moved = await moveFiles({ ...place, to, isDry: values.dry, onProgress: showProgress });
  return [describe(moved, place[to].place, values.dry), ...(values.dry ? [] : next(to, place.folder.place))].join('\n');
});

function describe({ copied, same, bytes }: Moved, place: string, isDry: boolean): string {
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  const verb = isDry ? 'would be copied' : 'were copied and compared';
  return `${copied} files (${size}) ${verb} to ${place}; ${same} were there already.`;
}

/** Says what to set and to do next. */
function next(to: 'bucket' | 'folder', folder: string): string[] {
  if (to === 'bucket')
    return [
      'Keep STORAGE_URL and its key set on every machine and restart the site. Then run this once more, for what was uploaded since.',
      `Afterwards pictures, media/gallery and media/sounds in ${folder} may be deleted.`,
    ];
  return [
    'Stop the site and run this once more, for what was uploaded since. Then remove STORAGE_URL and its key and start the site.',
    `The folder keeps older files of its own: delete those in ${folder}/pictures that the bucket no longer has, or they are shown again.`,
    'Afterwards the bucket may be deleted.',
  ];
}
