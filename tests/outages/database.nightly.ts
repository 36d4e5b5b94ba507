import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { findPostmaster } from '#server/platform/db/postgres-launch.ts';
import { createClients, type Clients, lostEffects } from '#lab/crash-test/clients.ts';
import { brokenRules } from '#lab/trial/consistency.ts';
import { startServer, type ServerProcess } from '#lab/trial/server-process.ts';
import { arrive, openEvent } from '#lab/trial/world.ts';
import { openTestPool } from '#tests/setup/database.ts';
import { createDatabaseFolder } from '#tests/setup/folder.ts';

const GUESTS = 4;
const RESTARTS = 3;
const AT_WORK_MS = 1_000;
const LOOK_MS = 20;

/** Starts a separate database with two servers of the real program. */
async function startTwoServers() {
  const dataDir = createDatabaseFolder();
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  onTestFinished(() => database.stop());
  const books = openTestPool(database.ownerUrl, 2);
  books.on('error', () => undefined);
  onTestFinished(() => books.end());
  const serve = async (): Promise<ServerProcess> => {
    const server = await startServer({
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      DATA_DIR: createDatabaseFolder(),
      SECRET: 'the same secret for both of the processes',
      DEMO: 'false',
      PLACEHOLDER_IMAGES: 'false',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'error',
    });
    onTestFinished(() => server.kill('SIGKILL'));
    return server;
  };
  const servers = [await serve(), await serve()];
  return { servers, books, postmaster: () => findPostmaster(join(dataDir, 'postgres')) };
}

/** Starts guests of one server and staff at its door, who buy, pay and enter without a pause. */
async function openDoors({ origin }: ServerProcess, books: Pool, { events, firstGuest }: { events: number[]; firstGuest: number }) {
  const tokens: string[] = [];
  for (let guest = 0; guest < GUESTS; guest += 1) tokens.push(await arrive(origin, `guest${firstGuest + guest}@rkali.example`));
  const email = `staff${firstGuest}@rkali.example`;
  const staff = await arrive(origin, email);
  await books.query(`insert into user_roles (user_id, role) select id, 'Owner' from users where email = $1`, [email]);
  return createClients(origin, { tokens, staff, events, firstGuest });
}

/** Polls a server's health until stopped; records the answers that were not 200. */
function watchHealth({ origin }: ServerProcess) {
  const troubles: { status: number; retryAfter: string | null }[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
      await answer?.arrayBuffer();
      if (!answer?.ok) troubles.push({ status: answer?.status ?? 0, retryAfter: answer?.headers.get('retry-after') ?? null });
      await sleep(LOOK_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return troubles;
    },
  };
}

test('a database that is restarted under load of two servers loses nothing; answers say so meanwhile, and the servers find it again', async () => {
  const { servers, books, postmaster } = await startTwoServers();
  const events = [await openEvent(books, 60), await openEvent(books, 60)];
  const groups: Clients[] = [];
  for (const [index, server] of servers.entries()) groups.push(await openDoors(server, books, { events, firstGuest: index * GUESTS }));
  const watches = servers.map(watchHealth);
  const working = groups.map((group) => group.work());

  for (let time = 0; time < RESTARTS; time += 1) {
    await sleep(AT_WORK_MS);
    const before = postmaster()?.pid ?? 0;
    // A fast shutdown aborts transactions and closes connections. Our lease starts the database again.
    process.kill(before, 'SIGINT');
    await expect.poll(async () => postmaster()?.pid !== before && (await isReady(servers)), { timeout: 30_000 }).toBe(true);
  }
  await sleep(AT_WORK_MS);
  for (const group of groups) group.stop();
  await Promise.all(working);
  const troubles = (await Promise.all(watches.map((watch) => watch.stop()))).flat();

  expect(troubles.length).toBeGreaterThan(0);
  expect(new Set(troubles.map(({ status, retryAfter }) => `${status}, again in ${retryAfter} s`))).toEqual(new Set(['503, again in 5 s']));
  for (const [index, { effects, failures }] of groups.entries()) {
    expect(failures.get(500) ?? 0).toBe(0);
    expect(effects.count()).toBeGreaterThan(GUESTS);
    expect(await lostEffects(effects, servers[index]?.origin ?? '', books)).toEqual([]);
  }
  expect(groups.some(({ failures }) => (failures.get(503) ?? 0) > 0)).toBe(true);
  expect(await brokenRules(books)).toEqual([]);
});

async function isReady(servers: readonly ServerProcess[]): Promise<boolean> {
  const answers = await Promise.all(servers.map(({ origin }) => fetch(`${origin}/readyz`).catch(() => undefined)));
  return answers.every((answer) => answer?.ok === true);
}
