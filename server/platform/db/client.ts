import { type ExtractTablesWithRelations, is } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { PgTransaction, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import { Pool, type PoolConfig } from 'pg';
import { isLoopbackHost } from '#server/platform/config/loopback.ts';
import { ownCores } from '#server/platform/cores.ts';
import { isDatabaseAway } from './database-failure.ts';
import { hostUrls } from '#server/platform/config/host-urls.ts';
import { poolTo } from './hosts.ts';
import { watchForHang } from './hang-watch.ts';

type Schema = Record<string, never>;
const CONFIG = { casing: 'snake_case' } as const;

type Transaction = PgTransaction<NodePgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>;
/** The database, or a transaction on it: queries take either. */
export type Db = Pooled | Transaction;

/** A pool without drizzle's `transaction`: use `Database.transaction`. */
type Pooled = Omit<NodePgDatabase<Schema>, 'transaction'>;
export type Database = {
  db: Pooled;
  pool: Pool;
  /** Runs `work` in a READ COMMITTED transaction, on a connection of the pool. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work` in a read-only transaction whose statements all see the database at one moment. */
  snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A small pool for door scans and session checks, so that they never wait behind checkouts. */
  priority: Pooled;
  /** The pool of `priority`, also for health checks: a rush that takes every other connection is no outage. */
  priorityPool: Pool;
  /** The address of the database itself, past a pooler. */
  url: string;
  /** How another pool reaches it. */
  direct: PoolConfig;
  close(): Promise<void>;
};

export const isTransaction = (db: Db): db is Transaction => is(db, PgTransaction);

/**
 * Two per core of this process, at least four, plus one: more make a contended row slower and leave less CPU time for the door
 * (docs/performance.md).
 */
const poolSize = (cores: number): number => Math.max(4, 2 * cores) + 1;
const POOL_SIZE = poolSize(ownCores);
/**
 * The connections that each of three queues may use at once: changes of stock, payments, and reads of anonymous visitors. At least two are
 * left for batches and reads of users; jobs have their own pool.
 */
export const QUEUE_CONNECTIONS = Math.min(3, Math.floor((POOL_SIZE - 2) / 3));
/** Each kind of batch of the priority pool runs one statement at a time. */
const PRIORITY_POOL_SIZE = 3;
/** Two listen for jobs; the others fetch jobs and store their results. */
export const JOBS_POOL_SIZE = 5;
/** All connections of a process with this many cores; one of them listens for changed content. */
export const connectionsWith = (cores: number): number => poolSize(cores) + PRIORITY_POOL_SIZE + JOBS_POOL_SIZE + 1;
/** The timeout for opening a connection or waiting for a free one. */
const CONNECT_TIMEOUT_MS = 5_000;
const PRIORITY_CONNECT_TIMEOUT_MS = 3_000;
/** The database ends a statement that takes longer. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** If the database does not end the statement either, its connection is closed. */
const QUERY_TIMEOUT_MS = 20_000;
/** Shorter than a browser's timeout, because the priority pool's statements are short. */
const PRIORITY_QUERY_TIMEOUT_MS = 8_000;
export const KEEP_ALIVE_AFTER_MS = 10_000;
/** The database ends a transaction whose process hangs, so that its locks are released. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

/**
 * Opens the pools. Connections have `application_name=rkali:<pid>`, so that processes can find each other. With `poolerUrl` the requests'
 * connections go to a pooler in transaction mode, and have no session of their own.
 */
export function openDatabase(url: string, onIdleError: (error: Error) => void, poolerUrl?: string): Database {
  const hang = watchForHang(poolerUrl ?? url);
  const open = (limits: Limits): Pool => {
    const own = poolerUrl === undefined ? { ...configOf(url, limits), onConnect: hang.noteBackend } : pooledConfigOf(poolerUrl, limits);
    const opened = new Pool({ ...own, max: limits.max, stream: hang.openSocket });
    hang.watch(opened);
    reportLostConnections(opened, onIdleError);
    return opened;
  };
  const limits = { max: POOL_SIZE, connectMs: CONNECT_TIMEOUT_MS, queryMs: QUERY_TIMEOUT_MS };
  const pool = open(limits);
  const priorityPool = open({ max: PRIORITY_POOL_SIZE, connectMs: PRIORITY_CONNECT_TIMEOUT_MS, queryMs: PRIORITY_QUERY_TIMEOUT_MS });
  return {
    db: drizzle(pool, CONFIG),
    pool,
    transaction: (work) => runTransaction(pool, work),
    snapshot: (work) => runTransaction(pool, work, { isolationLevel: 'repeatable read', accessMode: 'read only' }),
    priority: drizzle(priorityPool, CONFIG),
    priorityPool,
    url,
    direct: configOf(url, limits),
    close: async () => {
      hang.stop();
      await Promise.all([pool.end(), priorityPool.end()]);
    },
  };
}

type Limits = { max: number; connectMs: number; queryMs: number };

/** Without limits of a session, which poolers refuse: they end statements and transactions themselves. */
const pooledConfigOf = (url: string, { connectMs, queryMs }: Limits): PoolConfig => ({
  ...poolTo(url),
  application_name: `rkali:${process.pid}`,
  connectionTimeoutMillis: connectMs,
  query_timeout: queryMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
});

const configOf = (url: string, limits: Limits): PoolConfig => ({
  ...pooledConfigOf(url, limits),
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
});

/**
 * Reports idle connections that the database closes while the pool is open; without a listener they would end the process. `end()` resolves
 * before its connections are closed, so later errors are ignored.
 */
export function reportLostConnections(pool: Pool, onLost: (error: Error) => void): void {
  pool.on('error', (error) => {
    if (!pool.ending) onLost(error);
  });
  // A caller that uses the connection gets its error.
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/**
 * Replaces drizzle's own: with a pool it never releases a connection that breaks at `begin`, so a database restart under load would leak
 * all of them.
 */
async function runTransaction<T>(pool: Pool, work: (tx: Transaction) => Promise<T>, config?: PgTransactionConfig): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let away: unknown;
  try {
    return await drizzle(client, CONFIG).transaction(
      (tx) =>
        work(tx).catch((error: unknown) => {
          if (isDatabaseAway(error)) {
            away = error;
            // A rollback would wait for a hanging database as long as the statement did; closing the connection has the same effect.
            void client.end();
          }
          throw error;
        }),
      config,
    );
  } catch (error) {
    // A rollback that found the connection closed says nothing about the reason.
    const reason = away ?? error;
    // A query that timed out may still be answered later, so its connection must not be reused.
    broken = reason instanceof Error && isDatabaseAway(reason) ? reason : undefined;
    throw reason;
  } finally {
    client.release(broken);
  }
}

/** Returns true if the connection to a database on another machine would be unencrypted. */
export const isUnencryptedConnection = (databaseUrl: string): boolean => hostUrls(databaseUrl).some(isUnencryptedTo);

function isUnencryptedTo(hostUrl: string): boolean {
  const { hostname, searchParams } = new URL(hostUrl);
  const host = searchParams.get('host') ?? hostname;
  if (host === '' || host.startsWith('/') || isLoopbackHost(host)) return false;
  const mode = searchParams.get('sslmode') ?? 'disable';
  return mode === 'disable' && !['1', 'true'].includes(searchParams.get('ssl') ?? '');
}
