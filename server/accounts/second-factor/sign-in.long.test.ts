import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { securityEvents, sessions } from '#server/accounts/accounts.table.ts';
import { findLatestMails } from '#server/platform/mail/mail.queries.ts';
import { runDueJobs } from '#server/registry.ts';
import { proveMailbox } from '#tests/factories/email-proof.ts';
import { addFactor, codeOf, untilNextCode } from '#tests/factories/second-factors.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startSmtp } from '#tests/setup/smtp.ts';

type From = { address?: string; cookie?: string };

const start = (env: Record<string, string> = {}) => startTestApp({ env: { TRUST_PROXY: '1', ...env } });
const post = ({ url }: TestApp, path: string, body: unknown, { address = '203.0.113.7', cookie = '' }: From = {}) =>
  rawCall(url, `/api/auth/${path}`, { body, cookie, headers: { 'x-forwarded-for': address } });
const logIn = (app: TestApp, { email, password }: Pick<TestUser, 'email' | 'password'>, from?: From) =>
  post(app, 'login', { email, password }, from);
const challengeOf = async (app: TestApp, user: TestUser, from?: From) => String((await logIn(app, user, from)).body['challenge']);
const answer = (app: TestApp, challenge: string, code: string, from?: From) => post(app, 'second-factor', { challenge, code }, from);
const deviceOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('rkali_device='))
    ?.split(';')[0] ?? '';

async function withFactor(app: TestApp) {
  const user = await createUser(app.ctx);
  return { user, ...(await addFactor(app, user.accessToken)) };
}
const kindsOf = async ({ ctx }: TestApp) => (await ctx.db.select().from(securityEvents).orderBy(securityEvents.id)).map(({ kind }) => kind);
const countSessions = ({ ctx }: TestApp) => ctx.db.$count(sessions);

test('with a second factor the right password opens no session, and the code then opens one as a login does', async () => {
  const app = await start();
  const { user, secret } = await withFactor(app);
  const before = await countSessions(app);
  const first = await logIn(app, user);
  expect(first.status).toBe(401);
  expect(first.body).toEqual({
    code: 'second_factor_required',
    message: expect.any(String),
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    kinds: ['totp'],
  });
  expect([first.headers.getSetCookie(), await countSessions(app)]).toEqual([[], before]);

  const second = await answer(app, String(first.body['challenge']), codeOf(app, secret));
  expect(second.status).toBe(200);
  expect(second.body).toEqual({ accessToken: expect.any(String) });
  expect(second.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['rkali_refresh', 'rkali_device']);
  expect((await app.api(String(second.body['accessToken'])).accounts.me()).id).toBe(user.id);
  expect((await post(app, 'refresh', undefined, { cookie: second.cookie })).status).toBe(200);
  expect((await kindsOf(app)).slice(-1)).toEqual(['sign_in']);
});

test('a wrong password says nothing about a second factor', async () => {
  const app = await start();
  const { user } = await withFactor(app);
  const { status, body } = await logIn(app, { ...user, password: 'Wrong-Guess-1' });
  expect([status, body]).toEqual([401, { code: 'wrong_credentials', message: 'Wrong credentials' }]);
});

test('an account without a second factor, or with one that was only begun, logs in by password alone', async () => {
  const app = await start();
  const user = await createUser(app.ctx);
  await app.api(user.accessToken).secondFactor.begin({ body: { name: 'My phone' } });
  expect(await logIn(app, user)).toMatchObject({ status: 200, body: { accessToken: expect.any(String) } });
});

test('a code works once, also the one of the step before, and also in another login', async () => {
  const app = await start();
  const { user, secret } = await withFactor(app);
  const code = codeOf(app, secret);
  const [one, other] = [await challengeOf(app, user), await challengeOf(app, user)];
  expect((await answer(app, one, code)).status).toBe(200);
  expect((await answer(app, other, code)).body).toMatchObject({ code: 'wrong_code', errors: { code: 'validation.code_wrong' } });
  expect((await answer(app, other, codeOf(app, secret, -30))).status).toBe(400);
  expect((await answer(app, other, codeOf(app, secret, 60))).status).toBe(400);
  expect((await answer(app, other, codeOf(app, secret, 30))).status).toBe(200);
});

