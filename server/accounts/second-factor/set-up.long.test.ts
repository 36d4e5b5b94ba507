import { expect, test } from 'vitest';
import { securityEvents, sessions } from '#server/accounts/accounts.table.ts';
import { qrDataUrl } from '#server/platform/qr-picture.ts';
import { auditEntries, mails } from '#server/platform/platform.table.ts';
import { forgetUntilNow } from '#server/backoffice/privacy/retention.jobs.ts';
import { runDueJobs } from '#server/registry.ts';
import type { Language } from '#shared/constants.ts';
import { addFactor, codeOf } from '#tests/factories/second-factors.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { forgetFactors } from './second-factor.service.ts';
import { recoveryCodes, secondFactors, signInChallenges } from './second-factor.table.ts';

const kindsOf = async ({ ctx }: TestApp) => (await ctx.db.select().from(securityEvents).orderBy(securityEvents.id)).map(({ kind }) => kind);
const logIn = ({ url }: TestApp, { email, password }: { email: string; password: string }) =>
  rawCall(url, '/api/auth/login', { body: { email, password } });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a guest sets a factor up with a code of it, and gets ten recovery codes, of which only hashes are stored', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const api = app.api(guest.accessToken);
  const { id, secret, uri, qrCodeUrl } = await api.secondFactor.begin({ body: { name: ' My phone ' } });
  expect(qrCodeUrl).toBe(qrDataUrl(uri));
  expect(uri).toContain(`otpauth://totp/Rkali:${encodeURIComponent(guest.email)}?issuer=Rkali&secret=${secret}`);
  expect((await api.secondFactor.list()).factors).toEqual([]);
  expect(await failure(api.secondFactor.activate({ id, body: { code: '000000' } }))).toMatchObject({
    status: 400,
    body: { code: 'wrong_code' },
  });

  const { recoveryCodes: codes } = await api.secondFactor.activate({ id, body: { code: codeOf(app, secret) } });
  expect(codes).toHaveLength(10);
  expect(await api.secondFactor.list()).toEqual({
    factors: [{ id, kind: 'totp', name: 'My phone', createdAt: '2026-11-20T18:00:00+04:00', lastUsedAt: '2026-11-20T18:00:00+04:00' }],
    recoveryCodes: 10,
    isSessionConfirmed: true,
    forced: null,
  });
  const stored = JSON.stringify([await app.ctx.db.select().from(secondFactors), await app.ctx.db.select().from(recoveryCodes)]);
  for (const hidden of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) expect(stored).not.toContain(hidden);
  expect(await kindsOf(app)).toEqual(['code_refused', 'second_factor_added']);
  expect(await app.ctx.db.$count(auditEntries)).toBe(0);
  expect(await failure(api.secondFactor.activate({ id, body: { code: codeOf(app, secret, 30) } }))).toMatchObject({
    body: { code: 'conflict' },
  });
});

test('the code that set a factor up does not also sign in', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { secondFactor } = app.api(guest.accessToken);
  const { id, secret } = await secondFactor.begin({ body: { name: 'My phone' } });
  const code = codeOf(app, secret);
  await secondFactor.activate({ id, body: { code } });
  const { challenge } = (await logIn(app, guest)).body;
  expect((await rawCall(app.url, '/api/auth/second-factor', { body: { challenge, code } })).body['code']).toBe('wrong_code');
});

test('beginning again replaces what was begun, and a second factor of the account brings no new recovery codes', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { secondFactor } = app.api(guest.accessToken);
  const first = await secondFactor.begin({ body: { name: 'My phone' } });
  const second = await secondFactor.begin({ body: { name: 'My phone' } });
  expect(await failure(secondFactor.activate({ id: first.id, body: { code: codeOf(app, first.secret) } }))).toMatchObject({ status: 404 });
  await secondFactor.activate({ id: second.id, body: { code: codeOf(app, second.secret) } });
  expect((await addFactor(app, guest.accessToken, 'Tablet')).recoveryCodes).toEqual([]);
  expect((await secondFactor.list()).factors.map(({ name }) => name)).toEqual(['My phone', 'Tablet']);
});

