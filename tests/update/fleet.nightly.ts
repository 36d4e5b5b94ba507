import { readdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { installed, startBalancer, startVisitors } from '#tests/setup/balancer.ts';
import { createTestDatabase, openTestPool } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { buildSite } from '#tools/setup/build.mjs';
import { addVersion, commit, edit, makeRepository, openSite, releaseOf, type Site, untilOpen, update } from './site.ts';

beforeAll(() => buildSite(process.execPath), 600_000);

/** Longer than the balancer needs to notice. */
const DRAIN_SECONDS = 5;

/** Starts two machines on one database and one data folder, behind a balancer. */
async function openFleet(repository: string) {
  const database = await createTestDatabase();
  const books = openTestPool(database.ownerUrl);
  const dataDir = createTestFolder();
  const variables = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, DATA_DIR: dataDir, DRAIN_SECONDS };
  // Last in the order of a test's ends: the machines use it until then.
  onTestFinished(async () => {
    await books.end();
    await database.drop();
  });
  const one = await openSite(repository, variables);
  const two = await openSite(repository, variables);
  const nameOf = ({ origin }: Site): string => `${hostname()}:${new URL(origin).port}`;
  return { one, two, nameOf, books, dataDir, origin: await startBalancer('haproxy', [one.origin, two.origin]) };
}

test.runIf(installed.includes('haproxy'))(
  'two machines are updated one after the other, and no visitor behind the balancer notices',
  { timeout: 900_000 },
  async () => {
    const repository = makeRepository();
    const { one, two, nameOf, books, dataDir, origin } = await openFleet(repository);
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.pid'))).toHaveLength(2);
    const visitors = startVisitors(origin);
    await visitors.more(20);

    addVersion(repository, '9.1.0', 'create table next_release (id integer);');
    commit(repository, 'v9.1.0');
    const first = await update(one);
    expect(first).toMatchObject({ code: 0, said: expect.stringContaining(`Version 9.1.0 is open.`) });
    expect(first.said).toContain(`Update next: ${nameOf(two)} (`);
    expect([releaseOf(one), releaseOf(two)]).toEqual(['v9.1.0', 'first']);
    const second = await update(two);
    expect(second).toMatchObject({ code: 0, said: expect.stringContaining('Version 9.1.0 is open.') });
    expect(second.said).not.toContain('Update next');
    await visitors.more(20);
    await visitors.stop();

    console.log(`${visitors.accepted.length} enquiries and as many pages during both updates`);
    expect(visitors.failed).toEqual([]);
    const { rows } = await books.query<{ count: number }>('select count(distinct body)::int as count from enquiries where body = any($1)', [
      visitors.accepted,
    ]);
    expect(rows[0]?.count).toBe(visitors.accepted.length);
    const live = await books.query<{ name: string; version: string }>('select name, version from machines order by name');
    expect(live.rows).toEqual(
      [one, two].map((site) => ({ name: nameOf(site), version: '9.1.0' })).toSorted((a, b) => a.name.localeCompare(b.name)),
    );
  },
);

test.runIf(installed.includes('haproxy'))(
  'beside another machine a bad release leaves the old one on the new tables, and one that removes what the other uses is refused',
  { timeout: 900_000 },
  async () => {
    const repository = makeRepository();
    const { one, two, nameOf, books, origin } = await openFleet(repository);
    const visitors = startVisitors(origin);
    addVersion(repository, '9.1.0', 'create table next_release (id integer);');
    edit(repository, 'server/start.ts', (text) =>
      text.replace(
        '  const secret = loadSecret(',
        `  if (env.dataDir) throw new Error('this version is broken');\n  const secret = loadSecret(`,
      ),
    );
    commit(repository, 'v9.1.0');
    const failed = await update(one);
    expect(failed).toMatchObject({
      code: 1,
      said: expect.stringMatching(/this version is broken[\s\S]*The old one goes on with all its data/),
    });
    await untilOpen(one);
    expect(releaseOf(one)).toBe('first');
    const { rows } = await books.query<{ found: boolean }>(`select to_regclass('next_release') is not null as found`);
    expect(rows).toEqual([{ found: true }]);

    addVersion(
      repository,
      '9.2.0',
      `drop table next_release; create or replace function oldest_version() returns text language sql immutable return '9.1.0';`,
    );
    commit(repository, 'v9.2.0');
    const refused = await update(one);
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(
      new RegExp(
        `the migration 9920_next removes what ${nameOf(two)} \\([\\d.]+\\) still uses: update it to 9\\.1\\.0 first, or stop it\\.`,
      ),
    );
    await visitors.more(20);
    await visitors.stop();
    expect(visitors.failed).toEqual([]);
  },
);
