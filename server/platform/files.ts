import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * Lets `work` write a draft beside `target` and renames it: the target is complete or absent, even after an interruption. Two calls at once
 * both get the first one's result.
 */
export async function fillWhole(target: string, work: (draft: string) => Promise<void> | void): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  dropAbandonedDrafts(target);
  const draft = `${target}.new-${process.pid}-${randomBytes(4).toString('hex')}-${hostname()}`;
  try {
    await work(draft);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!isTaken(error)) throw error;
  }
}

/** The suffix of a draft: its process id and random digits; the machine's name follows. */
const DRAFT = /\.new-(\d{1,9})-[0-9a-f]{8}-/;

/** Returns undefined for a name that is no draft. `isAbandoned`: its process ran on this machine, and is gone. */
export function draftOf(name: string): { isAbandoned: boolean } | undefined {
  const found = DRAFT.exec(name);
  if (!found) return undefined;
  const machine = name.slice(found.index + found[0].length);
  return { isAbandoned: machine === hostname() && !isAlive(Number(found[1])) };
}

/** Skips drafts of other machines, which may share the disk: their processes are not known here. */
function dropAbandonedDrafts(target: string): void {
  const isAbandoned = (entry: string): boolean => entry.startsWith(`${basename(target)}.new-`) && draftOf(entry)?.isAbandoned === true;
  for (const name of readdirSync(dirname(target)).filter(isAbandoned)) {
    rmSync(join(dirname(target), name), { recursive: true, force: true });
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST');
}

/** Creates a file unless it exists, and returns true if it did. It appears at once and complete; of several processes, one wins. */
export function createOnce(file: string, content: string, mode: number): boolean {
  if (existsSync(file)) return false;
  const draft = `${file}.${process.pid}`;
  const descriptor = openSync(draft, 'w', mode);
  writeFileSync(descriptor, content);
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (existsSync(file)) return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

/** Returns true if a process with this id exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
