import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import type pg from 'pg';
import { migrate } from '#server/platform/db/migrate.ts';
import { onDatabase, openTestPool, type TestCluster, watchSchema } from './database.ts';

const TEMPLATE_LOCK = 7_265_109;
const KEPT_TEMPLATES = 3;
const database = fileURLToPath(new URL('../../server/platform/db', import.meta.url));

type Addresses = Pick<TestCluster, 'adminUrl' | 'appUrl'>;

/** Returns the name of an empty migrated database to copy, made once for each state of the migrations. */
export async function ensureTemplate(admin: pg.Client, { adminUrl, appUrl }: Addresses): Promise<string> {
  const template = `template_${migrationsHash()}`;
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    if (!(await templates(admin)).includes(template)) await makeTemplate(admin, { adminUrl, appUrl }, template);
    for (const old of (await templates(admin)).slice(KEPT_TEMPLATES)) await admin.query(`drop database if exists ${old}`);
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
  return template;
}

// Under another name until it is complete: a template must have no connections, and half of one must not be copied.
async function makeTemplate(admin: pg.Client, { adminUrl, appUrl }: Addresses, template: string): Promise<void> {
  await admin.query('drop database if exists draft with (force)');
  await admin.query('create database draft');
  await migrate(onDatabase(adminUrl, 'draft'), onDatabase(appUrl, 'draft'));
  const draft = openTestPool(onDatabase(adminUrl, 'draft'));
  await draft.query(watchSchema);
  await draft.end();
  await admin.query(`alter database draft rename to ${template}`);
}

/** Newest first. */
async function templates(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'template\\_%' order by oid desc`,
  );
  return rows.map(({ name }) => name);
}

function migrationsHash(): string {
  const hash = createHash('sha256')
    .update(readFileSync(join(database, 'migrate.ts')))
    .update(readFileSync(join(database, 'rights.ts')))
    .update(watchSchema);
  const files = readdirSync(join(database, 'migrations'), { recursive: true, withFileTypes: true });
  for (const file of files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()) {
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 12);
}
