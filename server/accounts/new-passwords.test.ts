import { expect, test } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { PASSWORD_MAX_BYTES } from '#shared/accounts/password-rules.ts';
import { mails } from '#server/platform/platform.table.ts';
import { users } from './accounts.table.ts';

const email = 'nino@example.com';

const register = (app: TestApp, password: string) =>
  rawCall(app.url, '/api/auth/register', {
    body: {
      firstName: 'Nino',
      lastName: 'Beridze',
      email,
      password,
      confirmPassword: password,
      phoneNumber: '+995555123456',
      personalNumber: '01001000001',
      birthdate: '1998-04-12',
      socialMediaProfileLink: 'https://instagram.com/nino',
      country: 'Georgia',
    },
  });
const logIn = async (app: TestApp, password: string): Promise<number> =>
  (await rawCall(app.url, '/api/auth/login', { body: { email, password } })).status;

async function askForToken(app: TestApp): Promise<string> {
  await rawCall(app.url, '/api/auth/request-password-reset', { body: { email } });
  const [mail] = await app.ctx.db.select({ payload: mails.payload }).from(mails);
  return String(Reflect.get(Object(mail?.payload), 'token'));
}

test('nobody registers with one of the commonest passwords, even a disguised one [§5.password]', async () => {
  const app = await startTestApp();
  for (const password of ['P@ssw0rd1!', 'Qwerty123!', 'Welcome-2026', 'Rkali-2026!', 'Beridze!98', 'nino@Example.com']) {
    const answer = await register(app, password);
    expect([password, answer.status]).toEqual([password, 422]);
    expect(answer.body['errors']).toEqual({ password: 'validation.password_common' });
  }
  expect(await app.ctx.db.$count(users)).toBe(0);
});

test('a mailed link refuses a common password and still works afterwards', async () => {
  const app = await startTestApp();
  await createUser(app.ctx, { email });
  const token = await askForToken(app);
  const reset = (newPassword: string) => rawCall(app.url, '/api/auth/reset-password', { body: { token, newPassword } });
  const refused = await reset('P@ssw0rd1!');
  expect([refused.status, refused.body['errors']]).toEqual([400, { newPassword: 'validation.password_common' }]);
  expect((await reset('Beridze!98')).status).toBe(400);
  expect((await reset('Moonlit-Kura-47')).status).toBe(200);
  expect(await logIn(app, 'Moonlit-Kura-47')).toBe(200);
});

test.each([
  ['64 characters', `Aa-${'night'.repeat(12)}x`],
  ['64 Georgian letters', `Aa-${'ღამე'.repeat(15)}!`],
  ['as many bytes as there may be', `Aa-${'k'.repeat(PASSWORD_MAX_BYTES - 3)}`],
])('every letter of a password of %s counts: without the last one it does not open the account', async (_what, password) => {
  expect([...password].length).toBeGreaterThanOrEqual(64);
  const app = await startTestApp();
  expect((await register(app, password)).status).toBe(200);
  expect(await logIn(app, password)).toBe(200);
  expect(await logIn(app, [...password].slice(0, -1).join(''))).toBe(401);
});

test('a password is kept with the spaces around it', async () => {
  const app = await startTestApp();
  expect((await register(app, ' Kura-Guest 1 ')).status).toBe(200);
  expect(await logIn(app, ' Kura-Guest 1 ')).toBe(200);
  expect(await logIn(app, 'Kura-Guest 1')).toBe(401);
});

test('a password of more bytes is refused with its key, not cut', async () => {
  const app = await startTestApp();
  for (const password of [`Aa-${'k'.repeat(PASSWORD_MAX_BYTES - 2)}`, `Aa-${'ღ'.repeat(85)}`]) {
    const answer = await register(app, password);
    expect([answer.status, answer.body['errors']]).toEqual([422, { password: 'validation.too_long' }]);
  }
});
