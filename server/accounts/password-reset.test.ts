import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTransaction } from '#tests/factories/open-transaction.ts';
import { createUser, signInAgain, storedUser, type TestUser } from '#tests/factories/users.ts';
import { untilWaiting } from '#tests/factories/waiting.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { mails } from '#server/platform/platform.table.ts';
import { lockUserById } from './accounts.queries.ts';
import { passwordResets } from './accounts.table.ts';

const NEW_PASSWORD = 'Morning-Guest-2';

const request = (app: TestApp, email: string) => rawCall(app.url, '/api/auth/request-password-reset', { body: { email } });
const reset = (app: TestApp, token: string, newPassword = NEW_PASSWORD) =>
  rawCall(app.url, '/api/Auth/reset-password', { body: { token, newPassword } });
const logIn = (app: TestApp, { email }: TestUser, password: string) => rawCall(app.url, '/api/auth/login', { body: { email, password } });

/** Returns the tokens mailed to an address, oldest first. */
async function tokensFor({ ctx }: TestApp, email: string): Promise<string[]> {
  const rows = await ctx.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id);
  return rows.map(({ payload }) => tokenIn(payload));
}

function tokenIn(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'token' in payload && typeof payload.token === 'string') return payload.token;
  throw new Error('This mail carries no token.');
}

async function start() {
  const app = await startTestApp();
  const guest = await createUser(app.ctx, { language: 'ka' });
  return { app, guest };
}

async function askForToken(app: TestApp, { email }: TestUser): Promise<string> {
  expect((await request(app, email)).status).toBe(200);
  return (await tokensFor(app, email)).at(-1) ?? '';
}

const expectRefused = (answer: Awaited<ReturnType<typeof reset>>): void => {
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({ message: 'This link is no longer valid. Request a new one.', code: 'invalid_token' });
};

test('a mailed token sets a new password and ends every session [§7.reset]', async () => {
  const { app, guest } = await start();
  const signedIn = await logIn(app, guest, guest.password);
  const token = await askForToken(app, guest);
  expect(token).toMatch(/^[\w-]{43}$/);
  const answer = await reset(app, token);
  expect([answer.status, answer.body]).toEqual([200, {}]);
  // The browser becomes a known device, but is not signed in.
  expect(answer.setCookie).toMatch(/^rkali_device=/);
  expect(answer.headers.getSetCookie()).toHaveLength(1);

  expect((await logIn(app, guest, guest.password)).status).toBe(401);
  expect((await logIn(app, guest, NEW_PASSWORD)).status).toBe(200);
  for (const bearer of [guest.accessToken, String(signedIn.body['accessToken'])]) {
    expect((await rawCall(app.url, '/api/auth/me', { method: 'GET', bearer })).status).toBe(401);
  }
  expect((await rawCall(app.url, '/api/auth/refresh', { cookie: signedIn.cookie })).status).toBe(401);
});

test('the mail is queued in the language of the guest, to the address of the account', async () => {
  const { app, guest } = await start();
  await request(app, guest.email.toUpperCase());
  const [mail] = await app.ctx.db.select().from(mails);
  expect(mail).toMatchObject({ kind: 'password-reset', recipient: guest.email, language: 'ka', state: 'queued' });
});

test('the answer is the same whether or not the account exists, and nobody else gets a mail [§7.request-reset]', async () => {
  const { app, guest } = await start();
  const known = await request(app, guest.email);
  const unknown = await request(app, 'nobody@example.com');
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  expect([known.status, known.body]).toEqual([200, {}]);
  expect(await app.ctx.db.$count(mails)).toBe(1);
  expect(await app.ctx.db.$count(passwordResets)).toBe(1);
});

test('only the hash of the token is stored beside the account', async () => {
  const { app, guest } = await start();
  const token = await askForToken(app, guest);
  expect(JSON.stringify(await app.ctx.db.select().from(passwordResets))).not.toContain(token);
});

