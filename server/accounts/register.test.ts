import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { consentOf } from '#tests/factories/newsletter.ts';
import { storedUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { users } from './accounts.table.ts';

const form = {
  firstName: 'ნინო',
  lastName: 'Beridze',
  email: 'Nino@example.com',
  password: 'Night-Guest-1',
  confirmPassword: 'Night-Guest-1',
  phoneNumber: '+995 555 12-34-56',
  personalNumber: '01001000001',
  birthdate: '1998-04-12',
  socialMediaProfileLink: 'https://www.instagram.com/nino/',
  country: 'Georgia',
};

type RegisterOptions = Omit<NonNullable<Parameters<typeof rawCall>[2]>, 'body'>;
const register = (app: TestApp, fields: object = {}, options: RegisterOptions = {}) =>
  rawCall(app.url, '/api/auth/register', { body: { ...form, ...fields }, ...options });

const logIn = (app: TestApp, email: string, password = form.password) => app.api().accounts.login({ body: { email, password } });

const profileOf = async (app: TestApp, email: string) => {
  const { accessToken } = await logIn(app, email);
  return app.api(accessToken).accounts.me();
};

const userCount = ({ ctx }: TestApp) => ctx.db.$count(users);

test('a new guest can sign in and waits for staff [§3.profile]', async () => {
  const app = await startTestApp();
  const answer = await register(app);
  expect([answer.status, answer.body]).toEqual([200, {}]);
  const profile = await profileOf(app, form.email);
  expect(profile).toEqual({
    id: expect.any(Number),
    firstName: 'ნინო',
    lastName: 'Beridze',
    email: 'Nino@example.com',
    phoneNumber: '+995 555 12-34-56',
    country: 'Georgia',
    birthdate: '1998-04-12',
    socialMediaProfileLink: 'https://www.instagram.com/nino/',
    personalNumber: '01001000001',
    createdAt: '2026-11-20T18:00:00+04:00',
    role: 'User',
    rights: [],
    secondFactorDue: null,
    isEmailProved: false,
    wantsNewsletter: false,
    pendingEmail: null,
    pendingEmailFrom: null,
    status: 'Pending',
  });
  const stored = await storedUser(app.ctx, profile.id);
  expect(stored).toMatchObject({ socialMediaPlatform: 'instagram', socialMediaUsername: 'nino', language: 'en' });
});

test('a tick for the newsletter is stored with moment and language; without one nobody has said yes', async () => {
  const app = await startTestApp();
  const yes = { since: app.clock.now(), language: 'ka' };
  for (const [email, fields, consent] of [
    ['yes@example.com', { wantsNewsletter: true }, yes],
    ['no@example.com', { wantsNewsletter: false }, { since: null, language: null }],
    ['unasked@example.com', {}, { since: null, language: null }],
  ] as const) {
    // An account is per person, so each needs its own number.
    const personalNumber = String(10_000_000_000 + email.length);
    expect((await register(app, { ...fields, email, personalNumber }, { cookie: 'lang=ka' })).status).toBe(200);
    const profile = await profileOf(app, email);
    expect(profile).toMatchObject({ wantsNewsletter: consent === yes, isEmailProved: false });
    expect(await consentOf(app, profile.id)).toEqual(consent);
  }
});

test('platform and username are kept as the form says them [§3.registration]', async () => {
  const app = await startTestApp();
  await register(app, { socialMediaPlatform: 'Instagram', socialMediaUsername: 'nino.beridze' });
  const { id } = await profileOf(app, form.email);
  expect(await storedUser(app.ctx, id)).toMatchObject({ socialMediaPlatform: 'Instagram', socialMediaUsername: 'nino.beridze' });
});

test('mails will be in the language that the guest reads', async () => {
  const app = await startTestApp();
  await register(app, {}, { cookie: 'lang=ka', headers: { 'accept-language': 'de' } });
  const { id } = await profileOf(app, form.email);
  expect((await storedUser(app.ctx, id)).language).toBe('ka');
});

test('a social media profile is accepted as people write it, and stored as a link with its site and name', async () => {
  const app = await startTestApp();
  await register(app, { socialMediaProfileLink: '@nino.b', phoneNumber: '123' });
  const { id } = await profileOf(app, form.email);
  expect(await storedUser(app.ctx, id)).toMatchObject({
    socialMediaProfileLink: 'https://www.instagram.com/nino.b',
    socialMediaPlatform: 'instagram',
    socialMediaUsername: 'nino.b',
    phoneNumber: '123',
  });
});

const refusals: [string, unknown, string][] = [
  ['firstName', '', 'validation.first_name_required'],
  ['lastName', ' ', 'validation.last_name_required'],
  ['email', '', 'validation.email_required'],
  ['email', 'nino@example', 'validation.invalid_email'],
  ['email', 5, 'validation.email_required'],
  ['password', 'night-guest-1', 'validation.password_complexity'],
  ['confirmPassword', 'Night-Guest-2', 'validation.password_mismatch'],
  ['phoneNumber', ' ', 'validation.phone_required'],
  ['personalNumber', '0100100000', 'validation.personal_number_format'],
  ['birthdate', '1998-02-30', 'validation.birthdate_invalid'],
  ['birthdate', '2018-04-12', 'validation.age_requirement'],
  ['birthdate', '2100-04-12', 'validation.birthdate_future'],
  ['socialMediaProfileLink', 'nino', 'validation.social_media_format'],
  ['socialMediaProfileLink', 'https://instagram.com/"nino"', 'validation.social_media_format'],
  ['country', null, 'validation.country_required'],
];

test('every broken rule of the register form is answered with 422 and its key [§1.age]', async () => {
  const app = await startTestApp();
  for (const [field, value, key] of refusals) {
    const answer = await register(app, { [field]: value });
    expect(answer.status, `${field} ${value}`).toBe(422);
    expect(answer.body['errors'], `${field} ${value}`).toMatchObject({ [field]: key });
    expect(answer.body).toMatchObject({ message: 'Bad Request. Please check your input.', code: 'invalid_fields' });
  }
  expect(await userCount(app)).toBe(0);
});

test('a registration without a form is refused, and never with 401', async () => {
  const app = await startTestApp();
  const bodies: unknown[] = [undefined, [], 'nino', 5, null, {}];
  for (const body of bodies) {
    const answer = await rawCall(app.url, '/api/auth/register', { body, bearer: 'broken' });
    expect([400, 422]).toContain(answer.status);
    expect(answer.body['message']).toEqual(expect.any(String));
  }
  expect((await rawCall(app.url, '/api/auth/register', { body: {} })).status).toBe(422);
});

test('outside Georgia eight digits are enough', async () => {
  const app = await startTestApp();
  expect((await register(app, { country: 'Other', personalNumber: '1234567' })).body['errors']).toEqual({
    personalNumber: 'validation.personal_number_format_non_georgia',
  });
  expect((await register(app, { country: 'Other', personalNumber: '12345678' })).status).toBe(200);
});

test('an e-mail that has an account is refused with 400 in any letter case [§7.register]', async () => {
  const app = await startTestApp();
  await register(app);
  for (const email of [form.email, 'NINO@EXAMPLE.COM', ' nino@example.com ']) {
    const answer = await register(app, { email, firstName: 'Other' });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: 'Email already exists', code: 'email_taken' });
  }
  expect(await userCount(app)).toBe(1);
});

