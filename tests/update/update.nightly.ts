import { beforeAll, expect, test } from 'vitest';
import { buildSite } from '#tools/setup/build.mjs';
import { addVersion, commit, edit, hasTable, lost, makeRepository, openSite, releaseOf, startLoad, untilOpen, update } from './site.ts';

beforeAll(() => buildSite(process.execPath));

test(
  'an update takes the place of the running version, and one that fails leaves the old one with all its data',
  { timeout: 600_000 },
  async () => {
    const repository = makeRepository();
    const site = await openSite(repository);
    const load = startLoad(site);
    await expect.poll(() => load.names.length).toBeGreaterThan(10);

    const none = await update(site);
    expect(none).toEqual({ code: 0, said: expect.stringMatching(/^Version \d+\.\d+\.\d+ runs, and there is no newer one\.\n$/) });

    addVersion(repository, '9.1.0', 'create table next_release (id integer);');
    commit(repository, 'v9.1.0');
    const updated = await update(site);
    expect(updated).toMatchObject({ code: 0, said: expect.stringContaining('Version 9.1.0 is open') });
    expect(releaseOf(site)).toBe('v9.1.0');
    const before = load.names.length;
    await expect.poll(() => load.names.length).toBeGreaterThan(before + 10);

    addVersion(repository, '9.2.0', 'create table broken_release (id integer);');
    edit(repository, 'server/start.ts', (text) =>
      text.replace(
        '  const secret = loadSecret(',
        `  if (env.dataDir) throw new Error('this version is broken');\n  const secret = loadSecret(`,
      ),
    );
    commit(repository, 'v9.2.0');
    const failed = await update(site);
    expect(failed).toMatchObject({
      code: 1,
      said: expect.stringMatching(/this version is broken[\s\S]*The old one goes on with all its data/),
    });
    expect(releaseOf(site)).toBe('v9.1.0');
    await untilOpen(site);
    const after = load.names.length;
    await expect.poll(() => load.names.length).toBeGreaterThan(after + 10);

    expect((await update(site, 'v9.9.9')).said).toContain('there is no version v9.9.9');
    expect((await update(site, 'v9.1.0')).said).toContain('v9.1.0 runs already');
    await load.stop();
    expect(await lost(site, load.names)).toEqual([]);
    expect(await lost(site, ['Visitor 0 0'])).toEqual(['Visitor 0 0']);
    expect([await hasTable(site, 'next_release'), await hasTable(site, 'broken_release')]).toEqual([true, false]);
  },
);
