import type { Client, Pool } from 'pg';
import { findBrokenRules, findRowsAgainst } from '#server/backoffice/consistency/consistency.queries.ts';

/** Holds only in tests: the site deletes the mails of old orders (server/backoffice/privacy/retention.jobs.ts). */
const ONLY_HERE = {
  'a paid order has its mail': `
    select o.id from orders o where o.state = 'paid' and not exists (select 1 from mails m where m.key = 'ticket:' || o.id)`,
};

/** Returns the broken rules, each with the rows that break it; empty when the data is consistent and no mail was lost. */
export const brokenRules = async (database: Pick<Client | Pool, 'query'>): Promise<string[]> => [
  ...(await findBrokenRules(database)),
  ...(await findRowsAgainst(database, ONLY_HERE)),
];
