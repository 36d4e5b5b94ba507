// Runs before start, dev and test, even with an old Node and no packages: plain JavaScript without npm imports.
import { buildSite, makeGeneratedFiles } from './setup/build.mjs';
import { findNode } from './setup/find-node.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { linkLibraries } from './setup/postgres-libraries.mjs';
import { waitForUpdate } from './setup/update-lock.mjs';

/** The oldest Node that can install; the install then brings the npm package of Node. */
const NODE_MIN = 20;

try {
  if (Number(process.versions.node.split('.')[0]) < NODE_MIN)
    throw new Error(
      `Rkali needs Node ${NODE_MIN} or newer to install, and this machine has ${process.version}: see docs/going-live.md, step 1.`,
    );
  if (process.env.npm_lifecycle_event === 'prestart') await waitForUpdate();
  await ensureInstalled();
  const node = findNode();
  await linkLibraries();
  await makeGeneratedFiles(node);
  if (process.argv.includes('--build')) await buildSite(node);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