const CASES = ['nino@example.com', 'Nino@example.com', 'NINO@EXAMPLE.COM', 'nino@Example.Com'];
const registerAtOnce = (app: TestApp) =>
  Promise.all(Array.from({ length: 8 }, (_, place) => register(app, { email: CASES[place % CASES.length] })));

test('I10: of many registrations at once with one e-mail exactly one succeeds', async () => {
  const app = await startTestApp();
  const statuses = (await registerAtOnce(app)).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
  expect(await userCount(app)).toBe(1);
});

test('control: without the unique index the same rush makes several accounts (I10)', async () => {
  const app = await startTestApp();
  await app.owner.execute(sql`drop index users_one_account_per_email_key`);
  await registerAtOnce(app);
  expect(await userCount(app)).toBe(8);
});

test('a registration that is sent again with its key is answered again', async () => {
  const app = await startTestApp();
  const headers = { 'idempotency-key': 'form-1' };
  const answers = [await register(app, {}, { headers }), await register(app, {}, { headers })];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await userCount(app)).toBe(1);
});

test('keys that are not in the register form change nothing', async () => {
  const app = await startTestApp();
  const extra = {
    id: 999,
    role: 'Admin',
    status: 'Verified',
    createdAt: '2000-01-01',
    passwordHash: 'x',
    sealedBirthdate: 'x',
    language: 'ka',
  };
  expect((await register(app, extra)).status).toBe(200);
  const before = await profileOf(app, form.email);
  expect(before).toMatchObject({ role: 'User', status: 'Pending' });
  expect(before.id).not.toBe(999);
});

test('personal number and birthdate are stored nowhere in plain text', async () => {
  const app = await startTestApp();
  await register(app);
  const { rows } = await app.ctx.db.execute<{ row: string }>(sql`select users::text as row from users`);
  const row = rows[0]?.row ?? '';
  expect(row).toContain('Nino@example.com');
  for (const secret of [form.personalNumber, form.birthdate, form.password]) expect(row).not.toContain(secret);
});
