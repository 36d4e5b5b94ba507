import { Client } from 'pg';
import { findBrokenRules } from '#server/office/consistency/consistency.queries.ts';
import { findProcesses } from '#server/platform/backup/tables.queries.ts';
import { readEnv } from '#server/platform/config/env.ts';
import { isBeforeBaseline } from '#server/platform/db/before-baseline.ts';
import { appliedMigrations, migrateInTransaction } from '#server/platform/db/migrate-in-transaction.ts';
import { migrate, MIGRATION_LOCK } from '#server/platform/db/migrate.ts';
import { describeDatabase, findServer, operatorCommand } from './operator-command.ts';

/**
 * `npm run upgrade-database`, once, with the site stopped: gives the tables of a database of before 1.0 (commit 7349505b or later) their
 * present names, all or nothing. No row is lost; ticket codes, passwords and backups stay valid.
 */
await operatorCommand('The database was not changed', async () => {
  const server = await findServer(readEnv(process.env));
  try {
    const isChanged = await upgrade(server.ownerUrl);
    await migrate(server.ownerUrl, server.url);
    return isChanged
      ? `${describeDatabase()} has the tables of this version now.`
      : `Nothing to do: ${describeDatabase()} has them already.`;
  } finally {
    await server.stop();
  }
});

/** Returns false for a database that is not of before the baseline. @throws when the site runs, or the books would not agree afterwards */
async function upgrade(ownerUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: ownerUrl, application_name: `rkali:${process.pid}` });
  await client.connect();
  try {
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [MIGRATION_LOCK]);
    if (!isBeforeBaseline(await appliedMigrations(client))) return false;
    const processes = await findProcesses(client);
    if (!rows[0]?.isFree || processes.length > 0) throw new Error('the site or a command of it uses this database: stop it first.');
    await client.query('begin');
    await migrateInTransaction(client);
    const faults = await findBrokenRules(client);
    if (faults.length > 0) throw new Error(faults.join(' '));
    await client.query('commit');
    return true;
  } finally {
    await client.end();
  }
}
