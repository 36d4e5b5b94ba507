import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { deriveKeys, withKeptKeys } from '#server/platform/config/secrets.ts';
import type { Keys } from '#server/platform/context.ts';
import { readKeptKeys } from '#server/platform/kept-keys.ts';

/** Returns the keys of a club started with this secret; the ticket key is random and stored in its database. */
export async function readClubKeys(database: Pool, secret: string): Promise<Keys> {
  const keys = deriveKeys(secret);
  const { opened, formerTicketKeys } = await readKeptKeys(drizzle(database, { casing: 'snake_case' }), keys);
  return withKeptKeys(keys, opened, formerTicketKeys);
}
