import { existsSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isAlive } from '#server/platform/files.ts';
import { endUse, markUse, refuseUseElsewhere } from './cluster-use.ts';
import { findPostgresHome, type PostgresHome } from './postgres-home.ts';
import { createCluster, findPostmaster, keepSmall, launchPostgres, OWNER_ROLE, type Postmaster } from './postgres-launch.ts';
import { APP_ROLE, finishRoles, isOpenCluster, loadPasswords, type Passwords, refusalOf, secureServer, urlOf } from './postgres-roles.ts';
import { refuseForeignFolder } from './socket-folder.ts';

type Options = {
  dataDir: string;
  /** Logs messages for the operator, one line at a time. */
  log: (line: string) => void;
  /** More settings of PostgreSQL; used only if this call starts the server. */
  settings?: Record<string, string>;
};

/** `url`: of the server's user; `ownerUrl`: for migrations. */
export type EmbeddedPostgres = { url: string; ownerUrl: string; stop: () => Promise<void> };

const START_TIMEOUT_MS = 20_000;
const LONGEST_STOP_MS = 30_000;
const WATCH_MS = 1_000;

/**
 * Starts the bundled PostgreSQL on `dataDir/postgres`, or uses the one that runs there; the first call creates the database. It can be
 * reached only through a private socket with a password, and is restarted if it dies. `stop` ends the server unless another process of ours
 * uses it. @throws one sentence for the operator
 */
export async function startEmbeddedPostgres({ dataDir, log, settings = {} }: Options): Promise<EmbeddedPostgres> {
  const home = await findPostgresHome(dataDir, log);
  if (!existsSync(join(home.cluster, 'PG_VERSION'))) await createCluster(home, settings);
  const passwords = loadPasswords(home.passwordFile);
  let current = await reachServer(home, settings, passwords);
  markUse(home);
  let stopping: Promise<void> | undefined;
  const unwatch = watch(home, log, async () => {
    current = await reachServer(home, settings, passwords);
  });
  const stop = async (): Promise<void> => {
    await unwatch();
    await endWhenUnused(home, current.server, current.lease);
  };
  return {
    url: urlOf(current.server, APP_ROLE, passwords.app),
    ownerUrl: urlOf(current.server, OWNER_ROLE, passwords.owner),
    stop: () => (stopping ??= stop()),
  };
}

/** `open`: without passwords, from an old version or to renew them; `locked`: the file with the passwords is gone. */
type ClusterState = 'ready' | 'open' | 'locked';

/** Returns what `startEmbeddedPostgres` would have to change first in an existing database; changes nothing. */
export async function readClusterState(dataDir: string): Promise<ClusterState> {
  const { cluster, passwordFile } = await findPostgresHome(dataDir, () => undefined);
  if (isOpenCluster(cluster)) return 'open';
  return existsSync(passwordFile) ? 'ready' : 'locked';
}

/**
 * Watches the server while this process lives, and calls `revive` when it is gone. Returns the function that stops watching, which waits
 * for a running revival.
 */
function watch(home: PostgresHome, log: Options['log'], revive: () => Promise<void>): () => Promise<void> {
  const { cluster, logFile } = home;
  let reviving: Promise<void> | undefined;
  // While it cannot start, it is tried again each second and the reason is logged once.
  let logged: string | undefined;
  const logOnce = (line: string): void => {
    if (line !== logged) log(line);
    logged = line;
  };
  const look = (): void => {
    keepSmall(logFile);
    markUse(home);
    if (reviving || findPostmaster(cluster)) return;
    if (logged === undefined) log('The database ended unexpectedly and is started again.');
    reviving = revive()
      .then(() => {
        log('The database is back.');
        logged = undefined;
      })
      .catch((error: unknown) => logOnce(error instanceof Error ? error.message : String(error)))
      .finally(() => (reviving = undefined));
  };
  const timer = setInterval(look, WATCH_MS).unref();
  return async () => {
    clearInterval(timer);
    await reviving;
  };
}

type Reached = { server: Postmaster; lease: Lease };

