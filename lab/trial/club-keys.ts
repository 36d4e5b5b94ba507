import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { deriveKeys, withKeptKeys } from '#server/platform/config/secrets.ts';
import type { Keys } from '#server/platform/context.ts';
import { readKeptKeys } from '#server/platform/kept-keys/kept-keys.service.ts';

/** The keys of a club that was started with this secret: that of its tickets is random and stands in its database. */
export async function readClubKeys(database: Pool, secret: string): Promise<Keys> {
  const keys = deriveKeys(secret);
  const { opened, formerTicketKeys } = await readKeptKeys(drizzle(database, { casing: 'snake_case' }), keys);
  return withKeptKeys(keys, opened, formerTicketKeys);
}
