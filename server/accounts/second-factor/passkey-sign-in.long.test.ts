import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { securityEvents, sessions } from '#server/accounts/accounts.table.ts';
import { addPasskey, type Authenticator, createAuthenticator } from '#tests/factories/authenticator.ts';
import { addFactor, codeOf } from '#tests/factories/second-factors.ts';
import { createAdmin, createUser, signInAgain, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { passkeyChallenges, signInChallenges } from './second-factor.table.ts';

const post = ({ url }: TestApp, path: string, body: unknown) => rawCall(url, `/api/auth/${path}`, { body });
const logIn = (app: TestApp, { email, password }: Pick<TestUser, 'email' | 'password'>) => post(app, 'login', { email, password });
const challengeOf = async (app: TestApp, user: TestUser) => String((await logIn(app, user)).body['challenge']);
const ask = (app: TestApp, challenge: string) => app.api().passkeys.askSignIn({ body: { challenge } });
const answer = (app: TestApp, challenge: string, passkey: unknown) => post(app, 'second-factor/passkey', { challenge, passkey });
const refused = { status: 401, body: { code: 'passkey_refused' } };

async function withPasskey(app: TestApp, { isCounting = true } = {}) {
  const user = await createUser(app.ctx);
  return { user, ...(await addPasskey(app, user.accessToken, { isCounting })) };
}

/** Begins a login, signs its challenge and sends the answer. */
async function signIn(app: TestApp, { user, authenticator }: { user: TestUser; authenticator: Authenticator }, deviation = {}) {
  const challenge = await challengeOf(app, user);
  return answer(app, challenge, authenticator.get(await ask(app, challenge), deviation));
}

test('with a passkey the right password opens no session; the signed challenge opens one, confirmed by a second factor', async () => {
  const app = await startTestApp();
  const { user, authenticator } = await withPasskey(app);
  const first = await logIn(app, user);
  expect(first).toMatchObject({ status: 401, body: { code: 'second_factor_required', kinds: ['passkey'] } });
  const challenge = String(first.body['challenge']);
  const options = await ask(app, challenge);
  expect(options).toMatchObject({
    rpId: new URL(app.deps.env.publicUrl).hostname,
    allowCredentials: [{ id: authenticator.id, transports: ['internal'] }],
  });
  const second = await answer(app, challenge, authenticator.get(options));
  expect(second).toMatchObject({ status: 200, body: { accessToken: expect.any(String) } });
  expect(second.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['rkali_refresh', 'rkali_device']);
  const { accounts, secondFactor } = app.api(String(second.body['accessToken']));
  expect((await accounts.me()).id).toBe(user.id);
  const { isSessionConfirmed, factors } = await secondFactor.list();
  expect([isSessionConfirmed, factors[0]?.lastUsedAt]).toEqual([true, '2026-11-20T18:00:00+04:00']);
  expect(await app.ctx.db.$count(signInChallenges)).toBe(0);
});

test('a login names the kinds of the account, and the app and a recovery code open it beside the passkey', async () => {
  const app = await startTestApp();
  const { user, recoveryCodes } = await withPasskey(app);
  const { secret } = await addFactor(app, user.accessToken);
  expect((await logIn(app, user)).body['kinds']).toEqual(['passkey', 'totp']);
  for (const code of [codeOf(app, secret), recoveryCodes[0]])
    expect((await post(app, 'second-factor', { challenge: await challengeOf(app, user), code })).status).toBe(200);
});

test('an answer works once', async () => {
  const app = await startTestApp();
  const { user, authenticator } = await withPasskey(app);
  const [one, other] = [await challengeOf(app, user), await challengeOf(app, user)];
  const signed = authenticator.get(await ask(app, one));
  expect((await answer(app, one, signed)).status).toBe(200);
  expect((await answer(app, one, signed)).body['code']).toBe('challenge_expired');
  expect(await answer(app, other, signed)).toMatchObject(refused);
});

/** Sends the answer of each of ten logins twice at once; returns how many of each pair succeeded. */
async function racesOf(app: TestApp): Promise<number[]> {
  const { user, authenticator } = await withPasskey(app, { isCounting: false });
  const { secondFactor, passkeys } = app.api(user.accessToken);
  const won: number[] = [];
  for (let race = 0; race < 10; race += 1) {
    const passkey = authenticator.get(await passkeys.askConfirmation());
    const answers = await Promise.allSettled([0, 1].map(() => secondFactor.confirm({ body: { passkey } })));
    won.push(answers.filter(({ status }) => status === 'fulfilled').length);
  }
  return won;
}

test('of one answer sent twice at the same moment exactly one counts, also from a passkey that counts nothing', async () => {
  expect(await racesOf(await startTestApp())).toEqual(Array.from({ length: 10 }, () => 1));
});

test('control: without its guard both would', async () => {
  expect(await racesOf(await startTestApp({ without: 'passkeyOnce' }))).toEqual(Array.from({ length: 10 }, () => 2));
});

const wrongWays = [
  ['another origin', { origin: 'https://rkali.example.evil.example' }],
  ['another host', { host: 'evil.example' }],
  ['nobody present', { flags: 0 }],
  ['the answer to another question', { type: 'webauthn.create' }],
  ['a count of signatures that went back', { signatures: 1 }],
  ['a count of signatures that went back to nothing', { signatures: 0 }],
] as const;

test.each(wrongWays)('a login is refused with %s, and the next answer is right', async (_what, deviation) => {
  const app = await startTestApp();
  const known = await withPasskey(app);
  expect(await signIn(app, known)).toMatchObject({ status: 200 });
  const before = await app.ctx.db.$count(sessions);
  expect(await signIn(app, known, deviation)).toMatchObject(refused);
  expect(await app.ctx.db.$count(sessions)).toBe(before);
  expect(await app.ctx.db.$count(securityEvents, eq(securityEvents.kind, 'code_refused'))).toBe(1);
  expect(await signIn(app, known)).toMatchObject({ status: 200 });
});

test('a passkey that counts nothing works again and again', async () => {
  const app = await startTestApp();
  const known = await withPasskey(app, { isCounting: false });
  for (let time = 0; time < 3; time += 1) expect(await signIn(app, known)).toMatchObject({ status: 200 });
});

test('the passkey of another account, a signature by another key and a removed passkey are refused', async () => {
  const app = await startTestApp();
  const [known, other] = [await withPasskey(app), await withPasskey(app)];
  expect(await signIn(app, { user: known.user, authenticator: other.authenticator })).toMatchObject(refused);
  const challenge = await challengeOf(app, known.user);
  const options = await ask(app, challenge);
  const { id, rawId } = known.authenticator.get(options);
  expect(await answer(app, challenge, { ...other.authenticator.get(options), id, rawId })).toMatchObject(refused);

  await addPasskey(app, known.user.accessToken);
  const { secondFactor } = app.api(known.user.accessToken);
  const pending = await challengeOf(app, known.user);
  const signed = known.authenticator.get(await ask(app, pending));
  await secondFactor.remove({ id: (await secondFactor.list()).factors[0]?.id ?? 0 });
  expect(await answer(app, pending, signed)).toMatchObject(refused);
});

test('a challenge belongs to its login, is replaced by a newer one, and ends after five minutes', async () => {
  const app = await startTestApp();
  const { user, authenticator } = await withPasskey(app);
  const [one, other] = [await challengeOf(app, user), await challengeOf(app, user)];
  const [first, second] = [await ask(app, one), await ask(app, one)];
  expect(await answer(app, one, authenticator.get(first))).toMatchObject(refused);
  expect(await answer(app, other, authenticator.get(second))).toMatchObject(refused);
  expect(await answer(app, one, authenticator.get(second))).toMatchObject({ status: 200 });
  const third = await ask(app, other);
  app.clock.advanceMinutes(5);
  expect((await answer(app, other, authenticator.get(third))).body['code']).toBe('challenge_expired');
  expect((await post(app, 'second-factor/passkey/options', { challenge: other })).body['code']).toBe('challenge_expired');
});

test('a login has five tries, whatever they are made with, and a new one is open at once', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const { user, authenticator } = await withPasskey(app);
  const challenge = await challengeOf(app, user);
  for (let time = 0; time < 5; time += 1)
    expect(await answer(app, challenge, authenticator.get(await ask(app, challenge), { host: 'evil.example' }))).toMatchObject(refused);
  expect((await post(app, 'second-factor/passkey/options', { challenge })).body['code']).toBe('challenge_expired');
  expect(await signIn(app, { user, authenticator })).toMatchObject({ status: 200 });
});

