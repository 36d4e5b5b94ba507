import { existsSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresHome, type PostgresHome } from './postgres-home.ts';
import { createCluster, launchPostgres } from './postgres-launch.ts';
import { type Lease, takeLease, urlOf } from './postgres-lease.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';

type Options = {
  dataDir: string;
  /** Receives what an operator should know, one line at a time. */
  log: (line: string) => void;
  /** More settings of PostgreSQL; they count only when this call is the one that starts the server. */
  settings?: Record<string, string>;
};

export type EmbeddedPostgres = { url: string; stop: () => Promise<void> };

const PATIENCE_MS = 20_000;
const LONGEST_STOP_MS = 30_000;

/**
 * Starts the PostgreSQL that came with the install on `dataDir/postgres`, reachable through a private socket only; the first call
 * creates the database. A server that already runs on this folder is used as it is, so there is never a second one. `stop` ends the
 * server unless another process of ours still uses it. Every error is one sentence for the operator.
 */
export async function startEmbeddedPostgres({ dataDir, log, settings = {} }: Options): Promise<EmbeddedPostgres> {
  const home = await findPostgresHome(dataDir, log);
  if (!existsSync(join(home.cluster, 'PG_VERSION'))) await createCluster(home, settings);
  const { server, lease } = await reachServer(home, settings);
  let stopping: Promise<void> | undefined;
  return { url: urlOf(server), stop: () => (stopping ??= endWhenUnused(home.cluster, server, lease)) };
}

async function reachServer(home: PostgresHome, settings: Record<string, string>): Promise<{ server: Postmaster; lease: Lease }> {
  const deadline = performance.now() + PATIENCE_MS;
  let failure: unknown = '';
  for (;;) {
    const server = findPostmaster(home.cluster);
    if (server?.ready) {
      try {
        return { server, lease: await takeLease(urlOf(server)) };
      } catch (error) {
        failure = error;
      }
    }
    if (!server) failure = (await launchPostgres(home, settings)) ?? failure;
    // A server that is recovering from a crash may take as long as it needs; only silence and refusals have an end.
    const isBusy = server !== undefined && !server.ready;
    if (!isBusy && performance.now() > deadline) {
      throw new Error(`PostgreSQL on ${home.cluster} does not answer (${String(failure)}): see ${home.logFile}.`);
    }
    await sleep(10);
  }
}

async function endWhenUnused(cluster: string, server: Postmaster, lease: Lease): Promise<void> {
  const isLast = await lease.isLast().catch(() => false);
  const isRunning = () => findPostmaster(cluster)?.pid === server.pid;
  if (isLast && isRunning()) {
    process.kill(server.pid, 'SIGINT');
    const deadline = performance.now() + LONGEST_STOP_MS;
    while (isRunning() && performance.now() < deadline) await sleep(5);
    dropSocketFolder(server.socketDir);
  }
  await lease.end().catch(() => {});
}

function dropSocketFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody is already starting the next server in it.
  }
}
