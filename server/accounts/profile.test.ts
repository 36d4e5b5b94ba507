import { expect, test } from 'vitest';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createAdmin, createUser, storedUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { getProfile, updateProfile } from './accounts.service.ts';

const changes = {
  firstName: 'Nino',
  lastName: 'Beridze',
  phoneNumber: '+49 30 1234567',
  country: 'Germany',
  birthdate: '1998-04-12',
  socialMediaProfileLink: 'https://www.tiktok.com/@nino.b',
};

const save = (app: TestApp, bearer: string, fields: object = {}) =>
  rawCall(app.url, '/api/auth/me', { method: 'PUT', bearer, body: { ...changes, ...fields } });

test('the profile answers the same at both addresses [§7.users-me]', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { me, currentUser } = app.api(guest.accessToken).accounts;
  expect(await currentUser()).toEqual(await me());
});

test('saving changes the six fields and answers the new profile [§2.profile-fields §7.me]', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const before = await app.api(guest.accessToken).accounts.me();
  const answer = await save(app, guest.accessToken);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ ...before, ...changes });
  expect(await app.api(guest.accessToken).accounts.me()).toEqual(answer.body);
  expect(await storedUser(app.ctx, guest.id)).toMatchObject({ socialMediaPlatform: 'tiktok', socialMediaUsername: 'nino.b' });
});

test('keys that are not in the profile form change nothing [§2.profile-facts]', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const before = await storedUser(app.ctx, guest.id);
  const extra = { id: 999, email: 'other@example.com', role: 'Admin', status: 'Welcomed_Guest', createdAt: '2000-01-01', language: 'ka' };
  const secrets = { personalNumber: '99999999999', password: 'Other-Word-1', passwordHash: 'x', sealedPersonalNumber: 'x' };
  expect((await save(app, guest.accessToken, { ...extra, ...secrets })).status).toBe(200);
  const { id, email, role, status, createdAt, language, passwordHash, sealedPersonalNumber } = before;
  expect(await storedUser(app.ctx, guest.id)).toMatchObject({
    id,
    email,
    role,
    status,
    createdAt,
    language,
    passwordHash,
    sealedPersonalNumber,
  });
});

test('a profile with errors is refused field by field and stays as it was [§1.age]', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const before = await app.api(guest.accessToken).accounts.me();
  const answer = await save(app, guest.accessToken, {
    firstName: '',
    lastName: ' ',
    phoneNumber: 'call me',
    country: '',
    birthdate: '2018-04-12',
    socialMediaProfileLink: 'javascript:alert(1)',
  });
  expect(answer.status).toBe(400);
  expect(answer.body['errors']).toEqual({
    firstName: 'validation.first_name_required',
    lastName: 'validation.last_name_required',
    phoneNumber: 'validation.phone_format_invalid',
    country: 'validation.country_required',
    birthdate: 'validation.age_requirement',
    socialMediaProfileLink: 'validation.social_media_invalid_url',
  });
  expect(await app.api(guest.accessToken).accounts.me()).toEqual(before);
});

test('who registered with other letters saves the rest, and a changed name has letters a to z [§5.profile-names]', async () => {
  const app = await startTestApp();
  for (const [firstName, lastName] of [
    ['გიორგი', 'Müller'],
    ['Sinéad', "O'Neil"],
  ] as const) {
    const guest = await createUser(app.ctx, { firstName, lastName });
    const saved = await save(app, guest.accessToken, { firstName, lastName, phoneNumber: '+995 555 00 00 00' });
    expect([saved.status, saved.body['firstName'], saved.body['phoneNumber']]).toEqual([200, firstName, '+995 555 00 00 00']);
    const refused = await save(app, guest.accessToken, { firstName: `${firstName}ი`, lastName: `${lastName}é` });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: { firstName: 'validation.name_invalid_chars', lastName: 'validation.name_invalid_chars' } },
    });
    expect((await save(app, guest.accessToken, { firstName: 'Giorgi', lastName })).status).toBe(200);
  }
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

test('the door sees name, birthdate and status of a guest and nothing else [§3.scan-text §7.user-by-id]', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const admin = await createAdmin(app.ctx);
  await createTicket(app.ctx, { userId: guest.id, eventId: (await createEvent(app.ctx, { startsAt: app.clock.now() })).id });
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

test('the wrong actor is refused [§6.guest]', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const nobody = app.ctx;
  await expect(getProfile(nobody)).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(updateProfile(nobody, changes)).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(app.api(guest.accessToken).accounts.guest({ id: guest.id })).rejects.toMatchObject({ body: { code: 'forbidden' } });
  for (const path of ['/api/auth/me', '/api/users/me', `/api/users/GetUserbyId/${guest.id}`]) {
    expect((await rawCall(app.url, path, { method: 'GET' })).status).toBe(401);
  }
  expect((await rawCall(app.url, '/api/auth/me', { method: 'PUT', body: changes })).status).toBe(401);
});
