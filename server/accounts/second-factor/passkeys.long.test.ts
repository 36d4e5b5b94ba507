import { expect, test } from 'vitest';
import { securityEvents } from '#server/accounts/accounts.table.ts';
import { auditEntries, mails } from '#server/platform/platform.table.ts';
import { addPasskey, createAuthenticator } from '#tests/factories/authenticator.ts';
import { addFactor } from '#tests/factories/second-factors.ts';
import { createAdmin, createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { forgetFactors } from './second-factor.service.ts';
import { passkeyChallenges, secondFactors } from './second-factor.table.ts';

const kindsOf = async ({ ctx }: TestApp) => (await ctx.db.select().from(securityEvents).orderBy(securityEvents.id)).map(({ kind }) => kind);
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
const refusal = async (promise: Promise<unknown>) => Object(Object(await failure(promise)).body).code;

test('a guest adds a passkey as an app is added: ten recovery codes, a mail, a security event, other sessions end', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const other = await signInAgain(app.ctx, guest.id);
  const { recoveryCodes } = await addPasskey(app, guest.accessToken, { name: ' My laptop ' });
  expect(recoveryCodes).toHaveLength(10);
  const { secondFactor, accounts } = app.api(guest.accessToken);
  expect(await secondFactor.list()).toEqual({
    factors: [{ id: expect.any(Number), kind: 'passkey', name: 'My laptop', createdAt: '2026-11-20T18:00:00+04:00', lastUsedAt: null }],
    recoveryCodes: 10,
    isSessionConfirmed: true,
    forced: null,
  });
  expect(await failure(app.api(other).accounts.me())).toMatchObject({ status: 401 });
  expect((await accounts.me()).id).toBe(guest.id);
  expect(await kindsOf(app)).toEqual(['second_factor_added']);
  expect(await app.ctx.db.select({ kind: mails.kind, recipient: mails.recipient }).from(mails)).toEqual([
    { kind: 'second-factor', recipient: guest.email },
  ]);
  expect(await app.ctx.db.$count(auditEntries)).toBe(0);
});

test('what staff add is in the audit log, without its name', async () => {
  const app = await startTestApp();
  const { accessToken } = await createAdmin(app.ctx);
  await addPasskey(app, accessToken, { name: 'Key of the safe' });
  const entries = await app.ctx.db.select().from(auditEntries);
  expect(entries.map(({ action }) => action)).toEqual(['second_factor.add']);
  expect(JSON.stringify(entries)).not.toContain('Key of the safe');
});

test('the options name our site and account, exclude the passkeys there are, and the challenge is stored as a hash', async () => {
  const app = await startTestApp({ env: { PUBLIC_URL: 'https://club.example' } });
  const guest = await createUser(app.ctx);
  const { authenticator } = await addPasskey(app, guest.accessToken);
  const options = await app.api(guest.accessToken).passkeys.begin();
  expect(options).toMatchObject({
    rp: { id: 'club.example', name: 'Rkali' },
    user: { name: guest.email },
    excludeCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['internal'] }],
    timeout: 300_000,
    attestation: 'none',
  });
  expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
  const stored = await app.ctx.db.select().from(passkeyChallenges);
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(options.challenge);
});

test('a second passkey brings no new recovery codes, and an app and passkeys share the limit of ten', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  await addFactor(app, guest.accessToken);
  for (let count = 1; count < 10; count += 1) expect((await addPasskey(app, guest.accessToken)).recoveryCodes).toEqual([]);
  const { passkeys, secondFactor } = app.api(guest.accessToken);
  expect(await refusal(passkeys.begin())).toBe('second_factor_limit');
  expect(await refusal(secondFactor.begin({ body: { name: 'x' } }))).toBe('second_factor_limit');
});

test('what was begun below the limit is not added above it', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  for (let count = 0; count < 9; count += 1) await addPasskey(app, guest.accessToken);
  const { passkeys } = app.api(guest.accessToken);
  const other = await signInAgain(app.ctx, guest.id);
  const [mine, theirs] = [await passkeys.begin(), await app.api(other).passkeys.begin()];
  await passkeys.add({ body: { name: 'x', passkey: createAuthenticator(app).create(mine) } });
  const late = app.api(other).passkeys.add({ body: { name: 'x', passkey: createAuthenticator(app).create(theirs) } });
  expect(await refusal(late)).toBe('second_factor_limit');
  expect(await app.ctx.db.$count(secondFactors)).toBe(10);
});

const wrongWays = [
  ['another origin', { origin: 'https://rkali.example.evil.example' }],
  ['another host', { host: 'evil.example' }],
  ['nobody present', { flags: 0x40 }],
  ['an answer to another question', { type: 'webauthn.get' }],
] as const;

