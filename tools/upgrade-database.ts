import { findBrokenRules } from '#server/backoffice/consistency/consistency.queries.ts';
import { readEnv } from '#server/platform/config/env.ts';
import { createClient } from '#server/platform/db/hosts.ts';
import { migrate, type MigrationState, readMigrationState, TOO_OLD } from '#server/platform/db/migrate.ts';
import { describeDatabase, findServer, operatorCommand } from './operator-command.ts';
import { showProgress } from './progress-line.ts';

/** Why there is nothing to do, or nothing can be done; other states are upgraded. */
const refusals: Partial<Record<MigrationState, string>> = {
  empty: 'it has no tables of this program: check DATA_DIR and DATABASE_URL.',
  'too-old': `it is ${TOO_OLD}.`,
  newer: 'it was changed by a newer version: start that version.',
};

/**
 * `npm run upgrade-database`, with the site stopped: does what the next start would do to a database from before 1.0 (commit 7349505b or
 * later): gives its tables their present names, all or nothing. No row is lost, and ticket codes, passwords and backups remain valid.
 */
await operatorCommand('The database was not changed', async () => {
  showProgress('Opening the database');
  const server = await findServer(readEnv(process.env));
  const client = createClient(server.ownerUrl, { application_name: `rkali:${process.pid}` });
  try {
    await client.connect();
    const state = await readMigrationState(client);
    const refusal = refusals[state];
    if (refusal) throw new Error(refusal);
    if (state === 'current') return `Nothing to do: ${describeDatabase()} has the tables of this version already.`;
    showProgress('Giving the tables their present names');
    await migrate(server.ownerUrl, server.url);
    showProgress('Checking the data');
    const faults = await findBrokenRules(client);
    return [`${describeDatabase()} has the tables of this version now.`, ...faults.map((fault) => `To check: ${fault}`)].join('\n');
  } finally {
    await client.end();
    await server.stop();
  }
});
