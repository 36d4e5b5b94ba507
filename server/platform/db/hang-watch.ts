import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { isDatabaseAway } from './database-failure.ts';
import { createClient, NO_PRIMARY } from './hosts.ts';

const TICK_MS = 500;
/** Ticks without a finished statement while a caller waits, or with a connection in use by one caller, until the database is asked. */
const SILENT_TICKS = 6;
/** Ticks between two checks of a connection that a caller keeps. */
const TICKS_BETWEEN_LOOKS = 3;
/** A database that does not answer on a new connection within this time hangs. */
const ANSWER_MS = 3_000;

export type HangWatch = {
  /** Opens a pool's socket, so that it can be closed when the database hangs. */
  openSocket(): Socket;
  /** Stores which backend of the database serves a new connection. */
  noteBackend(client: ClientBase): Promise<void>;
  watch(pool: Pool): void;
  stop(): void;
};

/** A connection in use by a caller; `idleSince`: the last check found it idle since then. */
type Hold = { ticks: number; idleSince?: string | undefined };

/**
 * Closes all connections when the database hangs, after 6.5 seconds at most; new ones fail at once until it answers. If it answers, a
 * connection in use for 3 seconds on which it ran nothing between two checks is dead, as after a failover, and is closed; a long statement
 * goes on. Ticks of the event loop are counted, not time: a busy process is not mistaken for a hanging database.
 */
export function watchForHang(url: string): HangWatch {
  const sockets = new Set<Socket>();
  const pools: Pool[] = [];
  const backends = new WeakMap<ClientBase, number>();
  const holds = new Map<PoolClient, Hold>();
  let hangs = false;
  let isAsking = false;
  let hasEnded = false;
  let silentTicks = 0;

  const backendOf = (client: ClientBase): number => backends.get(client) ?? 0;
  /** Ends a connection that ran nothing between two checks, unless its caller has given it back. */
  const check = (client: PoolClient, hold: Hold, answer: Answer): void => {
    hold.ticks = SILENT_TICKS - TICKS_BETWEEN_LOOKS;
    if (holds.get(client) !== hold || !(answer instanceof Map)) return;
    const idleSince = idleSinceOf(answer.get(backendOf(client)));
    if (idleSince !== undefined && idleSince === hold.idleSince) void client.end();
    hold.idleSince = idleSince;
  };
  const ask = async (kept: readonly [PoolClient, Hold][]): Promise<void> => {
    isAsking = true;
    const pids = kept.map(([client]) => backendOf(client));
    const answer = await askForSessions(url, pids);
    isAsking = false;
    silentTicks = 0;
    const hung = hangs;
    hangs = answer === 'none' && !hasEnded;
    if (!hangs) for (const [client, hold] of kept) check(client, hold, answer);
    else if (!hung) for (const socket of sockets) socket.destroy(noAnswer());
  };
  const timer = setInterval(() => {
    if (isAsking) return;
    for (const hold of holds.values()) hold.ticks += 1;
    const kept = [...holds].filter(([, { ticks }]) => ticks >= SILENT_TICKS);
    silentTicks = !hasEnded && pools.some(isInUse) ? silentTicks + 1 : 0;
    hasEnded = false;
    if (hangs || silentTicks >= SILENT_TICKS || kept.length > 0) void ask(kept);
  }, TICK_MS).unref();

  return {
    openSocket() {
      const socket = socketIn(sockets);
      // The library listens for errors only after it began to connect.
      if (hangs) process.nextTick(() => socket.destroy(noAnswer()));
      return socket;
    },
    async noteBackend(client) {
      backends.set(client, await backendIdOf(client));
    },
    watch(pool) {
      pools.push(pool);
      pool.on('acquire', (client) => holds.set(client, { ticks: 0 }));
      pool.on('release', (error, client) => {
        holds.delete(client);
        if (!isDatabaseAway(error)) hasEnded = true;
      });
    },
    stop: () => clearInterval(timer),
  };
}

const isInUse = ({ totalCount, idleCount, waitingCount }: Pool): boolean => totalCount > idleCount || waitingCount > 0;

async function backendIdOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** Returns a new socket that is in the set until it closes. */
function socketIn(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  // With several hosts a socket may be closed before the library connects it and listens for errors.
  return socket
    .on('connect', () => sockets.add(socket))
    .on('close', () => sockets.delete(socket))
    .on('error', () => undefined);
}

const noAnswer = (): Error => Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' });

/**
 * A Unix socket refuses at once when too many connections wait for a server that accepts none. Without a primary no connection is of use,
 * even one to a machine that vanished.
 */
const isNoAnswer = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === NO_PRIMARY);

type Session = { pid: number; state: string; since: string };
/** The sessions by backend id; `refused` is an answer of a live database without sessions. */
type Answer = Map<number, Session> | 'refused' | 'none';

async function askForSessions(url: string, backends: readonly number[]): Promise<Answer> {
  const socket = new Socket();
  const client = createClient(url, { application_name: `rkali:${process.pid}`, stream: () => socket });
  client.on('error', () => undefined);
  const question = client
    .connect()
    .then(() =>
      client.query<Session>(
        `select pid, coalesce(state, 'active') as state, coalesce(state_change::text, '') as since from pg_stat_activity where pid = any ($1)`,
        [backends],
      ),
    )
    .then(
      ({ rows }) => new Map(rows.map((session) => [session.pid, session])),
      (error: unknown): Answer => (isNoAnswer(error) ? 'none' : 'refused'),
    );
  const answer = await Promise.race([question, sleep(ANSWER_MS, 'none' as const, { ref: false })]);
  // With several hosts the library may only now begin to connect.
  socket.on('connect', () => socket.destroy());
  socket.destroy();
  return answer;
}

/** Undefined while the database runs a statement of the session; a session that is gone counts as idle. */
const idleSinceOf = (session: Session | undefined): string | undefined => {
  if (session === undefined) return 'gone';
  return session.state === 'active' ? undefined : session.since;
};
