import { expect, test } from 'vitest';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSilentSmtp, startSmtp } from '#tests/setup/smtp.ts';

async function open(env: Record<string, string> = {}) {
  const app = await startTestApp({ env });
  const owner = await createAdmin(app.ctx, { email: 'owner@example.com' });
  return { app, check: () => app.api(owner.accessToken).staffChecks.mail() };
}

const to = 'owner@example.com';

test('the mail reaches the mail server at once, and goes to the caller', async () => {
  const smtp = await startSmtp();
  const { check } = await open({ SMTP_URL: smtp.url });
  expect(await check()).toEqual({ state: 'accepted', to, reason: null, answer: null });
  expect(smtp.received).toMatchObject([{ to: [to] }]);
  expect(textOf(readMime(smtp.received[0]?.raw ?? Buffer.alloc(0)), 'text/plain')).toContain('You sent this test from the console');
});

test('without a mail server it says that it is a file', async () => {
  const { check } = await open();
  expect(await check()).toEqual({ state: 'files', to, reason: null, answer: null });
});

test('a refusal has its reason and the server’s own words', async () => {
  const smtp = await startSmtp({ refusal: '550 5.1.1 No such user' });
  const { check } = await open({ SMTP_URL: smtp.url });
  expect(await check()).toMatchObject({ state: 'refused', reason: 'recipient', answer: expect.stringContaining('No such user') });
});

test('a server that is not there is told as such', async () => {
  const { check } = await open({ SMTP_URL: 'smtp://127.0.0.1:9' });
  expect(await check()).toMatchObject({ state: 'refused', reason: 'unreachable' });
});

test('a server that never answers ends the wait', async () => {
  const smtp = await startSilentSmtp();
  const { check } = await open({ SMTP_URL: smtp.url });
  expect(await check()).toMatchObject({ state: 'refused', reason: 'late' });
}, 20_000);

test('only who looks after mails sends one, ten in an hour', async () => {
  const { app, check } = await open({ RATE_LIMIT_SCALE: '1' });
  const desk = await createUser(app.ctx, { roles: ['Desk'] });
  await expect(app.api(desk.accessToken).staffChecks.mail()).rejects.toMatchObject({ status: 403 });
  for (let time = 0; time < 10; time += 1) await check();
  await expect(check()).rejects.toMatchObject({ status: 429 });
});
