import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findOpenAlerts } from '#server/platform/alerts/alerts.queries.ts';
import { nightlyName } from '#server/platform/backup/file-names.ts';
import { findPassphrase } from '#server/platform/backup/passphrase.ts';
import { addDays } from '#shared/dates.ts';
import { restoreInto } from '#tests/factories/backups.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { rowsOf } from '#tests/factories/rows-of.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { createEmptyDatabase } from '#tests/setup/empty-database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { findNightlyState } from './nightly.queries.ts';
import { makeNightly, watchNightly } from './nightly.service.ts';

/** A club that runs by its database's clock, with a backup folder of its own. */
async function openClub(env: Record<string, string> = {}) {
  const folder = createTestFolder();
  const app = await startTestApp({ env: { BACKUP_FOLDER: folder, ...env } });
  app.clock.set(new Date());
  await createUser(app.ctx);
  await createEvent(app.ctx);
  const alerts = async () => (await findOpenAlerts(app.ctx.db)).map(({ kind }) => kind);
  return { ...app, folder, alerts, dataDir: app.deps.env.dataDir, state: () => findNightlyState(app.ctx.db) };
}

test('a nightly backup is made once a day, was restored for a check, and can be restored elsewhere with its secret', async () => {
  const { ctx, deps, clock, folder, dataDir, state } = await openClub();
  const name = nightlyName(clock.now());
  const before = await rowsOf(deps.env.databaseUrl ?? '');
  await makeNightly(ctx);
  expect(readdirSync(folder)).toEqual([name]);
  expect(await state()).toMatchObject({ error: null, fileName: name, triedAt: clock.now(), bytes: expect.any(Number) });
  expect(readdirSync(dataDir).filter((each) => each.startsWith('backup-check'))).toEqual([]);

  const target = await createEmptyDatabase();
  const passphrases = [findPassphrase(deps.env) ?? ''];
  const { secret } = await restoreInto(target, join(folder, name), { passphrases });
  expect(secret).toBe(deps.env.secret);
  expect(await rowsOf(target)).toEqual(before);

  const first = await state();
  clock.advanceMinutes(40);
  await makeNightly(ctx);
  expect(await state()).toEqual(first);
});

test('it keeps seven daily and four weekly ones, and what people put there', async () => {
  const { ctx, clock, folder } = await openClub();
  for (let day = 1; day <= 60; day += 1) writeFileSync(join(folder, nightlyName(addDays(clock.now(), -day))), '');
  writeFileSync(join(folder, 'backup-2026-01-01-120000.tar.zst.age'), '');
  writeFileSync(join(folder, `${nightlyName(addDays(clock.now(), -70))}.new-999999999-0123abcd-${hostname()}`), '');
  await makeNightly(ctx);
  const kept = readdirSync(folder);
  expect(kept).toContain('backup-2026-01-01-120000.tar.zst.age');
  expect(kept).toContain(nightlyName(clock.now()));
  expect(kept).toHaveLength(12);
});

test('a failed one is tried again the same day, deletes nothing, and is an alert after 36 hours, until one succeeds', async () => {
  const folder = join(createTestFolder(), 'not mounted');
  writeFileSync(folder, 'a file where the folder should be');
  const { ctx, deps, clock, alerts, state } = await openClub({ BACKUP_FOLDER: folder });
  await watchNightly(ctx);
  await makeNightly(ctx);
  expect(await state()).toMatchObject({
    goodAt: null,
    error: `backups cannot be written to ${folder} (EEXIST): choose another BACKUP_FOLDER.`,
  });
  expect(await alerts()).toEqual([]);
  clock.advanceMinutes(36 * 60 + 1);
  await makeNightly(ctx);
  expect(await alerts()).toEqual(['backup_old']);

  clock.set(new Date());
  await makeNightly({ ...ctx, env: { ...deps.env, backupFolder: createTestFolder() } });
  expect(await state()).toMatchObject({ error: null, goodAt: expect.any(Date) });
  expect(await alerts()).toEqual([]);
});

test('data that contradicts itself is an alert, and a good backup all the same', async () => {
  const { ctx, folder, alerts, deps, clock } = await openClub();
  await deps.database.pool.query('update events set sold_or_reserved = sold_or_reserved + 1');
  await makeNightly(ctx);
  expect(await alerts()).toEqual(['data_inconsistent']);
  expect(readdirSync(folder)).toHaveLength(1);
  await deps.database.pool.query('update events set sold_or_reserved = sold_or_reserved - 1');
  clock.advanceMinutes(24 * 60);
  await makeNightly(ctx);
  expect(await alerts()).toEqual([]);
});

test('a process that stops ends its backup, and the next one cleans up', async () => {
  const { ctx, dataDir, folder, state } = await openClub();
  const stopping = new AbortController();
  const making = makeNightly(ctx, stopping.signal);
  const checks = () => (existsSync(dataDir) ? readdirSync(dataDir).filter((each) => each.startsWith('backup-check')) : []);
  await expect.poll(checks, { timeout: 60_000, interval: 5 }).toHaveLength(1);
  stopping.abort();
  await expect(making).rejects.toThrow('aborted');
  expect(await state()).toBeUndefined();
  expect(checks()).toEqual([]);
  await makeNightly(ctx);
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await state()).toMatchObject({ error: null });
});