test('strangers who know the password lock no passkey out', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const known = await withPasskey(app);
  const other = await withPasskey(app);
  for (let time = 0; time < 30; time += 1)
    expect(await signIn(app, { user: known.user, authenticator: other.authenticator })).toMatchObject(refused);
  expect(await signIn(app, known)).toMatchObject({ status: 200 });
});

test('only an account with a passkey is asked for one', async () => {
  const app = await startTestApp();
  const user = await createUser(app.ctx);
  await addFactor(app, user.accessToken);
  const options = { challenge: await challengeOf(app, user) };
  expect(await post(app, 'second-factor/passkey/options', options)).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('a new password ends what a login was asked', async () => {
  const app = await startTestApp();
  const { user, authenticator } = await withPasskey(app);
  const challenge = await challengeOf(app, user);
  const signed = authenticator.get(await ask(app, challenge));
  await app.api(user.accessToken).security.changePassword({ body: { currentPassword: user.password, newPassword: 'Moonlit-Kura-47' } });
  expect(await app.ctx.db.$count(passkeyChallenges)).toBe(0);
  expect((await answer(app, challenge, signed)).body['code']).toBe('challenge_expired');
});

const signOutNobody = (app: TestApp, bearer: string) =>
  app
    .api(bearer)
    .staffTeam.signOut({ id: 2_000_000 })
    .catch((error: unknown) => Object(error).body.code);

test('a passkey confirms its session for five minutes, and no other session', async () => {
  const app = await startTestApp();
  const owner = await createAdmin(app.ctx);
  const { authenticator } = await addPasskey(app, owner.accessToken);
  const other = await signInAgain(app.ctx, owner.id);
  app.clock.advanceMinutes(5.001);
  expect(await signOutNobody(app, owner.accessToken)).toBe('confirmation_required');
  const { passkeys, secondFactor } = app.api(owner.accessToken);
  const confirm = (passkey: object, bearer = owner.accessToken) =>
    rawCall(app.url, '/api/auth/confirm', { body: { passkey }, bearer }).then(({ status, body }) => [status, body['code']]);
  const signed = authenticator.get(await passkeys.askConfirmation());
  expect(await confirm(signed, other)).toEqual([400, 'wrong_passkey']);
  expect(await confirm(authenticator.get({ challenge: 'Qm9vbQ' }))).toEqual([400, 'wrong_passkey']);
  expect(await confirm(authenticator.get(await passkeys.askConfirmation(), { origin: 'https://evil.example' }))).toEqual([
    400,
    'wrong_passkey',
  ]);
  const { until } = await secondFactor.confirm({ body: { passkey: authenticator.get(await passkeys.askConfirmation()) } });
  expect(until).toMatch(/^2026-11-20T18:10:00/);
  expect([await signOutNobody(app, owner.accessToken), await signOutNobody(app, other)]).toEqual([
    'user_not_found',
    'confirmation_required',
  ]);
});

test('a challenge for a login confirms nothing, and one for a confirmation adds no passkey', async () => {
  const app = await startTestApp();
  const { user, authenticator } = await withPasskey(app);
  const { passkeys } = app.api(user.accessToken);
  const ofLogin = authenticator.get(await ask(app, await challengeOf(app, user)));
  const wrong = { status: 400, body: { code: 'wrong_passkey' } };
  expect(await rawCall(app.url, '/api/auth/confirm', { body: { passkey: ofLogin }, bearer: user.accessToken })).toMatchObject(wrong);
  const options = await passkeys.askConfirmation();
  // A new authenticator, so that only the purpose of the challenge is wrong.
  const passkey = createAuthenticator(app).create(options);
  expect(await rawCall(app.url, '/api/auth/passkeys', { body: { name: 'x', passkey }, bearer: user.accessToken })).toMatchObject(wrong);
});

test('without a second factor a passkey confirms nothing: the password is asked', async () => {
  const app = await startTestApp();
  const [guest, { authenticator }] = [await createUser(app.ctx), await withPasskey(app)];
  const body = { passkey: authenticator.get({ challenge: 'Qm9vbQ' }) };
  expect(await rawCall(app.url, '/api/auth/confirm', { body, bearer: guest.accessToken })).toMatchObject({
    status: 403,
    body: { code: 'confirmation_required', params: { with: 'password' } },
  });
  expect(await rawCall(app.url, '/api/auth/confirm/passkey/options', { method: 'POST', bearer: guest.accessToken })).toMatchObject({
    status: 409,
  });
});
