import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { calls, expectPlainRefusal, profileForm, registerForm, send, sendHostileFields } from '#tests/contract/hostile-forms.ts';
import { everyTenthPair } from '#tests/contract/pairs.ts';
import { createUser, storedUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { users } from './accounts.table.ts';

test.each(Object.entries(calls))('%s: no field takes anything by accident, and every refusal says why', (_name, call) =>
  sendHostileFields(call, everyTenthPair),
);

test.each(Object.entries(calls))('%s: a body that is no form is refused', async (_name, call) => {
  const app = await startTestApp();
  const { accessToken } = await createUser(app.ctx);
  for (const body of ['nino', 5, null, [], [call.form], true, {}])
    expectPlainRefusal(await send(app, call, body, accessToken), JSON.stringify(body));
});

const accepted: [string, string][] = [
  ['firstName', 'ნინო'],
  ['firstName', '🌒'],
  ['firstName', `Robert'); drop table users; --`],
  ['lastName', '<script>alert(1)</script>'],
  ['lastName', "O'Hara-Ólafsdóttir"],
  ['lastName', 'نور'],
  ['lastName', `${'ა'.repeat(199)}ბ`],
  ['email', "o'hara+club@example.com"],
  ['email', 'ნინო@მაგალითი.გე'],
  ['password', 'Pässwörd ღამე 🌒!'],
  ['password', `  Aa1!${'x'.repeat(200)}  `],
  ['phoneNumber', '(032) 2 12-34-56'],
  ['socialMediaProfileLink', 'https://example.com/?a=%27--&b=%3Ci%3E'],
];

test('what register accepts comes back byte for byte', async () => {
  const app = await startTestApp();
  for (const [index, [field, value]] of accepted.entries()) {
    const form: Record<string, string> = { ...registerForm, email: `guest.${index}@example.com`, [field]: value };
    if (field === 'password') form['confirmPassword'] = value;
    const answer = await rawCall(app.url, '/api/auth/register', { body: form });
    expect(answer.status, `${field} ${value} ${JSON.stringify(answer.body)}`).toBe(200);
    const { email = '', password = '' } = form;
    const { accessToken } = await app.api().accounts.login({ body: { email, password } });
    const profile = await app.api(accessToken).accounts.me();
    const { password: _, confirmPassword: __, socialMediaPlatform: ___, socialMediaUsername: ____, ...visible } = form;
    expect(profile).toMatchObject(visible);
  }
});

const FORBIDDEN_KEYS = {
  id: 999,
  role: 'Admin',
  isAdmin: true,
  admin: true,
  status: 'Verified',
  createdAt: '2000-01-01T00:00:00+04:00',
  deletedAt: '2000-01-01T00:00:00+04:00',
  language: 'ka',
  passwordHash: 'x',
  sealedPersonalNumber: 'x',
  sealedBirthdate: 'x',
};
/** A JSON key as a client may send it: an object literal would set the prototype instead. */
const withPrototype = (form: object): string => JSON.stringify(form).replace('{', '{"__proto__":{"role":"Admin"},');

test('keys of the row, of the role and of the prototype change nothing on register', async () => {
  const app = await startTestApp();
  const plain = await rawCall(app.url, '/api/auth/register', { body: registerForm });
  const loaded = await rawCall(app.url, '/api/auth/register', {
    body: { ...registerForm, ...FORBIDDEN_KEYS, email: 'loaded@example.com' },
  });
  expect([plain.status, loaded.status]).toEqual([200, 200]);
  const poisoned = await fetch(`${app.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: withPrototype({ ...registerForm, email: 'poisoned@example.com' }),
  });
  expect(poisoned.status).toBe(400);
  const rows = await app.ctx.db.select().from(users).orderBy(users.id);
  const [first] = rows;
  expect(rows).toHaveLength(2);
  for (const row of rows)
    expect(row).toMatchObject({ role: 'User', status: 'Pending', language: 'en', createdAt: first?.createdAt, deletedAt: null });
  expect(rows.some(({ id }) => id === 999)).toBe(false);
});

test('keys of the row and of the role change nothing on saving the profile', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const bearer = guest.accessToken;
  await rawCall(app.url, '/api/auth/me', { method: 'PUT', bearer, body: profileForm });
  const { sealedBirthdate: _, ...before } = await storedUser(app.ctx, guest.id);
  const body = { ...profileForm, ...FORBIDDEN_KEYS, email: 'other@example.com' };
  expect((await rawCall(app.url, '/api/auth/me', { method: 'PUT', bearer, body })).status).toBe(200);
  const { sealedBirthdate: __, ...after } = await storedUser(app.ctx, guest.id);
  expect(after).toEqual(before);
});

test('I10: twenty registrations at once with one e-mail, in two processes and any letter case, make one account', async () => {
  const app = await startTestApp();
  const beside = await startTestApp({ databaseUrl: app.deps.env.databaseUrl ?? '' });
  const cases = ['nino@example.com', 'Nino@example.com', 'NINO@EXAMPLE.COM', 'nino@Example.Com'];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      rawCall((place % 2 ? app : beside).url, '/api/auth/register', { body: { ...registerForm, email: cases[place % cases.length] } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
  for (const { status, body } of answers) if (status === 400) expect(body).toMatchObject({ code: 'email_taken' });
  expect(await app.ctx.db.$count(users, eq(users.role, 'User'))).toBe(1);
});
