import { existsSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresHome } from './postgres-home.ts';

/** Twice as long as a user of the database may be late with its mark. */
const WATCH_MS = 4_000;
const LOOK_MS = 200;

/** Another container has processes of its own: the number in PostgreSQL's lock says nothing there, and a second server would destroy the data. */
const here = (): string => `${hostname()} ${processesOf()}`;

function processesOf(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Marks the database as used by this container, or machine; repeated each second. */
export function markUse({ useFile }: PostgresHome): void {
  try {
    const now = new Date();
    if (readOrEmpty(useFile) === here()) utimesSync(useFile, now, now);
    else writeFileSync(useFile, here(), { mode: 0o600 });
  } catch {
    // A full disk: those who look take the lock of PostgreSQL for an abandoned one as they did before.
  }
}

export const endUse = ({ useFile }: PostgresHome): void => rmSync(useFile, { force: true });

/**
 * Refuses to start a server on a folder whose server runs in another container or on another machine. One that was killed there marks
 * nothing any more. @throws one sentence
 */
export async function refuseUseElsewhere({ cluster, useFile }: PostgresHome): Promise<void> {
  const marked = readOrEmpty(useFile);
  if (marked === '' || marked === here() || !existsSync(join(cluster, 'postmaster.pid'))) return;
  const before = timeOf(useFile);
  const deadline = performance.now() + WATCH_MS;
  while (performance.now() < deadline) {
    await sleep(LOOK_MS);
    if (timeOf(useFile) === before) continue;
    const [name = ''] = marked.split(' ');
    throw new Error(
      `The database in ${cluster} is used in another container (${name}): run the command there (docker compose exec), or stop that one first.`,
    );
  }
}

const timeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
