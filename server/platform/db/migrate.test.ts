import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/database.ts';
import { oldestVersionAfter } from './fitting-versions.ts';
import { migrate } from './migrate.ts';

test('a database that a newer version changed is left alone', async () => {
  const { ownerUrl: url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await migrate(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', extract(epoch from timestamptz '2031-05-04') * 1000)`,
  );
  await client.end();
  await expect(migrate(url)).rejects.toThrow(
    /^the database was changed by a newer version \(a migration of 2031-05-0[34] is unknown here\): start that version, or bring back the backup from before it\.$/,
  );
});

const sqlOf = (file: string) => readFileSync(file, 'utf8').replaceAll(/--.*$/gm, '');

/** Returns true if the previous version of the program would fail: something it reads or writes is gone, or became required. */
const breaks = (sql: string): boolean =>
  /\bdrop\s+(table|column|view|function)\b|\brename\b|\bset\s+not\s+null\b/i.test(sql) ||
  [...sql.matchAll(/\badd\s+column\b[^,;]*/gi)].some(
    ([column]) => /\bnot\s+null\b/i.test(column) && !/\bdefault\b|\bgenerated\b/i.test(column),
  );

test('the version before a migration can go on with the tables after it, or the migration tells which version can', () => {
  const files = globSync(`${import.meta.dirname}/migrations/*.sql`).toSorted();
  const found = files.filter((file) => breaks(sqlOf(file)) && oldestVersionAfter(sqlOf(file)) === undefined).map((file) => basename(file));
  expect(found).toEqual([]);
});
