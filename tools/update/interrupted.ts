import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Env } from '#server/platform/config/env.ts';
import { BEGUN } from '#server/platform/db/begun-update.ts';
import { fitsTables } from '#server/platform/db/fitting-versions.ts';
import { createClient } from '#server/platform/db/hosts.ts';
import { jobTablesOf, readJobTables } from '#server/platform/db/job-tables.ts';
import { readMigrationState } from '#server/platform/db/migrate.ts';
import { findServer } from '#tools/operator-command.ts';
import type { Place } from './place.ts';

/**
 * What an update under way has begun: the release that ran, its copy of the data from before the migrations, when that was begun by the clock
 * of a database that others may use, and whether a server ran.
 */
const Stored = z.object({ release: z.string(), copy: z.string(), at: z.string().optional(), wasOpen: z.boolean() });
export type Begun = Omit<z.infer<typeof Stored>, 'release'>;

const fileOf = ({ base }: Pick<Place, 'base'>): string => join(base, BEGUN);

export const writeBegun = (place: Place, begun: Begun): void =>
  writeFileSync(fileOf(place), JSON.stringify({ release: place.release, ...begun } satisfies z.infer<typeof Stored>), { flush: true });

export const endBegun = (place: Place): void => rmSync(fileOf(place), { force: true });

/** Another machine has migrated the database and may have written to it; the running release works with its tables. */
export const IN_USE = 'in-use';

/**
 * Returns the copy of an update that was killed after its migrations; undefined if the database belongs to the running release. A backup of
 * the migrated database would be useless, because this release could not restore it. @throws when there is no copy and the running release
 * does not work with the tables
 */
export async function findInterrupted(place: Place, env: Env): Promise<Begun | typeof IN_USE | undefined> {
  const state = await stateOf(place, env);
  if (state === 'known') return undefined;
  const file = fileOf(place);
  const begun = existsSync(file) ? Stored.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  if (begun?.release === place.release) return begun;
  // A server of this release starts on such tables, too.
  if (state === 'fits' && begun === undefined && env.databaseUrl !== undefined) return IN_USE;
  throw new Error(
    'the database was changed by a newer version than the one that runs: start that one, or bring back the backup from before it.',
  );
}

/** Compares the database with the running release, which works with newer tables that it fits. */
export async function stateOf({ release }: Place, env: Env): Promise<'known' | 'fits' | 'newer'> {
  const server = await findServer(env);
  const client = createClient(server.ownerUrl, {
    connectionTimeoutMillis: 5_000,
    application_name: `rkali:${process.pid}`,
  });
  try {
    await client.connect();
    const state = await readMigrationState(client);
    if (!['newer', 'current'].includes(state)) return 'known';
    if ((await readJobTables(client)) > jobTablesOf(release)) return 'newer';
    if (state === 'current') return 'known';
    return (await fitsTables(client)) ? 'fits' : 'newer';
  } finally {
    await client.end().catch(() => undefined);
    await server.stop();
  }
}
