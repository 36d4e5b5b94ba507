import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { createClients, type Clients, lostEffects } from './crash-test/clients.ts';
import { brokenRules } from './trial/consistency.ts';
import { freePort, startServer, type ServerProcess } from './trial/server-process.ts';
import { arrive, openEvent } from './trial/world.ts';

/**
 * Kills the server without warning, again and again, while clients register, hold, pay and enter. After each restart every acknowledged
 * effect must be there and the ledger must balance. `npm run crash-test [rounds]`
 */
const ROUNDS = Number(process.argv[2] ?? 50);
const SHORTEST_LIFE_MS = 250;
const LONGEST_LIFE_MS = 1_500;
const GUESTS = 6;
const EVENTS = 3;
const DATABASE_KILL_EVERY = 5;

const dataDir = await mkdtemp(join(tmpdir(), 'rkali-crash-'));
// PostgreSQL started by root runs as another user, who must reach its files in this folder, which is deleted at the end.
await chmod(dataDir, 0o755);
const variables = {
  DATA_DIR: dataDir,
  PORT: String(await freePort()),
  DEMO: 'false',
  PLACEHOLDER_IMAGES: 'false',
  RATE_LIMIT_SCALE: '1000',
  LOG_LEVEL: 'error',
};
const boot = () => startServer(variables);

async function prepare(): Promise<Clients> {
  const server = await boot();
  const database = new Pool({ connectionString: url, max: 2 });
  const events: number[] = [];
  for (let index = 0; index < EVENTS; index += 1) events.push(await openEvent(database, 40));
  const tokens: string[] = [];
  for (let index = 0; index < GUESTS; index += 1) tokens.push(await arrive(server.origin, `guest${index}@rkali.example`));
  const staff = await arrive(server.origin, 'staff@rkali.example');
  await database.query(`insert into user_roles (user_id, role) select id, 'Owner' from users where email = 'staff@rkali.example'`);
  await database.end();
  await server.kill('SIGKILL');
  return createClients(server.origin, { tokens, staff, events });
}

// This process's own lease keeps the database running between rounds, as when an orphan is adopted.
let database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const url = database.ownerUrl;
let lost = 0;
const restarts: number[] = [];
let server: ServerProcess | undefined;
try {
  const clients = await prepare();
  for (let round = 1; round <= ROUNDS; round += 1) {
    server = await boot();
    restarts.push(server.readyMs);
    const books = new Pool({ connectionString: database.ownerUrl, max: 2 });
    books.on('error', () => undefined);
    const problems = [...(await lostEffects(clients.effects, server.origin, books)), ...(await brokenRules(books))];
    lost += problems.length;
    for (const problem of problems) console.log(`round ${round}: ${problem}`);

    const working = clients.work();
    await sleep(SHORTEST_LIFE_MS + Math.random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS));
    const alsoDatabase = round % DATABASE_KILL_EVERY === 0;
    if (alsoDatabase) await killDatabase(books);
    await server.kill('SIGKILL');
    clients.stop();
    await working;
    await books.end();
    if (alsoDatabase) database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    process.stdout.write(`\rround ${round}/${ROUNDS}: ${clients.effects.count()} acknowledged, ${lost} lost   `);
  }
  console.log(
    `\n${ROUNDS} rounds, ${clients.effects.count()} acknowledged effects, ${lost} lost; slowest restart ${Math.max(...restarts).toFixed(0)} ms`,
  );
} finally {
  // A failed round leaves its server running; it would write into the deleted folder.
  await server?.kill('SIGKILL');
  await database.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(lost === 0 ? 0 : 1);

async function killDatabase(books: Pool): Promise<void> {
  const { rows } = await books.query<{ pid: number }>(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`);
  if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
}
