import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { inProject } from './project.mjs';

const NEEDED = 24;

/** Returns the Node for the next npm script; the install brings a recent one for platforms with a package. */
export function findNode() {
  if (majorOf(process.version) >= NEEDED) return process.execPath;
  const shipped = inProject('node_modules/.bin/node');
  if (majorOf(versionOf(shipped)) >= NEEDED) return shipped;
  // A Node that does not run here (another C library) would hide a working one of the machine.
  if (existsSync(shipped) && !versionOf(shipped)) rmSync(shipped);
  const found = versionOf('node');
  if (majorOf(found) >= NEEDED) return 'node';
  throw new Error(
    `Rkali needs Node ${NEEDED} or newer. None came with the install for ${process.platform}-${process.arch}, and this machine has ${found || 'none'}.`,
  );
}

const versionOf = (node) => spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';

const majorOf = (version) => Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
