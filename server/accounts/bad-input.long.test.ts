import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createUser, storedUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall, type RawAnswer } from '#tests/setup/raw-call.ts';
import { pairsOf } from '#tests/setup/whole.ts';
import { users } from './accounts.table.ts';

const registerForm = {
  firstName: 'Nino',
  lastName: 'Beridze',
  email: 'nino@example.com',
  password: 'Night-Guest-1',
  confirmPassword: 'Night-Guest-1',
  phoneNumber: '+995 555 12-34-56',
  personalNumber: '01001000001',
  birthdate: '1998-04-12',
  socialMediaProfileLink: 'https://www.instagram.com/nino/',
  socialMediaPlatform: 'instagram',
  socialMediaUsername: 'nino',
  country: 'Georgia',
};
const profileForm = {
  firstName: 'Nino',
  lastName: 'Beridze',
  phoneNumber: '+995 555 12-34-56',
  country: 'Germany',
  birthdate: '1998-04-12',
  socialMediaProfileLink: 'https://www.instagram.com/nino/',
};

const hostile: Record<string, unknown> = {
  'an empty text': '',
  blanks: ' \t ',
  '10,000 characters': 'x'.repeat(10_000),
  emoji: '🌒👩‍👩‍👧',
  'a control character': 'Ni\u0000no\u0007',
  'a lone surrogate': 'Ni\uD800no',
  Georgian: 'ნინო ბერიძე',
  'a mark that turns the direction': 'Ni\u202Eno',
  SQL: `Robert'); drop table users; --`,
  script: '<script>alert(1)</script>',
  'line breaks': 'Nino\r\nBcc: all@example.com',
  'an array': ['nino'],
  'an object': { $ne: '' },
  'a number': 12345678901,
  true: true,
  null: null,
};

type Call = { path: string; method?: 'POST' | 'PUT'; form: Record<string, unknown>; refusal: number; isSignedIn?: boolean };
const calls: Record<string, Call> = {
  register: { path: '/api/auth/register', form: registerForm, refusal: 422 },
  login: { path: '/api/auth/login', form: { email: 'nino@example.com', password: 'Night-Guest-1' }, refusal: 400 },
  forgot: { path: '/api/auth/request-password-reset', form: { email: 'nino@example.com' }, refusal: 400 },
  reset: { path: '/api/Auth/reset-password', form: { token: 'x'.repeat(43), newPassword: 'Night-Guest-2' }, refusal: 400 },
  profile: { path: '/api/auth/me', method: 'PUT', form: profileForm, refusal: 400, isSignedIn: true },
  'change password': {
    path: '/api/auth/change-password',
    form: { currentPassword: 'Night-Guest-1', newPassword: 'Night-Guest-2' },
    refusal: 422,
    isSignedIn: true,
  },
  'delete account': { path: '/api/auth/delete-account', form: { password: 'Wrong-Guess-1' }, refusal: 422, isSignedIn: true },
};

const send = (app: TestApp, { path, method = 'POST', isSignedIn = false }: Call, body: unknown, bearer: string) =>
  rawCall(app.url, path, { method, body, ...(isSignedIn ? { bearer } : {}) });

/** Every refusal has a message and reveals nothing about the implementation. */
function expectPlainRefusal({ status, body }: RawAnswer, said: string): void {
  expect(status, said).toBeGreaterThanOrEqual(400);
  expect(body, said).toMatchObject({ message: expect.stringMatching(/\S/), code: expect.stringMatching(/^[a-z_]+$/) });
  for (const [field, key] of Object.entries(body['errors'] ?? {})) {
    expect(field, said).toMatch(/^\w+$/);
    expect(key, said).toMatch(/^validation\.\w+$/);
  }
  expect(JSON.stringify(body), said).not.toMatch(/at .*\.ts|select |insert |node_modules/i);
}

/** Fields that are validated as a pair: an accepted one may leave its partner wrong. */
const partners: Record<string, string> = { password: 'confirmPassword', newPassword: 'currentPassword', country: 'personalNumber' };

// Characters that cannot be stored are refused before any field is validated (wire contract, rule 8).
const REFUSED_ANYWHERE = new Set(['a control character', 'a lone surrogate']);

test.each(Object.entries(calls))('%s: no field takes anything by accident, and every refusal says why', async (_name, call) => {
  const app = await startTestApp();
  const { accessToken } = await createUser(app.ctx, { email: 'signed.in@example.com' });
  for (const [field, [what, value]] of pairsOf(Object.keys(call.form), Object.entries(hostile))) {
    const answer = await send(app, call, { ...call.form, [field]: value }, accessToken);
    const said = `${field}: ${what} → ${answer.status} ${JSON.stringify(answer.body)}`;
    expect(answer.status, said).toBeLessThan(500);
    if (answer.status !== 200) expectPlainRefusal(answer, said);
    if (REFUSED_ANYWHERE.has(what)) expect([answer.status, answer.body['code']], said).toEqual([400, 'invalid_characters']);
    else if (answer.body['errors']) {
      expect(answer.status, said).toBe(call.refusal);
      expect([field, partners[field]], said).toEqual(expect.arrayContaining(Object.keys(answer.body['errors']).slice(0, 1)));
    }
  }
});

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