test.each(wrongWays)('no passkey is added from %s', async (_what, deviation) => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { passkeys } = app.api(guest.accessToken);
  const passkey = createAuthenticator(app).create(await passkeys.begin(), deviation);
  expect(await failure(passkeys.add({ body: { name: 'x', passkey } }))).toMatchObject({ status: 400, body: { code: 'wrong_passkey' } });
  expect(await app.ctx.db.$count(secondFactors)).toBe(0);
  expect(await kindsOf(app)).toEqual(['code_refused']);
});

test('a challenge adds once, in its session, for five minutes, and not after a newer one', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { passkeys } = app.api(guest.accessToken);
  const add = (options: { challenge: string }, token = guest.accessToken) =>
    refusal(app.api(token).passkeys.add({ body: { name: 'x', passkey: createAuthenticator(app).create(options) } }));
  const [replaced, wanted] = [await passkeys.begin(), await passkeys.begin()];
  expect(await add(replaced)).toBe('wrong_passkey');
  expect(await add(wanted, await signInAgain(app.ctx, guest.id))).toBe('wrong_passkey');
  expect(await add(wanted, (await createUser(app.ctx)).accessToken)).toBe('wrong_passkey');
  expect(await add({ challenge: 'Qm9vbQ' })).toBe('wrong_passkey');
  expect(await add(wanted)).toBeUndefined();
  expect(await add(wanted)).toBe('wrong_passkey');
  const late = await passkeys.begin();
  app.clock.advanceMinutes(4.99);
  await app.api(guest.accessToken).passkeys.begin();
  const inTime = await passkeys.begin();
  expect(await add(late)).toBe('wrong_passkey');
  expect(await add(inTime)).toBeUndefined();
});

test('a challenge for adding is over after five minutes', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const passkey = createAuthenticator(app).create(await app.api(guest.accessToken).passkeys.begin());
  app.clock.advanceMinutes(5);
  expect(await refusal(app.api(guest.accessToken).passkeys.add({ body: { name: 'x', passkey } }))).toBe('wrong_passkey');
});

test('adding the same passkey again says so; another account does not get it', async () => {
  const app = await startTestApp();
  const [guest, thief] = [await createUser(app.ctx), await createUser(app.ctx)];
  const { authenticator } = await addPasskey(app, guest.accessToken);
  const again = async (token: string) => {
    const { passkeys } = app.api(token);
    return refusal(passkeys.add({ body: { name: 'x', passkey: authenticator.create(await passkeys.begin()) } }));
  };
  expect(await again(guest.accessToken)).toBe('conflict');
  expect(await again(thief.accessToken)).toBe('wrong_passkey');
  expect(await app.ctx.db.$count(secondFactors)).toBe(1);
});

test('bytes that are no answer of a browser are refused, not broken', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { passkeys } = app.api(guest.accessToken);
  const right = createAuthenticator(app).create(await passkeys.begin());
  const broken = { ...right, response: { ...right.response, attestationObject: 'AAAA' } };
  const unread = { ...right, response: { ...right.response, clientDataJSON: 'AAAA' } };
  for (const passkey of [unread, broken, right])
    expect(await refusal(passkeys.add({ body: { name: 'x', passkey } }))).toBe('wrong_passkey');
  const { status } = await rawCall(app.url, '/api/auth/passkeys', {
    body: { name: 'x', passkey: { ...right, id: 'no base64!' } },
    bearer: guest.accessToken,
  });
  expect(status).toBe(400);
});

test('with the last passkey the recovery codes go and the password is enough again; the operator removes one, too', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const logIn = async () => (await rawCall(app.url, '/api/auth/login', { body: { email: guest.email, password: guest.password } })).status;
  await addPasskey(app, guest.accessToken);
  const { secondFactor } = app.api(guest.accessToken);
  expect(await logIn()).toBe(401);
  const [factor] = (await secondFactor.list()).factors;
  await secondFactor.remove({ id: factor?.id ?? 0 });
  expect([await logIn(), (await secondFactor.list()).recoveryCodes]).toEqual([200, 0]);

  await addPasskey(app, guest.accessToken);
  await app.api(guest.accessToken).passkeys.begin();
  expect((await forgetFactors(app.ctx, guest.email)).factors).toBe(1);
  expect([await logIn(), await app.ctx.db.$count(secondFactors), await app.ctx.db.$count(passkeyChallenges)]).toEqual([200, 0, 0]);
});

test('nobody but the signed-in user begins or adds', async () => {
  const { passkeys } = (await startTestApp()).api();
  expect(await refusal(passkeys.begin())).toBe('unauthorized');
  expect(await refusal(passkeys.askConfirmation())).toBe('unauthorized');
});
