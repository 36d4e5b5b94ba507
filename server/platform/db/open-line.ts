import { isLoopbackHost } from '#server/platform/config/loopback.ts';

/** Returns true if a database on another machine would be spoken to without encryption. */
export function isOpenLine(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  if (host === '' || host.startsWith('/') || isLoopbackHost(host)) return false;
  const mode = searchParams.get('sslmode') ?? 'disable';
  return mode === 'disable' && !['1', 'true'].includes(searchParams.get('ssl') ?? '');
}