async function reachServer(home: PostgresHome, settings: Record<string, string>, passwords: Passwords): Promise<Reached> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  let failure: unknown = '';
  for (;;) {
    const server = findPostmaster(home.cluster);
    const isHidden = server?.ready === true && !existsSync(server.socketDir);
    if (server?.ready && !isHidden) {
      refuseForeignFolder(server.socketDir, home.runAs);
      try {
        if (isOpenCluster(home.cluster)) await secureServer(home, server, passwords);
        await asOwner(server, passwords, (client) => finishRoles(client, passwords));
        return { server, lease: await takeLease(urlOf(server, APP_ROLE, passwords.app)) };
      } catch (error) {
        failure = refusalOf(error, home);
      }
    }
    if (!server) {
      await refuseUseElsewhere(home);
      failure = (await launchPostgres(home, settings)) ?? failure;
    }
    // Recovery after a crash may take as long as it needs; only silence and refusals have a timeout.
    const isBusy = server !== undefined && !server.ready;
    if (isHidden && performance.now() > deadline) throw new Error(hiddenText(home.cluster, server));
    if (!isBusy && performance.now() > deadline) {
      throw new Error(`PostgreSQL on ${home.cluster} does not answer (${String(failure)}): see ${home.logFile}.`);
    }
    await sleep(10);
  }
}

/** The error if a command outside the systemd unit with PrivateTmp started the server: the unit cannot see the folder of its socket. */
const hiddenText = (cluster: string, { pid, socketDir }: Postmaster): string =>
  `The database in ${cluster} was started by another command, whose socket in ${socketDir} cannot be seen from here: wait for the end of that command, or end its database: kill -INT ${pid}.`;

async function endWhenUnused(home: PostgresHome, server: Postmaster, lease: Lease): Promise<void> {
  const isLast = await lease.isLast().catch(() => false);
  const isRunning = () => findPostmaster(home.cluster)?.pid === server.pid;
  if (isLast && isRunning()) {
    process.kill(server.pid, 'SIGINT');
    const deadline = performance.now() + LONGEST_STOP_MS;
    while (isRunning() && performance.now() < deadline) await sleep(5);
    dropSocketFolder(server.socketDir);
    endUse(home);
  }
  await lease.end().catch(() => {});
}

function dropSocketFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another process is already starting the server on this folder.
  }
}

/** A connection that marks the server as used while it is open. */
type Lease = { isLast: () => Promise<boolean>; end: () => Promise<void> };

// Two arbitrary numbers that no other advisory lock in this database uses.
const LOCK = '1919642729, 1';
const NOTICE_MS = 1_000;

const applicationName = `rkali:${process.pid}`;

async function asOwner(server: Postmaster, { owner }: Passwords, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await connect(urlOf(server, OWNER_ROLE, owner));
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName, connectionTimeoutMillis: 5000 });
  // The server may end before this process; the next query reports it.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/**
 * Takes a shared lock that lasts as long as the connection of the server's role. `isLast` takes it exclusively: a new process then waits
 * until the server ends, and starts one itself.
 */
async function takeLease(url: string): Promise<Lease> {
  const client = await connect(url);
  await client.query(`select pg_advisory_lock_shared(${LOCK})`);
  return {
    end: () => client.end(),
    async isLast() {
      await client.query(`select pg_advisory_unlock_shared(${LOCK})`);
      if (await hasLivingOthers(client)) return false;
      // A process that was just killed may hold its lock until the server notices.
      await client.query(`set lock_timeout = ${NOTICE_MS}`);
      try {
        await client.query(`select pg_advisory_lock(${LOCK})`);
      } catch {
        return false;
      }
      return !(await hasLivingOthers(client));
    },
  };
}

async function hasLivingOthers(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>(
    `select distinct split_part(application_name, ':', 2)::int as pid from pg_stat_activity
     where application_name ~ '^rkali:[0-9]+$' and application_name <> $1`,
    [applicationName],
  );
  return rows.some(({ pid }) => isAlive(pid));
}