test('a token works once', async () => {
  const { app, guest } = await start();
  const token = await askForToken(app, guest);
  await reset(app, token);
  expectRefused(await reset(app, token, 'Evening-Guest-3'));
  expect((await logIn(app, guest, NEW_PASSWORD)).status).toBe(200);
});

test('of many concurrent uses one succeeds', async () => {
  const { app, guest } = await start();
  const token = await askForToken(app, guest);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, place) => reset(app, token, `Morning-Guest-${place}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await logIn(app, guest, `Morning-Guest-${winner}`)).status).toBe(200);
});

test('a token is over after 60 minutes', async () => {
  const { app, guest } = await start();
  const token = await askForToken(app, guest);
  app.clock.advanceMinutes(60);
  expectRefused(await reset(app, token));
  const fresh = await askForToken(app, guest);
  app.clock.advanceMinutes(59);
  expect((await reset(app, fresh)).status).toBe(200);
});

test('a newer request cancels the older one, also when both come at once', async () => {
  const { app, guest } = await start();
  const older = await askForToken(app, guest);
  const newer = await askForToken(app, guest);
  expectRefused(await reset(app, older));
  expect((await reset(app, newer)).status).toBe(200);
  await Promise.all(Array.from({ length: 6 }, () => request(app, guest.email)));
  expect(await app.ctx.db.$count(passwordResets, eq(passwordResets.userId, guest.id))).toBe(1);
});

test('a weak new password leaves the token usable', async () => {
  const { app, guest } = await start();
  const token = await askForToken(app, guest);
  const weak = await reset(app, token, 'morning');
  expect(weak.status).toBe(400);
  expect(weak.body['errors']).toEqual({ newPassword: 'validation.password_complexity' });
  expect((await reset(app, token)).status).toBe(200);
});

test('an unknown or missing token is refused, and never with 401', async () => {
  const { app } = await start();
  expectRefused(await reset(app, 'x'.repeat(43)));
  const missing = await rawCall(app.url, '/api/auth/reset-password', { body: { newPassword: NEW_PASSWORD } });
  expect(missing.status).toBe(400);
  expect(missing.body['errors']).toEqual({ token: 'validation.token_required' });
});

test('a mailbox gets three links an hour; further requests get the same answer', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const guest = await createUser(app.ctx);
  for (let time = 0; time < 5; time += 1) expect((await request(app, guest.email)).status).toBe(200);
  expect(await tokensFor(app, guest.email)).toHaveLength(3);
});

test('a new password also ends the lock that failed logins caused', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const guest = await createUser(app.ctx);
  for (let time = 0; time < 5; time += 1) await logIn(app, guest, 'Wrong-Guess-1');
  expect((await logIn(app, guest, guest.password)).status).toBe(429);
  expect((await reset(app, await askForToken(app, guest))).status).toBe(200);
  expect((await logIn(app, guest, NEW_PASSWORD)).status).toBe(200);
});

test('a reset changes nothing but the password, and proves the address', async () => {
  const { app, guest } = await start();
  const { passwordHash: _, ...before } = await storedUser(app.ctx, guest.id);
  await reset(app, await askForToken(app, guest));
  const { passwordHash: __, ...after } = await storedUser(app.ctx, guest.id);
  expect(after).toEqual({ ...before, emailProvedAt: app.clock.now() });
});

test('a mailed new password also ends the session of a sign-in that was finished at the same moment', async () => {
  const { app, guest } = await start();
  const token = await askForToken(app, guest);
  let accessToken = '';
  const commit = await openTransaction(app.ctx, async (tx) => {
    await lockUserById(tx.db, guest.id);
    accessToken = await signInAgain(tx, guest.id);
  });
  const resetting = reset(app, token);
  await untilWaiting(app, 1, 'users');
  await commit();
  expect((await resetting).status).toBe(200);
  await expect(app.api(accessToken).accounts.me()).rejects.toMatchObject({ status: 401 });
});
