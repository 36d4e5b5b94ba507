import { expect, onTestFinished, test } from 'vitest';
import { runServerToEnd, startServer } from '#lab/trial/server-process.ts';
import { users } from '#server/accounts/accounts.table.ts';
import { examineSecret, openKeys } from '#server/accounts/secret-check.service.ts';
import { findOpenAlerts } from '#server/platform/alerts/alerts.queries.ts';
import { keysOfOne } from '#server/platform/config/secrets.ts';
import { keptKeys } from '#server/platform/platform.table.ts';
import { sealNumber } from '#server/accounts/personal-data.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { ownerUrlOf } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';

const RIGHT = 'the secret under which everything was sealed';
const OTHER = 'a secret from another machine that was mistaken for it';
const WITH_COMMAS = 'one half of it has thirty-two chars or more,and so has the other half of this one';
const SENTENCE =
  'Rkali cannot start: SECRET does not open what is sealed in the database: put the former secret back, or write it behind the new one with a comma between, SECRET=new,former.';

/** Opens a club with a guest; `isOld`: as made by a version without kept keys. */
async function openClub(secret: string, isOld = false) {
  const app = await startTestApp({ isFresh: true, env: { SECRET: secret } });
  await createUser(app.ctx, { personalNumber: '01024012345' });
  if (isOld) await app.owner.delete(keptKeys);
  const url = app.deps.env.databaseUrl ?? '';
  const settings = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrlOf(url), DATA_DIR: createTestFolder(), PLACEHOLDER_IMAGES: 'false' };
  const kept = () => app.owner.select().from(keptKeys).orderBy(keptKeys.name);
  return { ...app, settings, kept };
}

const production = { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000', PAYMENTS: 'fake', MAIL: 'files', DEMO: 'false' };

test.each([false, true])(
  'production refuses a secret that opens nothing, and stores nothing under it (database from before: %s)',
  async (isOld) => {
    const { settings, kept } = await openClub(RIGHT, isOld);
    const before = await kept();
    const { code, lines } = await runServerToEnd({ ...settings, ...production, SECRET: OTHER });
    expect([code, lines.at(-1)]).toEqual([1, SENTENCE]);
    expect(await kept()).toEqual(before);
    const both = await startServer({ ...settings, ...production, SECRET: `${OTHER},${RIGHT}` });
    onTestFinished(() => both.kill('SIGTERM'));
    expect((await kept()).length).toBeGreaterThan(0);
  },
);

test('elsewhere it is an alert and a line in the log, until the right one is back', async () => {
  const { settings, ctx } = await openClub(RIGHT);
  const alerts = async () => (await findOpenAlerts(ctx.db)).map(({ kind }) => kind);
  const wrong = await startServer({ ...settings, DEMO: 'false', SECRET: OTHER });
  onTestFinished(() => wrong.kill('SIGTERM'));
  expect(wrong.output()).toContain('SECRET does not open what is sealed in the database: put the former secret back');
  expect(await alerts()).toEqual(['secret_foreign']);
  await wrong.kill('SIGTERM');
  const right = await startServer({ ...settings, DEMO: 'false', SECRET: RIGHT });
  onTestFinished(() => right.kill('SIGTERM'));
  expect(await alerts()).toEqual([]);
});

test("an operator's command stores nothing under a secret that opens nothing", async () => {
  const { settings, kept } = await openClub(RIGHT, true);
  await runOperatorCommand('roles', ['list'], { env: { ...settings, SECRET: OTHER } });
  expect(await kept()).toEqual([]);
});

test('for a secret that is lost for good the keys are made anew, and the site starts', async () => {
  const { settings } = await openClub(RIGHT);
  const given = { ...settings, ...production, SECRET: OTHER };
  const { stdout } = await runOperatorCommand('reseal', ['--give-up'], { env: given });
  expect(stdout).toMatch(/^4 keys were made anew in .*: tickets from before are refused/);
  expect((await runOperatorCommand('reseal', ['--give-up'], { env: given })).stdout).toMatch(/^Nothing was given up/);
  const server = await startServer(given);
  onTestFinished(() => server.kill('SIGTERM'));
});

test('what one secret with commas sealed, before there were lists, still opens, and its tickets stay', async () => {
  const { ctx, owner } = await openClub(RIGHT, true);
  const whole = keysOfOne(WITH_COMMAS);
  await owner.update(users).set(sealNumber(whole, '01024012345'));
  expect(await examineSecret(ctx.db, WITH_COMMAS)).toEqual({
    isForeign: false,
    sealed: 1,
    unreadable: 0,
    isWholeNeeded: true,
    isTicketKeyDerived: false,
  });
  const { keys, isForeign } = await openKeys(ctx.db, WITH_COMMAS);
  expect(isForeign).toBe(false);
  expect(keys.ticketCode.equals(whole.ticketCode)).toBe(true);
  expect(keys.personalNumberIndex).toEqual(whole.personalNumberIndex);
});

test('a text with commas of which a part is short is one secret, and the refusal says so', async () => {
  const { settings } = await openClub(RIGHT);
  const { lines } = await runServerToEnd({ ...settings, ...production, SECRET: `${RIGHT},and a rest` });
  expect(lines.at(-1)).toContain('(it is read as one secret, because a part of it has fewer than 32 characters)');
});

test('the examination tells a ticket key that the secret gives from a random one', async () => {
  const old = await openClub(RIGHT, true);
  await openKeys(old.ctx.db, RIGHT);
  expect(await examineSecret(old.ctx.db, RIGHT)).toMatchObject({ isTicketKeyDerived: true });
  const recent = await openClub(RIGHT);
  expect(await examineSecret(recent.ctx.db, RIGHT)).toMatchObject({ isTicketKeyDerived: false });
});
