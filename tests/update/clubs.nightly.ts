import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { buildSite } from '#tools/setup/build.mjs';
import {
  addVersion,
  commit,
  edit,
  environment,
  hasTable,
  lost,
  makeRepository,
  placeFirst,
  releaseOf,
  startLoad,
  supervise,
  untilOpen,
  writeSettings,
} from './site.ts';

beforeAll(() => buildSite(process.execPath));

/** Starts two clubs that share the releases of one folder. */
async function openGroup(repository: string) {
  const base = placeFirst(repository);
  const settings = join(base, 'settings');
  mkdirSync(settings);
  const open = async (name: string) => {
    const folder = join(base, 'clubs', name);
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    symlinkSync('../../releases/first', join(folder, 'current'));
    const file = join(settings, `${name}.env`);
    const origin = await writeSettings(file, { NODE_ENV: 'development', VENUE_NAME: name });
    const env = { ...environment(), DATA_DIR: join(folder, 'data'), SETTINGS_FILE: file };
    return { file, ...(await supervise(folder, origin, env)) };
  };
  const [luna, nova] = [await open('luna'), await open('nova')];
  const update = () => {
    const current = join(base, 'current');
    return promisify(execFile)(process.execPath, [join(realpathSync(current), 'tools/clubs.ts'), '--settings', settings, 'update'], {
      cwd: current,
      env: environment(),
    }).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
    );
  };
  return { base, luna, nova, update };
}

test(
  'an update goes from club to club with one build, ends at the one that does not open, and goes on there when it is run again',
  { timeout: 900_000 },
  async () => {
    const repository = makeRepository();
    const group = await openGroup(repository);
    const { base, luna, nova } = group;
    addVersion(repository, '9.1.0', 'create table next_release (id integer);');
    edit(repository, 'server/start.ts', (text) =>
      text.replace(
        '  const secret = loadSecret(',
        `  if (env.venue.name === 'nova') throw new Error('nova is not ready for this version');\n  const secret = loadSecret(`,
      ),
    );
    commit(repository, 'v9.1.0');
    const load = startLoad(nova);
    await expect.poll(() => load.names.length).toBeGreaterThan(10);

    const first = await group.update();
    expect(first).toMatchObject({ code: 1, said: expect.stringContaining('nova goes on with its old version') });
    expect(first.said).toMatch(/luna: Version 9\.1\.0 is open[\s\S]*nova: .*nova is not ready for this version/);
    await Promise.all([untilOpen(luna), untilOpen(nova)]);
    expect([releaseOf(luna), releaseOf(nova), releaseOf(group)]).toEqual(['v9.1.0', 'first', 'first']);
    expect([await hasTable(luna, 'next_release'), await hasTable(nova, 'next_release')]).toEqual([true, false]);
    const before = load.names.length;
    await expect.poll(() => load.names.length).toBeGreaterThan(before + 10);
    await load.stop();
    expect(await lost(nova, load.names)).toEqual([]);

    const built = statSync(join(base, 'releases/v9.1.0')).ino;
    edit(base, 'settings/nova.env', (text) => text.replace('VENUE_NAME=nova', 'VENUE_NAME=Nova'));
    const second = await group.update();
    expect(second).toMatchObject({ code: 0, said: expect.stringMatching(/nova: Version 9\.1\.0 is open[\s\S]*update: 2 clubs done\./) });
    expect(second.said).not.toContain('luna: ');
    await untilOpen(nova);
    expect([releaseOf(luna), releaseOf(nova), releaseOf(group)]).toEqual(['v9.1.0', 'v9.1.0', 'v9.1.0']);
    expect(statSync(join(base, 'releases/v9.1.0')).ino).toBe(built);
    expect(readdirSync(join(base, 'releases')).toSorted()).toEqual(['first', 'v9.1.0']);
    expect(await lost(nova, load.names)).toEqual([]);
  },
);
