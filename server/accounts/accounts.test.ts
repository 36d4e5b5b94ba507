import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAdmin, createUser, storedUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { getGuest, getProfile, makeAdmin, updateProfile } from './accounts.service.ts';
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

const changes = {
  firstName: 'Nino',
  lastName: 'Beridze',
  phoneNumber: '+49 30 1234567',
  country: 'Germany',
  birthdate: '1998-04-12',
  socialMediaProfileLink: 'https://www.tiktok.com/@nino.b',
};

type RegisterOptions = Omit<NonNullable<Parameters<typeof rawCall>[2]>, 'body'>;
const register = (app: TestApp, fields: object = {}, options: RegisterOptions = {}) =>
  rawCall(app.url, '/api/auth/register', { body: { ...form, ...fields }, ...options });

const logIn = (app: TestApp, email: string, password = form.password) => app.api().accounts.login({ body: { email, password } });

const profileOf = async (app: TestApp, email: string) => {
  const { accessToken } = await logIn(app, email);
  return app.api(accessToken).accounts.me();
};

const save = (app: TestApp, bearer: string, fields: object = {}) =>
  rawCall(app.url, '/api/auth/me', { method: 'PUT', bearer, body: { ...changes, ...fields } });

const userCount = ({ ctx }: TestApp) => ctx.db.$count(users);

test('a new guest can sign in and waits for staff', async () => {
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
    status: 'Pending',
  });
  const stored = await storedUser(app.ctx, profile.id);
  expect(stored).toMatchObject({ socialMediaPlatform: 'instagram', socialMediaUsername: 'nino', language: 'en' });
});

