import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns the name of a user of this machine, such as `rkali` or `user 1003`. */
export function userName(uid: number): string {
  const lines = readOrEmpty('/etc/passwd').split('\n');
  return lines.map((line) => line.split(':')).find(([, , id]) => id === String(uid))?.[0] ?? `user ${uid}`;
}

/** Returns the path, or its nearest existing parent folder, and the owner. */
export function nearestOf(path: string): { path: string; uid: number } {
  try {
    return { path, uid: statSync(path).uid };
  } catch {
    return path === dirname(path) ? { path, uid: 0 } : nearestOf(dirname(path));
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
