import { DatabaseError } from 'pg';
import { hostUrls } from '#server/platform/config/host-urls.ts';

/** Codes of Node and PostgreSQL for "the database is away": unreachable, refused, reset, timed out, a failing disk, no writes. */
const awayCodes = new Set([
  'EAGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57014',
  '58030',
  '25006',
]);
/** Classes of PostgreSQL's codes: the connection failed; its disk, memory or connections are used up; it shuts down or starts. */
const AWAY_CLASS = /^(?:08...|53...|57P0.)$/;
const awayMessages =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client was closed|Client has encountered a connection error|: Read-only file system/;
/** Poolers also use codes without a meaning, such as XX000. */
const poolerMessages =
  /server closed the connection|query_wait_timeout|no more connections allowed|server login|cannot connect|could not get connection from the pool|max clients reached/i;

/** Returns true if an error, or its cause, means that the database cannot be reached now. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isTalking = !('syscall' in error) || ['connect', 'read', 'write'].includes(String(error.syscall));
  if ((awayCodes.has(code) && isTalking) || awayMessages.test(error.message)) return true;
  if (AWAY_CLASS.test(code) && !isProtocolFault(error, code)) return true;
  if (error instanceof DatabaseError && poolerMessages.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  return isDatabaseAway(error.cause);
}

/**
 * 08P01 is what poolers send when they have no server. PostgreSQL itself adds the place in its source, and means a malformed message of
 * ours.
 */
const isProtocolFault = (error: Error, code: string): boolean =>
  code === '08P01' && error instanceof DatabaseError && error.routine !== undefined;

/** Returns PostgreSQL's code of an error, or of its cause, such as `53100`. */
export function postgresCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string' && /^[\dA-Z]{5}$/.test(error.code)) return error.code;
  return postgresCode(error.cause);
}

const OF_DATABASE = /[\\/]node_modules[\\/](?:pg|pg-pool|pg-protocol|graphile-worker|drizzle-orm)[\\/]/;

/**
 * Returns true if an uncaught error came from this database being away. A refused or broken connection alone does not prove it: mail
 * servers and banks cause the same codes.
 */
export function isDatabaseFailure(error: unknown, databaseUrl: string): boolean {
  if (!(error instanceof Error) || !isDatabaseAway(error)) return false;
  if (!('syscall' in error) || isOfDatabase(error, databaseUrl)) return !('command' in error) && !isFetchFailure(error);
  return false;
}

function isOfDatabase(error: Error & { syscall: unknown }, databaseUrl: string): boolean {
  const address = 'address' in error ? String(error.address) : undefined;
  if (address === undefined) return OF_DATABASE.test(error.stack ?? '');
  return hostUrls(databaseUrl).some((hostUrl) => {
    const url = new URL(hostUrl);
    const socketFolder = url.searchParams.get('host');
    if (socketFolder?.startsWith('/')) return address.startsWith(socketFolder);
    return 'port' in error && Number(error.port) === Number(url.port || 5432);
  });
}

const isFetchFailure = (error: Error): boolean => error instanceof TypeError;
