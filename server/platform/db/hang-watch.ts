import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { isDatabaseAway } from './database-failure.ts';

const TICK_MS = 500;
/** Turns in which somebody waits and no statement ends: then the database is asked whether it still answers. */
const SILENT_TICKS = 6;
/** A database that does not answer `select 1` on a new connection for so long hangs. */
const ANSWER_MS = 3_000;

export type HangWatch = {
  /** Opens a pool's socket, so that it can be closed when the database hangs. */
  openSocket(): Socket;
  watch(pool: Pool): void;
  stop(): void;
};

/**
 * Notices a database that hangs, after six and a half seconds at most: it neither answers nor closes connections. Then every connection is
 * closed, which fails the statements on it, and new ones fail at once until the database answers. A statement that takes long on a database
 * that answers goes on. Turns of the event loop are counted, not time: a busy process does not take itself for a hanging database.
 */
export function watchForHang(url: string): HangWatch {
  const sockets = new Set<Socket>();
  const pools: Pool[] = [];
  let hangs = false;
  let isAsking = false;
  let hasEnded = false;
  let silentTicks = 0;

  const ask = async (): Promise<void> => {
    isAsking = true;
    const answers = await doesAnswer(url);
    isAsking = false;
    silentTicks = 0;
    if (answers || hasEnded) hangs = false;
    else if (!hangs) {
      hangs = true;
      for (const socket of sockets) socket.destroy(noAnswer());
    }
  };
  const timer = setInterval(() => {
    if (isAsking) return;
    const isWaiting = pools.some(({ totalCount, idleCount, waitingCount }) => totalCount > idleCount || waitingCount > 0);
    silentTicks = isWaiting && !hasEnded ? silentTicks + 1 : 0;
    hasEnded = false;
    if (hangs || silentTicks >= SILENT_TICKS) void ask();
  }, TICK_MS).unref();

  return {
    openSocket() {
      const socket = new Socket();
      sockets.add(socket.once('close', () => sockets.delete(socket)));
      // The library listens for errors once it has begun to connect.
      if (hangs) process.nextTick(() => socket.destroy(noAnswer()));
      return socket;
    },
    watch(pool) {
      pools.push(pool);
      pool.on('release', (error) => {
        if (!isDatabaseAway(error)) hasEnded = true;
      });
    },
    stop: () => clearInterval(timer),
  };
}

const noAnswer = (): Error => Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' });

/** A Unix socket refuses at once when too many connections wait for a server that accepts none. */
const isQueueFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';

/** Returns true also for a refusal, which is an answer. */
async function doesAnswer(url: string): Promise<boolean> {
  const socket = new Socket();
  const client = new Client({ connectionString: url, application_name: `rkali:${process.pid}`, stream: () => socket });
  client.on('error', () => undefined);
  const question = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      (error: unknown) => !isQueueFull(error),
    );
  const answers = await Promise.race([question, sleep(ANSWER_MS, false, { ref: false })]);
  socket.destroy();
  return answers;
}
