import { isDatabaseAway } from '#server/platform/http/errors.ts';

const OF_DATABASE = /[\\/]node_modules[\\/](?:pg|pg-pool|pg-protocol|graphile-worker|drizzle-orm)[\\/]/;

/**
 * Returns true if an error that nobody caught came from this database being away. A refused or broken connection alone does not say so:
 * mail servers and banks break connections with the same codes.
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
