import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { findLatestMails } from '#server/platform/mail/mail.queries.ts';
import { hashPassword } from './passwords.ts';
import { start, logIn, deviceOf, guessUntilRefused } from '#tests/factories/known-devices.ts';

test('many addresses together get fifty guesses an hour at one account; then a mailed link is the way in, and it stays one', async () => {
  const app = await start();
  const guest = await createUser(app.ctx);
  let guesses = 0;
  for (let place = 1; guesses < 50; place += 1) guesses += await guessUntilRefused(app, guest.email, `198.51.100.${place}`);
  const owner = { address: '192.0.2.1' };
  expect(guesses).toBe(50);
  expect((await logIn(app, guest.email, guest.password, owner)).status).toBe(429);

  const headers = { 'x-forwarded-for': owner.address };
  await rawCall(app.url, '/api/auth/request-password-reset', { body: { email: guest.email }, headers });
  const [mail] = await findLatestMails(app.ctx.db, 1);
  const body = { ...Object(mail?.payload), newPassword: 'Moonlit-Kura-2' };
  const cookie = deviceOf((await rawCall(app.url, '/api/auth/reset-password', { body, headers })).headers);
  for (let place = 101; place <= 110; place += 1) await guessUntilRefused(app, guest.email, `198.51.100.${place}`);
  expect((await logIn(app, guest.email, 'Moonlit-Kura-2', { ...owner, cookie })).status).toBe(200);
});

/** Keeps the password queue full with other callers' requests until the test ends. */
function fillQueue(): void {
  let isOver = false;
  const loops = Array.from({ length: 150 }, async () => {
    while (!isOver) await hashPassword('x').catch(() => pause(5));
  });
  onTestFinished(async () => {
    isOver = true;
    await Promise.all(loops);
  });
}

test('while strangers fill the queue for passwords, a known device signs in and a signed-in guest sets another one', async () => {
  const app = await start();
  const guest = await createUser(app.ctx);
  const cookie = deviceOf((await logIn(app, guest.email, guest.password)).headers);
  fillQueue();
  await expect.poll(async () => (await logIn(app, 'nobody@example.com', 'Wrong-Guess-1')).status, { timeout: 30_000 }).toBe(429);
  const { status, body } = await logIn(app, guest.email, guest.password, { cookie });
  expect(status).toBe(200);
  const change = { currentPassword: guest.password, newPassword: 'Moonlit-Kura-2' };
  const changed = await rawCall(app.url, '/api/auth/change-password', { bearer: String(body['accessToken']), body: change });
  expect(changed.status).toBe(200);
});

test('while strangers fill the queue for passwords, the mailed link still sets a new one', async () => {
  const app = await start();
  const guest = await createUser(app.ctx);
  await rawCall(app.url, '/api/auth/request-password-reset', { body: { email: guest.email } });
  const [mail] = await findLatestMails(app.ctx.db, 1);
  fillQueue();
  await expect.poll(async () => (await logIn(app, guest.email, guest.password)).status, { timeout: 30_000 }).toBe(429);
  const body = { ...Object(mail?.payload), newPassword: 'Moonlit-Kura-2' };
  expect((await rawCall(app.url, '/api/auth/reset-password', { body })).status).toBe(200);
});

test('of one account fifty sessions go on; the one used longest ago ends', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const tokens: string[] = [guest.accessToken];
  for (let time = 0; time < 50; time += 1) {
    app.clock.advanceMinutes(0.1);
    tokens.push(String((await logIn(app, guest.email, guest.password)).body['accessToken']));
  }
  const alive = await Promise.all(
    [tokens[0], tokens[1], tokens[50]].map(
      async (bearer = '') => (await rawCall(app.url, '/api/auth/me', { method: 'GET', bearer })).status,
    ),
  );
  expect(alive).toEqual([401, 200, 200]);
});
