/** Codes of node and PostgreSQL for "the database is away": refused, reset, timed out, shutting down, starting up, full, unwritable. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
  '57014',
  // The server runs but cannot work: its disk or memory is full, its disk fails, or it takes no writes.
  '53100',
  '53200',
  '58030',
  '25006',
]);
const awayMessages =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|: Read-only file system/;

/** Returns true if an error, or its cause, means that the database cannot be reached now. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isTalking = !('syscall' in error) || ['connect', 'read', 'write'].includes(String(error.syscall));
  if ((awayCodes.has(code) && isTalking) || awayMessages.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  return isDatabaseAway(error.cause);
}

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
  const url = new URL(databaseUrl);
  const socketFolder = url.searchParams.get('host');
  const address = 'address' in error ? String(error.address) : undefined;
  if (address === undefined) return OF_DATABASE.test(error.stack ?? '');
  if (socketFolder?.startsWith('/')) return address.startsWith(socketFolder);
  return 'port' in error && Number(error.port) === Number(url.port || 5432);
}

const isFetchFailure = (error: Error): boolean => error instanceof TypeError;