test('an account has ten factors at most', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const factor = {
    userId: guest.id,
    kind: 'totp' as const,
    name: 'x',
    sealedSecret: 'x',
    createdAt: app.clock.now(),
    activatedAt: app.clock.now(),
  };
  await app.ctx.db.insert(secondFactors).values(Array.from({ length: 10 }, () => factor));
  const refused = await failure(app.api(guest.accessToken).secondFactor.begin({ body: { name: 'My phone' } }));
  expect(refused).toMatchObject({ status: 409, body: { code: 'second_factor_limit' } });
});

test('nobody touches the factor of another account', async () => {
  const app = await startTestApp();
  const [guest, otherUser] = [await createUser(app.ctx), await createUser(app.ctx)];
  const { id, secret } = await app.api(guest.accessToken).secondFactor.begin({ body: { name: 'My phone' } });
  const { secondFactor } = app.api(otherUser.accessToken);
  expect(await failure(secondFactor.activate({ id, body: { code: codeOf(app, secret) } }))).toMatchObject({ status: 404 });
  expect(await failure(secondFactor.remove({ id }))).toMatchObject({ status: 404 });
  expect(await app.ctx.db.$count(secondFactors)).toBe(1);
});

test('with the last factor the recovery codes go and the password is enough again', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { secondFactor } = app.api(guest.accessToken);
  const [one, other] = [await addFactor(app, guest.accessToken), await addFactor(app, guest.accessToken, 'Tablet')];
  await secondFactor.remove({ id: one.id });
  expect([(await secondFactor.list()).recoveryCodes, (await logIn(app, guest)).status]).toEqual([10, 401]);
  await secondFactor.remove({ id: other.id });
  expect([(await secondFactor.list()).recoveryCodes, (await logIn(app, guest)).status]).toEqual([0, 200]);
  expect((await addFactor(app, guest.accessToken)).recoveryCodes).toHaveLength(10);
});

test('new recovery codes end the old ones; without a factor there are none', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { secondFactor } = app.api(guest.accessToken);
  expect(await failure(secondFactor.renewRecoveryCodes())).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const { recoveryCodes: old } = await addFactor(app, guest.accessToken);
  const { recoveryCodes: fresh } = await secondFactor.renewRecoveryCodes();
  const { challenge } = (await logIn(app, guest)).body;
  const answers = [];
  for (const code of [old[0], fresh[0]])
    answers.push((await rawCall(app.url, '/api/auth/second-factor', { body: { challenge, code } })).status);
  expect([fresh.length, answers]).toEqual([10, [400, 200]]);
});

test('who lost the phone comes in with a recovery code and sets a new factor up', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const lost = await addFactor(app, guest.accessToken);
  const { challenge } = (await logIn(app, guest)).body;
  const { body } = await rawCall(app.url, '/api/auth/second-factor', { body: { challenge, code: lost.recoveryCodes[3] } });
  const bearer = String(body['accessToken']);
  await app.api(bearer).secondFactor.remove({ id: lost.id });
  await addFactor(app, bearer, 'New phone');
  expect((await app.api(bearer).secondFactor.list()).factors.map(({ name }) => name)).toEqual(['New phone']);
});

test('what staff change about their factors is in the audit log, without names and secrets', async () => {
  const app = await startTestApp();
  const staff = await createUser(app.ctx, { roles: ['Desk'] });
  const { id } = await addFactor(app, staff.accessToken);
  await app.api(staff.accessToken).secondFactor.renewRecoveryCodes();
  await app.api(staff.accessToken).secondFactor.remove({ id });
  const entries = await app.ctx.db.select().from(auditEntries).orderBy(auditEntries.id);
  const about = { staffId: staff.id, subject: `guest ${staff.id}`, detail: {} };
  expect(entries).toMatchObject(
    ['second_factor.add', 'second_factor.codes', 'second_factor.remove'].map((action) => ({ action, ...about })),
  );
  expect(await kindsOf(app)).toEqual(['email_proved', 'second_factor_added', 'recovery_codes_renewed', 'second_factor_removed']);
});

