import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Env } from '#server/platform/config/env.ts';
import { createClient } from '#server/platform/db/hosts.ts';
import { readMigrationState } from '#server/platform/db/migrate.ts';
import { readJobTables } from '#server/platform/backup/tables.queries.ts';
import { findServer } from '#tools/operator-command.ts';
import { jobTablesOf } from './new-release.ts';
import type { Place } from './place.ts';

/** What an update under way has begun: the release that ran, its copy of the data from before the migrations, and whether a server ran. */
const Stored = z.object({ release: z.string(), copy: z.string(), wasOpen: z.boolean() });
export type Begun = Pick<z.infer<typeof Stored>, 'copy' | 'wasOpen'>;

const fileOf = ({ base }: Pick<Place, 'base'>): string => join(base, 'update-begun.json');

export const writeBegun = (place: Place, begun: Begun): void =>
  writeFileSync(fileOf(place), JSON.stringify({ release: place.release, ...begun } satisfies z.infer<typeof Stored>), { flush: true });

export const endBegun = (place: Place): void => rmSync(fileOf(place), { force: true });

/**
 * Returns the copy of an update that was killed after its migrations; undefined if the database belongs to the running release. A backup of
 * the migrated database would be useless, because this release could not restore it. @throws when there is no copy
 */
export async function findInterrupted(place: Place, env: Env): Promise<Begun | undefined> {
  if (!(await isNewer(place, env))) return undefined;
  const file = fileOf(place);
  const begun = existsSync(file) ? Stored.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  if (begun?.release === place.release) return begun;
  throw new Error(
    'the database was changed by a newer version than the one that runs: start that one, or bring back the backup from before it.',
  );
}

async function isNewer({ release }: Place, env: Env): Promise<boolean> {
  const server = await findServer(env);
  const client = createClient(server.ownerUrl, {
    connectionTimeoutMillis: 5_000,
    application_name: `rkali:${process.pid}`,
  });
  try {
    await client.connect();
    const state = await readMigrationState(client);
    return state === 'newer' || (state === 'current' && (await readJobTables(client)) > jobTablesOf(release));
  } finally {
    await client.end().catch(() => undefined);
    await server.stop();
  }
}
