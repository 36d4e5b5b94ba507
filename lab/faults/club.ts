import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { invite, openEvents, sellTickets } from '#lab/bench/seed.ts';
import { startServer, type ServerProcess } from '#lab/trial/server-process.ts';
import { connect } from '#lab/trial/world.ts';
import { readClubKeys } from '#lab/trial/club-keys.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { findPostmaster } from '#server/platform/db/postgres-launch.ts';
import { signTicketCode } from '#server/sales/tickets/ticket-code.ts';
import { type Cast, type People, watchPeople } from './people.ts';

const SECRET = 'only for measuring faults, and long enough for that';
const TICKETS = 4_000;
const GUESTS = 2;
const PAYERS = 10;

export type Club = {
  server: ServerProcess;
  database: Pool;
  people: People;
  /** Tokens of guests with a ticket in the cart. */
  payers: readonly string[];
  postmaster(): number;
  /** Waits until `/readyz` is ready, or not, at most `timeoutMs`; returns the wait in milliseconds. */
  untilReady(is: boolean, timeoutMs: number): Promise<number>;
  close(): Promise<void>;
};

/** Starts the built site on a database in this folder, with people who use it. */
export async function openClub(dataDir: string, variables: Record<string, string> = {}): Promise<Club> {
  const cluster: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const server = await startServer({
    DATA_DIR: dataDir,
    SECRET,
    DEMO: 'false',
    PLACEHOLDER_IMAGES: 'false',
    LOG_LEVEL: 'fatal',
    ...variables,
  });
  const database = new Pool({ connectionString: cluster.url, max: 2, connectionTimeoutMillis: 5_000 });
  database.on('error', () => undefined);
  const { cast, payers } = await gather(database, server.origin);
  const people = watchPeople(server.origin, cast);
  const untilReady = async (is: boolean, timeoutMs: number): Promise<number> => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < timeoutMs) {
      const answer = await fetch(`${server.origin}/readyz`, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
      if ((answer?.status === 200) === is) break;
      await sleep(50);
    }
    return performance.now() - startedAt;
  };
  return {
    server,
    database,
    people,
    payers,
    postmaster: () => findPostmaster(join(dataDir, 'postgres'))?.pid ?? 0,
    untilReady,
    async close() {
      await people.stop();
      await server.kill('SIGTERM');
      await database.end().catch(() => undefined);
      await cluster.stop();
    },
  };
}

async function gather(database: Pool, origin: string): Promise<{ cast: Cast; payers: string[] }> {
  const [sold = 0, onSale = 0] = await openEvents(database, { count: 2, allocation: 10_000, startsInDays: 7 });
  const guests = await invite(database, SECRET, 2 * GUESTS + PAYERS);
  const holders = await invite(database, SECRET, TICKETS);
  const [staff] = await invite(database, SECRET, 1, { areOwners: true });
  const tickets = await sellTickets(
    database,
    holders.map(({ id }) => id),
    sold,
  );
  const keys = await readClubKeys(database, SECRET);
  const payers = guests.slice(2 * GUESTS).map(({ token }) => token);
  for (const token of payers) await connect(origin, token).cart.addTicket({ eventId: onSale });
  const cast = {
    readers: guests.slice(0, GUESTS).map(({ token }) => token),
    writers: guests.slice(GUESTS, 2 * GUESTS).map(({ token }) => token),
    staff: staff?.token ?? '',
    eventId: onSale,
    tickets: tickets.map(({ id, userId }) => ({ id, code: signTicketCode(keys, { id, userId, eventId: sold }) })),
  };
  return { cast, payers };
}