test.each<[Language, string, string]>([
  ['en', 'App or passkey added', 'App or passkey removed'],
  ['ka', 'ორეტაპიან შესვლას აპი ან წვდომის გასაღები დაემატა', 'ორეტაპიანი შესვლის აპი ან წვდომის გასაღები წაიშალა'],
])('the account is told by mail of a factor set up and removed, in %s, without what was typed', async (language, added, removed) => {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url } });
  const guest = await createUser(app.ctx, { language });
  const { id } = await addFactor(app, guest.accessToken, 'visit evil.example');
  await app.api(guest.accessToken).secondFactor.remove({ id });
  await runDueJobs(app.deps);
  const texts = smtp.received.map(({ raw }) => textOf(readMime(raw), 'text/plain'));
  expect(texts).toHaveLength(2);
  for (const heading of [added, removed]) expect(texts.join()).toContain(heading);
  expect(texts.join()).not.toContain('evil.example');
});

test('the operator removes all factors of an account and ends its sessions', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  await addFactor(app, guest.accessToken);
  await logIn(app, guest);
  expect(await forgetFactors(app.ctx, guest.email.toUpperCase())).toMatchObject({ user: { id: guest.id }, factors: 1 });
  const { db } = app.ctx;
  expect([await db.$count(secondFactors), await db.$count(recoveryCodes), await db.$count(signInChallenges)]).toEqual([0, 0, 0]);
  expect(await failure(app.api(guest.accessToken).accounts.me())).toMatchObject({ status: 401 });
  expect((await logIn(app, guest)).status).toBe(200);
  const [entry] = await db.select().from(auditEntries);
  expect(entry).toMatchObject({
    action: 'second_factor.remove',
    detail: { before: { factors: 1 }, after: { factors: 0 }, by: 'operator' },
  });
});

test('a deleted account has neither factors nor recovery codes', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  await addFactor(app, guest.accessToken);
  await logIn(app, guest);
  await app.api(guest.accessToken).privacy.deleteAccount({ body: { password: guest.password } });
  const { db } = app.ctx;
  const left = [
    await db.$count(secondFactors),
    await db.$count(recoveryCodes),
    await db.$count(signInChallenges),
    await db.$count(sessions),
  ];
  expect(left).toEqual([0, 0, 0, 0]);
  expect((await db.select().from(mails)).filter(({ recipient }) => recipient === guest.email)).toEqual([]);
});

test('the copy of the own data lists factors without secrets', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { secret, recoveryCodes: codes } = await addFactor(app, guest.accessToken);
  const copy = await app.api(guest.accessToken).privacy.myData();
  expect(copy.secondFactors).toMatchObject([{ kind: 'totp', name: 'My phone', activatedAt: '2026-11-20T18:00:00+04:00' }]);
  expect(copy.recoveryCodes).toHaveLength(10);
  const text = JSON.stringify(copy);
  for (const hidden of [secret, ...codes, 'v1.']) expect(text).not.toContain(hidden);
});

test('old challenges are deleted', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  await addFactor(app, guest.accessToken);
  await logIn(app, guest);
  app.clock.advanceMinutes(30 * 24 * 60);
  await forgetUntilNow(app.ctx);
  expect(await app.ctx.db.$count(signInChallenges)).toBe(1);
  app.clock.advanceMinutes(24 * 60);
  await forgetUntilNow(app.ctx);
  expect(await app.ctx.db.$count(signInChallenges)).toBe(0);
});

test('without a confirmation nobody at an open screen changes the factors', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { id } = await addFactor(app, guest.accessToken);
  app.clock.advanceMinutes(5);
  const { secondFactor } = app.api(guest.accessToken);
  const calls = [secondFactor.begin({ body: { name: 'x' } }), secondFactor.remove({ id }), secondFactor.renewRecoveryCodes()];
  const refused = { status: 403, body: { code: 'confirmation_required', params: { with: 'code' } } };
  expect(await Promise.all(calls.map(failure))).toMatchObject([refused, refused, refused]);
});
