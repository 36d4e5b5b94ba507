import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import type { Env } from '#server/env.ts';

/** The database the club's server works with: the one of `DATABASE_URL`, else its own, which is started if it does not run. */
export async function findServer({ databaseUrl, dataDir }: Env): Promise<{ url: string; stop(): Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, stop: async () => undefined };
  return startEmbeddedPostgres({ dataDir, log: (line) => console.log(line) });
}
