import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { type ServerProcess, startServer } from '#lab/trial/server-process.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { openEvents } from './seed.ts';
import { parentOf, treeOf } from './scale/cores.ts';
import { median, residentMegabytes } from './statistics.ts';
import { onePath } from './subjects.ts';

const EVENTS = 12;
/** As docs/clubs.md says. */
const CONNECTIONS = '200';

/**
 * Starts this many clubs, each with a database and two users of its own on one PostgreSQL, and prints their memory: once they are open, and
 * after visitors came. Linux, as root.
 */
export async function measureClubs(amount: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rkali-clubs-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined, settings: { max_connections: CONNECTIONS } });
  const first = new Pool({ connectionString: postgres.ownerUrl, max: 1 });
  const { rows } = await first.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  const clubs: ServerProcess[] = [];
  const owners: Pool[] = [];
  try {
    for (let number = 1; number <= amount; number += 1) {
      const name = `club_${number}`;
      const password = randomBytes(24).toString('hex');
      for (const user of [`${name}_owner`, `${name}_app`]) await first.query(`create role ${user} login password '${password}'`);
      await first.query(`create database ${name} owner ${name}_owner`);
      const as = (user: string): string => Object.assign(new URL(postgres.url), { username: user, password, pathname: `/${name}` }).href;
      clubs.push(
        await startServer({
          DATABASE_URL: as(`${name}_app`),
          DATABASE_OWNER_URL: as(`${name}_owner`),
          DATA_DIR: join(folder, name),
          DEMO: 'false',
          PLACEHOLDER_IMAGES: 'false',
          RATE_LIMIT_SCALE: '1000',
        }),
      );
      owners.push(new Pool({ connectionString: as(`${name}_owner`), max: 1 }));
    }
    console.log('| Memory, MB | one club, RSS | one club, PSS | all clubs, PSS | PostgreSQL, PSS | together |\n|---|---|---|---|---|---|');
    print('open', clubs, postmaster);
    for (const [place, { origin }] of clubs.entries()) {
      const database = owners[place];
      if (!database) continue;
      for (const id of await openEvents(database, { count: EVENTS, allocation: 400, startsInDays: 3 }))
        await onePath(origin, `/Events/${id}`, { accept: 'text/html' }, 100);
      await onePath(origin, '/', { accept: 'text/html' }, 100);
      await onePath(origin, '/api/Events', {}, 1_000);
    }
    print('after visitors', clubs, postmaster);
  } finally {
    for (const club of clubs) await club.kill('SIGTERM');
    for (const pool of [...owners, first]) await pool.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function print(when: string, clubs: readonly ServerProcess[], postmaster: number): void {
  const shares = clubs.map(({ pid }) => sharedMegabytes(pid));
  const all = sum(shares);
  const database = sum(treeOf(postmaster).map(sharedMegabytes));
  const figures = [median(clubs.map(({ pid }) => residentMegabytes(pid))), median(shares), all, database, all + database];
  console.log(`| ${when} | ${figures.map((figure) => figure.toFixed(0)).join(' | ')} |`);
}

/** Returns the memory of a process in megabytes, in which each shared page counts by its users. */
function sharedMegabytes(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
