import { existsSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresHome } from './postgres-home.ts';

/** Twice the longest delay of the mark that a process using the database writes. */
const WATCH_MS = 4_000;
const LOOK_MS = 200;

/**
 * Another container has its own process ids: the id in PostgreSQL's lock means nothing there, and a second server would destroy the data.
 */
const here = (): string => `${hostname()} ${processesOf()}`;

function processesOf(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Marks the database as used by this container or machine; repeated each second. */
export function markUse({ useFile }: PostgresHome): void {
  try {
    const now = new Date();
    if (readOrEmpty(useFile) === here()) utimesSync(useFile, now, now);
    else writeFileSync(useFile, here(), { mode: 0o600 });
  } catch {
    // On a full disk the mark is not renewed: other containers then take PostgreSQL's lock for an abandoned one.
  }
}

export const endUse = ({ useFile }: PostgresHome): void => rmSync(useFile, { force: true });

/**
 * Refuses to start a server on a folder whose server runs in another container or on another machine. A killed one no longer renews its
 * mark. @throws one sentence
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
