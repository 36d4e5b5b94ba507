import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { examineSecret } from '#server/accounts/secret-check.service.ts';
import { loadSecret } from '#server/platform/config/secrets.ts';
import { readMigrationState } from '#server/platform/db/migrate.ts';
import { fault, type Finding, well } from './finding.ts';
import type { Site } from './site.ts';

const CHECK = 'secret';

/** Returns the site's secret without making one; a missing secret is reported in files.ts. */
export const presentSecret = ({ secret, dataDir }: Site['env']): string | undefined =>
  secret !== undefined || existsSync(join(dataDir, 'secret')) ? loadSecret({ secret, dataDir }) : undefined;

/** Checks that the secret opens what is sealed in the database. */
export async function checkSecret({ ctx, env }: Site): Promise<Finding[]> {
  const secret = presentSecret(env);
  if (!ctx || secret === undefined || (await readMigrationState(ctx.database.pool)) !== 'current') return [];
  const { isForeign, sealed, unreadable, isWholeNeeded, isTicketKeyDerived } = await examineSecret(ctx.db, secret);
  if (isForeign)
    return [
      fault(
        CHECK,
        'does not open what is sealed in the database',
        'put the former one back, or write it behind the new one: SECRET=new,former',
      ),
    ];
  if (unreadable > 0)
    return [
      fault(CHECK, `does not open ${unreadable} of ${sealed} sealed entries`, 'add the secret of before to the list: SECRET=new,former'),
    ];
  if (isWholeNeeded)
    return [
      fault(
        CHECK,
        'has commas and is a list now, but data is sealed under the whole text',
        'npm run reseal, then only the first part is needed',
      ),
    ];
  const advice = isTicketKeyDerived ? '; it also gives the key of tickets: npm run reseal -- --new-ticket-key makes a random one' : '';
  return [well(CHECK, `opens what is sealed in the database${advice}`)];
}
