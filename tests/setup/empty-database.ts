import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { onDatabase, testCluster } from './database.ts';
import { onTestFinished } from './on-test-finished.ts';

/** Creates a database without tables; dropped when the test is over. Returns its address. */
export async function createEmptyDatabase(): Promise<string> {
  const { adminUrl, prefix } = testCluster();
  const name = prefix + randomBytes(6).toString('hex');
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return onDatabase(adminUrl, name);
}
