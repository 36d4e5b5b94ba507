import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { inProject } from './project.mjs';

const NEEDED = 24;

/** The Node that the next npm script will run on; one new enough comes with the install wherever there is a package for it. */
export function findNode() {
  if (majorOf(process.version) >= NEEDED) return process.execPath;
  const shipped = inProject('node_modules/.bin/node');
  if (majorOf(versionOf(shipped)) >= NEEDED) return shipped;
  // One that does not run here (another C library) would stand in the way of a good one of the machine.
  if (existsSync(shipped) && !versionOf(shipped)) rmSync(shipped);
  const found = versionOf('node');
  if (majorOf(found) >= NEEDED) return 'node';
  throw new Error(
    `Rkali needs Node ${NEEDED} or newer. None came with the install for ${process.platform}-${process.arch}, and this machine has ${found || 'none'}.`,
  );
}

const versionOf = (node) => spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';

const majorOf = (version) => Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
