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

    addVersion(repository, '0.2.0', 'create table next_release (id integer);');
    commit(repository, 'v0.2.0');
    const updated = await update(site);
    expect(updated).toMatchObject({ code: 0, said: expect.stringContaining('Version 0.2.0 is open') });
    expect(releaseOf(site)).toBe('v0.2.0');
    const before = load.names.length;
    await expect.poll(() => load.names.length).toBeGreaterThan(before + 10);

    addVersion(repository, '0.3.0', 'create table broken_release (id integer);');
    edit(repository, 'server/start.ts', (text) =>
      text.replace(
        '  const secret = loadSecret(',
        `  if (env.dataDir) throw new Error('this version is broken');\n  const secret = loadSecret(`,
      ),
    );
    commit(repository, 'v0.3.0');
    const failed = await update(site);
    expect(failed).toMatchObject({
      code: 1,
      said: expect.stringMatching(/this version is broken[\s\S]*The old one goes on with all its data/),
    });
    expect(releaseOf(site)).toBe('v0.2.0');
    await untilOpen(site);
    const after = load.names.length;
    await expect.poll(() => load.names.length).toBeGreaterThan(after + 10);

    expect((await update(site, 'v9.9.9')).said).toContain('there is no version v9.9.9');
    expect((await update(site, 'v0.2.0')).said).toContain('v0.2.0 runs already');
    await load.stop();
    expect(await lost(site, load.names)).toEqual([]);
    expect(await lost(site, ['Visitor 0 0'])).toEqual(['Visitor 0 0']);
    expect([await hasTable(site, 'next_release'), await hasTable(site, 'broken_release')]).toEqual([true, false]);
  },
);
