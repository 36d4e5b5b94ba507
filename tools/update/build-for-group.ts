import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { operatorCommand } from '#tools/operator-command.ts';
import { buildRelease, findNewer, folderOf, packageOf, placeRelease } from './new-release.ts';
import { findPlace } from './place.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [, , inUse = '[]', version] = process.argv;

/** Builds the newest or the named release for a group of clubs (tools/clubs.ts), unless a club runs it already; prints its folder. */
await operatorCommand('Nothing was built', async () => {
  // The clubs read it as users of their own.
  process.umask(0o022);
  const place = findPlace(root, { dataDir: root });
  const name = version ?? findNewer(place);
  if (name === undefined) return `Version ${packageOf(place.release).version} runs, and there is no newer one.`;
  const begun = folderOf(place, name);
  if (z.array(z.string()).parse(JSON.parse(inUse)).includes(begun)) return `Release ${begun}`;
  // The group's settings hold nothing else: banks and mail are each club's own.
  const { folder, verified } = placeRelease(place, name, process.env['UPDATE_SIGNERS'] || undefined);
  console.log(verified);
  console.log(`Building ${folder} …`);
  buildRelease(place, folder);
  return `Release ${folder}`;
});