test('platform and username are kept as the form says them', async () => {
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

const refusals: [string, unknown, string][] = [
  ['firstName', '', 'validation.first_name_required'],
  ['lastName', ' ', 'validation.last_name_required'],
  ['email', '', 'validation.email_required'],
  ['email', 'nino@example', 'validation.invalid_email'],
  ['email', 5, 'validation.email_required'],
  ['password', 'night-guest-1', 'validation.password_complexity'],
  ['confirmPassword', 'Night-Guest-2', 'validation.password_mismatch'],
  ['phoneNumber', '12345', 'validation.phone_format_invalid'],
  ['personalNumber', '0100100000', 'validation.personal_number_format'],
  ['birthdate', '1998-02-30', 'validation.birthdate_invalid'],
  ['birthdate', '2018-04-12', 'validation.age_requirement'],
  ['birthdate', '2100-04-12', 'validation.birthdate_future'],
  ['socialMediaProfileLink', 'nino', 'validation.social_media_format'],
  ['country', null, 'validation.country_required'],
];

test('every rule of the register form is told with 422 and its key', async () => {
  const app = await startTestApp();
  for (const [field, value, key] of refusals) {
    const answer = await register(app, { [field]: value });
    expect(answer.status, `${field} ${value}`).toBe(422);
    expect(answer.body['errors'], `${field} ${value}`).toMatchObject({ [field]: key });
    expect(answer.body).toMatchObject({ message: 'Bad Request. Please check your input.', code: 'invalid_fields' });
  }
  expect(await userCount(app)).toBe(0);
});

test('a registration that is no form at all is refused, and never with 401', async () => {
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

test('an e-mail that has an account is refused with 400 in any letter case', async () => {
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

test('I10, negative control: without the unique index the same rush makes several accounts', async () => {
  const app = await startTestApp();
  await app.ctx.db.execute(sql`drop index users_one_account_per_email`);
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

test('keys that are not in the form change nothing', async () => {
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

  const { accessToken } = await logIn(app, form.email);
  const answer = await save(app, accessToken, {
    ...extra,
    email: 'other@example.com',
    personalNumber: '99999999999',
    password: 'Other-Word-1',
  });
  expect(answer.status).toBe(200);
  const { id, email, personalNumber, createdAt, role, status } = before;
  expect(await profileOf(app, form.email)).toMatchObject({ id, email, personalNumber, createdAt, role, status });
});

test('personal number and birthdate stand nowhere in plain text', async () => {
  const app = await startTestApp();
  await register(app);
  const { rows } = await app.ctx.db.execute<{ row: string }>(sql`select users::text as row from users`);
  const row = rows[0]?.row ?? '';
  expect(row).toContain('Nino@example.com');
  for (const secret of [form.personalNumber, form.birthdate, form.password]) expect(row).not.toContain(secret);
});

test('the profile answers the same at both addresses', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { me, currentUser } = app.api(guest.accessToken).accounts;
  expect(await currentUser()).toEqual(await me());
});

test('saving changes the six fields and answers the new profile', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const before = await app.api(guest.accessToken).accounts.me();
  const answer = await save(app, guest.accessToken);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ ...before, ...changes });
  expect(await app.api(guest.accessToken).accounts.me()).toEqual(answer.body);
  expect(await storedUser(app.ctx, guest.id)).toMatchObject({ socialMediaPlatform: 'tiktok', socialMediaUsername: 'nino.b' });
});

test('a profile with errors is refused field by field and stays as it was', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const before = await app.api(guest.accessToken).accounts.me();
  const answer = await save(app, guest.accessToken, {
    firstName: 'ნინო',
    lastName: '',
    phoneNumber: 'call me',
    country: '',
    birthdate: '2018-04-12',
    socialMediaProfileLink: 'javascript:alert(1)',
  });
  expect(answer.status).toBe(400);
  expect(answer.body['errors']).toEqual({
    firstName: 'validation.name_invalid_chars',
    lastName: 'validation.last_name_required',
    phoneNumber: 'validation.phone_format_invalid',
    country: 'validation.country_required',
    birthdate: 'validation.age_requirement',
    socialMediaProfileLink: 'validation.social_media_invalid_url',
  });
  expect(await app.api(guest.accessToken).accounts.me()).toEqual(before);
});

const verdicts = [
  ['Verified', { firstName: 'Nina' }, 'Pending'],
  ['Verified', { lastName: 'Kapanadze' }, 'Pending'],
  ['Welcomed_Guest', { birthdate: '1998-04-13' }, 'Pending'],
  ['Verified', { phoneNumber: '+995 555 00 00 00', country: 'USA', socialMediaProfileLink: '' }, 'Verified'],
  ['Rejected', { firstName: 'Nina' }, 'Rejected'],
  ['Check_Later', { birthdate: '1998-04-13' }, 'Check_Later'],
] as const;

test('another name or birthdate of a confirmed guest waits for staff again, and nothing else does', async () => {
  const app = await startTestApp();
  for (const [status, fields, expected] of verdicts) {
    const guest = await createUser(app.ctx, { status });
    expect((await save(app, guest.accessToken, fields)).body['status'], `${status} ${JSON.stringify(fields)}`).toBe(expected);
  }
});

test('the door sees name, birthdate and status of a guest and nothing else', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const admin = await createAdmin(app.ctx);
  const answer = await rawCall(app.url, `/api/users/getuserbyid/${guest.id}`, { method: 'GET', bearer: admin.accessToken });
  expect(answer.body).toEqual({ firstName: 'Nino', lastName: 'Beridze', birthdate: '1998-04-12', status: 'Verified' });
});

test('an unknown guest is not found, however large the number', async () => {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx);
  for (const id of [admin.id + 1, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    const answer = await rawCall(app.url, `/api/users/GetUserbyId/${id}`, { method: 'GET', bearer: admin.accessToken });
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ message: 'User not found.', code: 'user_not_found' });
  }
  for (const id of ['0', '-1', 'x', '1e3']) {
    const answer = await rawCall(app.url, `/api/users/GetUserbyId/${id}`, { method: 'GET', bearer: admin.accessToken });
    expect(answer.status).toBe(400);
  }
});

test('the wrong actor is refused', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const nobody = app.ctx;
  const user = { ...app.ctx, actor: { userId: guest.id, sessionId: '', role: 'User', status: 'Verified' } as const };
  await expect(getProfile(nobody)).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(updateProfile(nobody, changes)).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(getGuest(nobody, guest.id)).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(getGuest(user, guest.id)).rejects.toMatchObject({ code: 'forbidden' });
  for (const path of ['/api/auth/me', '/api/users/me', `/api/users/GetUserbyId/${guest.id}`]) {
    expect((await rawCall(app.url, path, { method: 'GET' })).status).toBe(401);
  }
  expect((await rawCall(app.url, '/api/auth/me', { method: 'PUT', body: changes })).status).toBe(401);
});

test('whoever sits at the server makes an admin by e-mail', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  await makeAdmin(app.ctx, guest.email.toUpperCase());
  expect((await app.api(guest.accessToken).accounts.me()).role).toBe('Admin');
  await expect(makeAdmin(app.ctx, 'nobody@example.com')).rejects.toMatchObject({ code: 'user_not_found' });
});