test('spaces in a code do not matter', async () => {
  const app = await start();
  const { user, secret } = await withFactor(app);
  const code = codeOf(app, secret);
  expect((await answer(app, await challengeOf(app, user), ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200);
});

/** Sends ten pairs of logins, each pair with the same code at once; returns how many of each pair succeeded. */
async function racesOf(app: TestApp): Promise<number[]> {
  const { user, secret } = await withFactor(app);
  const won: number[] = [];
  for (let race = 0; race < 10; race += 1) {
    const challenges = [await challengeOf(app, user), await challengeOf(app, user)];
    const answers = await Promise.all(challenges.map((challenge) => answer(app, challenge, codeOf(app, secret))));
    won.push(answers.filter(({ status }) => status === 200).length);
    untilNextCode(app);
  }
  return won;
}

test('of two logins with the same code at the same moment exactly one succeeds', async () => {
  expect(await racesOf(await start())).toEqual(Array.from({ length: 10 }, () => 1));
});

test('control: without its guard both would', async () => {
  const won = await racesOf(await startTestApp({ env: { TRUST_PROXY: '1' }, without: 'codeOnce' }));
  expect(won).toEqual(Array.from({ length: 10 }, () => 2));
});

test('of two answers to one challenge at the same moment exactly one opens a session', async () => {
  const app = await start();
  const { user, secret, recoveryCodes } = await withFactor(app);
  const challenge = await challengeOf(app, user);
  const codes = [codeOf(app, secret), recoveryCodes[0] ?? ''];
  const before = await countSessions(app);
  const statuses = (await Promise.all(codes.map((code) => answer(app, challenge, code)))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 401]);
  expect(await countSessions(app)).toBe(before + 1);
  expect((await answer(app, challenge, recoveryCodes[1] ?? '')).body['code']).toBe('challenge_expired');
});

test('a challenge ends after five minutes', async () => {
  const app = await start();
  const { user, secret } = await withFactor(app);
  const challenge = await challengeOf(app, user);
  app.clock.advanceMinutes(4.5);
  const late = await challengeOf(app, user);
  app.clock.advanceMinutes(0.5);
  expect((await answer(app, challenge, codeOf(app, secret))).body['code']).toBe('challenge_expired');
  expect((await answer(app, late, codeOf(app, secret))).status).toBe(200);
});

test('a challenge takes five wrong codes, then not even the right one; a new login has five more', async () => {
  const app = await start();
  const { user, secret } = await withFactor(app);
  const challenge = await challengeOf(app, user);
  for (let time = 0; time < 5; time += 1) expect((await answer(app, challenge, '000000')).body['code']).toBe('wrong_code');
  expect((await answer(app, challenge, codeOf(app, secret))).body['code']).toBe('challenge_expired');
  expect((await kindsOf(app)).filter((kind) => kind === 'code_refused')).toHaveLength(5);
  expect((await answer(app, await challengeOf(app, user), codeOf(app, secret))).status).toBe(200);
});

test('a challenge opens its own account only, and an invented one none', async () => {
  const app = await start();
  const [one, other] = [await withFactor(app), await withFactor(app)];
  expect((await answer(app, await challengeOf(app, one.user), codeOf(app, other.secret))).body['code']).toBe('wrong_code');
  expect((await answer(app, await challengeOf(app, one.user), other.recoveryCodes[0] ?? '')).body['code']).toBe('wrong_code');
  expect((await answer(app, 'x'.repeat(43), codeOf(app, one.secret))).body['code']).toBe('challenge_expired');
});

test('a new password ends a challenge that the old one began, and removes no factor of a proved address', async () => {
  const app = await start();
  const { user, secret } = await withFactor(app);
  await proveMailbox(app, user.accessToken);
  const challenge = await challengeOf(app, user);
  await post(app, 'request-password-reset', { email: user.email });
  const token = await resetTokenOf(app);
  expect((await post(app, 'reset-password', { token, newPassword: 'Moonlit-Kura-2' })).status).toBe(200);
  expect((await answer(app, challenge, codeOf(app, secret))).body['code']).toBe('challenge_expired');
  expect((await logIn(app, { ...user, password: 'Moonlit-Kura-2' })).body['code']).toBe('second_factor_required');
});

async function resetTokenOf({ ctx }: TestApp): Promise<string> {
  const [mail] = await findLatestMails(ctx.db, 1);
  return String(Object(mail?.payload).token);
}

test('each recovery code works once, in any spelling, and the account is told by mail', async () => {
  const smtp = await startSmtp();
  const app = await start({ SMTP_URL: smtp.url });
  const { user, recoveryCodes } = await withFactor(app);
  const [code = '', another = ''] = recoveryCodes;
  expect((await answer(app, await challengeOf(app, user), code.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
  expect((await answer(app, await challengeOf(app, user), code)).body['code']).toBe('wrong_code');
  expect((await answer(app, await challengeOf(app, user), another)).status).toBe(200);
  await runDueJobs(app.deps);
  const texts = smtp.received.map(({ to, raw }) => [to, textOf(readMime(raw), 'text/plain')].join(' '));
  const mailed = texts.filter((text) => text.startsWith(user.email)).flatMap((text) => /left: \d/.exec(text)?.[0] ?? []);
  expect(mailed.toSorted()).toEqual(['left: 8', 'left: 9']);
  expect((await kindsOf(app)).filter((kind) => kind === 'recovery_code_used')).toHaveLength(2);
});

/** Tries wrong digits until they are refused, five for each challenge. */
async function guessUntilLimited(app: TestApp, user: TestUser, from?: From): Promise<number> {
  for (let guesses = 0; ;) {
    const challenge = await challengeOf(app, user, from);
    for (let time = 0; time < 5; time += 1) {
      const { status } = await answer(app, challenge, '000000', from);
      if (status === 429) return guesses;
      guesses += 1;
    }
  }
}

test('ten wrong codes in a quarter of an hour are all an account takes from strange places, wherever they are', async () => {
  const app = await start({ RATE_LIMIT_SCALE: '1' });
  const { user, secret } = await withFactor(app);
  expect(await guessUntilLimited(app, user)).toBe(10);
  const elsewhere = { address: '198.51.100.9' };
  expect((await answer(app, await challengeOf(app, user, elsewhere), codeOf(app, secret), elsewhere)).status).toBe(429);
  expect((await kindsOf(app)).filter((kind) => kind === 'code_limited')).toHaveLength(2);
});

test('somebody who guesses codes knows the password, so the account is told by mail, once a day', async () => {
  const app = await start({ RATE_LIMIT_SCALE: '1' });
  const { user } = await withFactor(app);
  const warnings = async () => (await findLatestMails(app.ctx.db, 20)).filter(({ key }) => key.includes('codes-limited'));
  await guessUntilLimited(app, user);
  await guessUntilLimited(app, user);
  expect(await warnings()).toMatchObject([{ recipient: user.email, payload: { change: 'codes_limited' } }]);
  app.clock.advanceMinutes(24 * 60);
  await guessUntilLimited(app, user);
  expect(await warnings()).toHaveLength(2);
});

test('fifty wrong codes a day are all an account takes from strange places, however they are spread', async () => {
  const app = await start({ RATE_LIMIT_SCALE: '1' });
  const { user, secret, recoveryCodes } = await withFactor(app);
  const quarterHourLater = () => app.ctx.db.execute(sql`delete from rate_limits where key like 'codeAccount:%'`);
  let guesses = 0;
  for (let quarter = 0; quarter < 5; quarter += 1) {
    guesses += await guessUntilLimited(app, user);
    await quarterHourLater();
  }
  expect(guesses).toBe(50);
  const challenge = await challengeOf(app, user);
  expect((await answer(app, challenge, codeOf(app, secret))).status).toBe(429);
  expect((await answer(app, challenge, recoveryCodes[0] ?? '')).status).toBe(200);
});

test('an attacker with the password keeps the owner out neither of a known device nor with a recovery code', async () => {
  const app = await start({ RATE_LIMIT_SCALE: '1' });
  const { user, secret, recoveryCodes } = await withFactor(app);
  const known = { cookie: deviceOf((await answer(app, await challengeOf(app, user), codeOf(app, secret))).headers) };
  untilNextCode(app);
  expect(await guessUntilLimited(app, user)).toBe(10);
  expect((await answer(app, await challengeOf(app, user, known), codeOf(app, secret), known)).status).toBe(200);
  const elsewhere = { address: '198.51.100.9' };
  expect((await answer(app, await challengeOf(app, user, elsewhere), recoveryCodes[0] ?? '', elsewhere)).status).toBe(200);
});

test('sixty wrong codes an hour are the limit of an account over its sessions and known devices', async () => {
  const app = await start({ RATE_LIMIT_SCALE: '1' });
  const { user, secret, recoveryCodes } = await withFactor(app);
  const places: { bearer: string; cookie: string }[] = [];
  for (let place = 0; place < 7; place += 1) {
    const { body, headers } = await answer(app, await challengeOf(app, user), codeOf(app, secret));
    places.push({ bearer: String(body['accessToken']), cookie: deviceOf(headers) });
    untilNextCode(app);
  }
  const confirm = async (bearer: string, code: string) => (await rawCall(app.url, '/api/auth/confirm', { bearer, body: { code } })).status;
  const tens = Array.from({ length: 10 }, () => 400);
  for (const { bearer } of places.slice(0, 4)) {
    const statuses: number[] = [];
    for (let time = 0; time < 12; time += 1) statuses.push(await confirm(bearer, '000000'));
    // Refusals at one place do not count at the others.
    expect(statuses).toEqual([...tens, 429, 429]);
  }
  for (const { cookie } of places.slice(4, 6)) expect(await guessUntilLimited(app, user, { cookie })).toBe(10);
  const { bearer = '', cookie = '' } = places[6] ?? {};
  expect(await confirm(bearer, codeOf(app, secret))).toBe(429);
  const challenge = await challengeOf(app, user, { cookie });
  expect((await answer(app, challenge, codeOf(app, secret), { cookie })).status).toBe(429);
  expect(await confirm(bearer, recoveryCodes[0] ?? '')).toBe(200);
  expect((await answer(app, challenge, recoveryCodes[1] ?? '', { cookie })).status).toBe(200);
});

test('however often strangers with the password log in, the owner keeps known devices and sessions, and a mailed link stops them', async () => {
  // A tenth of the limits: ten logins an hour.
  const app = await start({ RATE_LIMIT_SCALE: '0.1' });
  const { user, secret } = await withFactor(app);
  await proveMailbox(app, user.accessToken);
  const known = { cookie: deviceOf((await answer(app, await challengeOf(app, user), codeOf(app, secret))).headers) };
  untilNextCode(app);
  const statuses: number[] = [];
  for (let time = 1; time <= 10; time += 1) statuses.push((await logIn(app, user, { address: `198.51.100.${time}` })).status);
  expect(statuses).toEqual([...Array.from({ length: 9 }, () => 401), 429]);
  expect((await answer(app, await challengeOf(app, user, known), codeOf(app, secret), known)).status).toBe(200);
  const inSession = { currentPassword: user.password, newPassword: 'Moonlit-Kura-2' };
  expect((await rawCall(app.url, '/api/auth/change-password', { bearer: user.accessToken, body: inSession })).status).toBe(200);

  const anywhere = { address: '192.0.2.1' };
  expect((await logIn(app, { ...user, password: 'Moonlit-Kura-2' }, anywhere)).status).toBe(429);
  await post(app, 'request-password-reset', { email: user.email });
  expect((await post(app, 'reset-password', { token: await resetTokenOf(app), newPassword: 'Moonlit-Kura-3' })).status).toBe(200);
  expect((await logIn(app, { ...user, password: 'Moonlit-Kura-3' }, anywhere)).body['code']).toBe('second_factor_required');
});

test('right codes are not counted', async () => {
  const app = await start({ RATE_LIMIT_SCALE: '1' });
  const { user, secret } = await withFactor(app);
  for (let time = 0; time < 12; time += 1) {
    expect((await answer(app, await challengeOf(app, user), codeOf(app, secret))).status).toBe(200);
    untilNextCode(app);
  }
});
