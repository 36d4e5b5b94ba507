import { callbackify } from 'node:util';
import { Client, type ClientConfig, type PoolConfig } from 'pg';
import { isDatabaseAway } from './database-failure.ts';
import { hostUrls } from '#server/platform/config/host-urls.ts';

/** The timeout for one host to tell whether it accepts writes; all are asked at once. */
const ANSWER_MS = 2_000;

/** Returns how a pool reaches the database at an address of one host or several. */
export const poolTo = (url: string): Pick<PoolConfig, 'connectionString' | 'Client'> => ({
  connectionString: hostUrls(url)[0],
  Client: clientOf(url),
});

/** Returns a client, not yet connected, of the database at an address of one host or several. */
export const createClient = (url: string, config: ClientConfig = {}): Client =>
  new (clientOf(url))({ ...config, connectionString: hostUrls(url)[0] });

type Connected = (error: Error | null, client?: Client) => void;

/**
 * With several hosts each connection first asks all of them which one accepts writes: a fail-over needs no restart, and no connection stays
 * at a standby. Connections that are opened together ask once.
 */
function clientOf(url: string): typeof Client {
  const urls = hostUrls(url);
  if (urls.length === 1) return Client;
  let finding: Promise<Host> | undefined;
  const find = (): Promise<Host> => (finding ??= findPrimary(urls).finally(() => (finding = undefined)));
  return class extends Client {
    override connect(): Promise<Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<Client> | void {
      const connecting = find().then(({ host, port }) => {
        this.host = host;
        this.port = port;
        return super.connect();
      });
      if (callback === undefined) return connecting;
      callbackify(() => connecting)(callback);
    }
  };
}

type Host = Pick<Client, 'host' | 'port'>;

/** Returns the host that accepts writes, as libpq's `target_session_attrs=read-write`. @throws when none does */
async function findPrimary(urls: readonly string[]): Promise<Host> {
  try {
    return await Promise.any(urls.map(refuseReadOnly));
  } catch (error) {
    const failures: unknown[] = error instanceof AggregateError ? error.errors : [error];
    // A wrong password or name is no outage; but the name of a machine that ended may vanish with it.
    const isOutage = failures.some(isDatabaseAway);
    const fault = failures.find((failure) => !isDatabaseAway(failure) && !(isOutage && isUnknownHost(failure)));
    if (fault !== undefined) throw fault;
    const reasons = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
    throw Object.assign(new Error(`no host of the database accepts writes: ${reasons.join('; ')}`), { code: NO_PRIMARY });
  }
}

const isUnknownHost = (error: unknown): boolean => error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo';

/** Node's code for a host that cannot be reached. */
export const NO_PRIMARY = 'EHOSTUNREACH';
const READ_ONLY = '25006';

/** @throws when the host cannot be reached or is a standby */
async function refuseReadOnly(url: string): Promise<Host> {
  const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS };
  const client = new Client({ connectionString: url, application_name: `rkali:${process.pid}`, ...limits });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only === 'off') return client;
    throw Object.assign(new Error(`${client.host}:${client.port} is a standby`), { code: READ_ONLY });
  } finally {
    void client.end().catch(() => undefined);
  }
}
