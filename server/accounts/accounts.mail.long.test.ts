import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { STATUSES, type Language, type Status } from '#shared/constants.ts';
import { runDueJobs } from '#server/registry.ts';
import { mails } from '#server/platform/platform.table.ts';
import { createAdmin, createUser, storedUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { readMime, textOf, type MimePart } from '#tests/setup/mime.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startSmtp, type TestSmtp } from '#tests/setup/smtp.ts';
import { changeStatus } from './accounts.service.ts';

type MailingApp = TestApp & { smtp: TestSmtp };

async function startWithSmtp(): Promise<MailingApp> {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://rkali.example' } });
  return { ...app, smtp };
}

/** Returns the mails that have arrived once everything due was sent. */
async function arrived({ deps, smtp }: MailingApp): Promise<MimePart[]> {
  await runDueJobs(deps);
  return smtp.received.map(({ raw }) => readMime(raw));
}

const subjectOf = ({ headers }: MimePart): string => headers.get('subject')?.[0] ?? '';
const queued = ({ ctx }: TestApp) => ctx.db.select().from(mails).orderBy(asc(mails.id));

const form = {
  firstName: 'Win money at the thief',
  lastName: 'Beridze',
  email: 'nino@example.com',
  password: 'Night-Guest-1',
  confirmPassword: 'Night-Guest-1',
  phoneNumber: '+995 555 12-34-56',
  personalNumber: '01001000001',
  birthdate: '1998-04-12',
  socialMediaProfileLink: 'https://thief.example/nino',
  country: 'Georgia',
};
const register = (app: TestApp, language: Language) => rawCall(app.url, '/api/auth/register', { body: form, cookie: `lang=${language}` });

const welcomes = [
  ['en', 'Welcome to Rkali', 'Your account is ready', 'Log in: https://rkali.example/login'],
  ['ka', 'მოგესალმებათ რკალი', 'თქვენი ანგარიში მზადაა', 'შესვლა: https://rkali.example/login'],
] as const;

test.each(welcomes)('a new guest is welcomed by mail in the language %s', async (language, subject, heading, link) => {
  const app = await startWithSmtp();
  expect((await register(app, language)).status).toBe(200);
  const [mail] = await arrived(app);
  expect(app.smtp.received.map(({ to }) => to)).toEqual([['nino@example.com']]);
  if (!mail) throw new Error('No mail arrived.');
  expect(subjectOf(mail)).toBe(subject);
  expect(mail.headers.get('content-language')).toEqual([language]);
  expect(textOf(mail, 'text/plain')).toContain(heading);
  expect(textOf(mail, 'text/plain')).toContain(link);
  expect(textOf(mail, 'text/html')).toContain(`<html lang="${language}">`);
  expect(textOf(mail, 'text/html')).toContain('href="https://rkali.example/login"');
});

test('the welcome mail contains nothing that was typed into the register form', async () => {
  const app = await startWithSmtp();
  await register(app, 'en');
  const [mail] = await arrived(app);
  if (!mail) throw new Error('No mail arrived.');
  for (const part of ['text/plain', 'text/html'] as const) expect(textOf(mail, part)).not.toMatch(/thief|money|Beridze|01001000001/);
});

const resets = [
  ['en', 'Set a new password'],
  ['ka', 'დააყენეთ ახალი პაროლი'],
] as const;

test.each(resets)(
  'the mailed link to a new password reads and works in the language %s, as text and as HTML',
  async (language, subject) => {
    const app = await startWithSmtp();
    const guest = await createUser(app.ctx, { language });
    await rawCall(app.url, '/api/auth/request-password-reset', { body: { email: guest.email } });
    const [mail] = await arrived(app);
    if (!mail) throw new Error('No mail arrived.');
    expect(subjectOf(mail)).toBe(subject);
    expect(mail.headers.get('content-language')).toEqual([language]);
    expect(textOf(mail, 'text/html')).toContain(`<html lang="${language}">`);
    const link = /https:\/\/rkali\.example\/change_password\?token=([\w-]+)/;
    const [inText, inHtml] = (['text/plain', 'text/html'] as const).map((part) => link.exec(textOf(mail, part))?.[1]);
    expect(inHtml).toBe(inText);
    const body = { token: inText, newPassword: 'Morning-Guest-2' };
    expect((await rawCall(app.url, '/api/Auth/reset-password', { body })).status).toBe(200);
  },
);

test('a registration that is refused sends no mail', async () => {
  const app = await startWithSmtp();
  await register(app, 'en');
  expect((await register(app, 'en')).status).toBe(400);
  expect((await rawCall(app.url, '/api/auth/register', { body: { ...form, email: 'x' } })).status).toBe(422);
  expect(await arrived(app)).toHaveLength(1);
});

const setStatus = (app: TestApp, admin: TestUser, guestId: number | string, body: unknown) =>
  rawCall(app.url, `/api/staff/guests/${guestId}/status`, { method: 'PUT', bearer: admin.accessToken, body });

const other = (status: Status): Status => (status === 'Pending' ? 'Verified' : 'Pending');

const titles = {
  en: {
    Pending: 'Your verification is pending',
    Verified: 'You’re verified',
    Rejected: 'Your verification was rejected',
    Welcomed_Guest: 'You’re a Welcomed Guest',
    Unverified: 'We couldn’t verify you',
    Check_Later: 'We’ll check your profile later',
  },
  ka: {
    Pending: 'თქვენი ვერიფიკაცია განხილვაშია',
    Verified: 'თქვენ ვერიფიცირებული ხართ',
    Rejected: 'თქვენი ვერიფიკაცია უარყოფილია',
    Welcomed_Guest: 'თქვენ ჩვენი სასურველი სტუმარი ხართ',
    Unverified: 'თქვენი პროფილის ვერიფიკაცია ვერ შევძელით',
    Check_Later: 'თქვენს პროფილს მოგვიანებით შევამოწმებთ',
  },
} as const;

test.each(['en', 'ka'] as const)('a mail names each of the six statuses in the language %s', async (language) => {
  const app = await startWithSmtp();
  const admin = await createAdmin(app.ctx);
  for (const status of STATUSES) {
    const guest = await createUser(app.ctx, { status: other(status), language });
    expect((await setStatus(app, admin, guest.id, { status, tellGuest: true })).status).toBe(200);
  }
  const mailsThere = await arrived(app);
  expect(mailsThere.map(subjectOf).toSorted()).toEqual(Object.values(titles[language]).toSorted());
  for (const mail of mailsThere) {
    expect(textOf(mail, 'text/plain')).toContain(subjectOf(mail));
    expect(textOf(mail, 'text/plain')).toContain('https://rkali.example/profile');
    expect(textOf(mail, 'text/plain')).not.toMatch(/<|\{\{|mail:/);
    expect(textOf(mail, 'text/html')).toContain('href="https://rkali.example/profile"');
  }
});

test('a new status applies from the next call of the guest', async () => {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx);
  const guest = await createUser(app.ctx, { status: 'Pending' });
  for (const status of STATUSES) {
    const answer = await setStatus(app, admin, guest.id, { status, tellGuest: false });
    expect([answer.status, answer.body]).toEqual([200, { status }]);
    expect((await app.api(guest.accessToken).accounts.me()).status).toBe(status);
  }
});

test('a guest is mailed only about a different status, and only if staff want it', async () => {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx);
  const guest = await createUser(app.ctx, { status: 'Pending' });
  await setStatus(app, admin, guest.id, { status: 'Pending', tellGuest: true });
  await setStatus(app, admin, guest.id, { status: 'Check_Later', tellGuest: false });
  expect(await queued(app)).toEqual([]);
  await Promise.all(Array.from({ length: 8 }, () => setStatus(app, admin, guest.id, { status: 'Verified', tellGuest: true })));
  expect(await queued(app)).toHaveLength(1);
});

test('a status that changes again before its mail leaves is not mailed', async () => {
  const app = await startWithSmtp();
  const admin = await createAdmin(app.ctx);
  const guest = await createUser(app.ctx, { status: 'Pending' });
  await setStatus(app, admin, guest.id, { status: 'Rejected', tellGuest: true });
  await setStatus(app, admin, guest.id, { status: 'Verified', tellGuest: true });
  expect((await arrived(app)).map(subjectOf)).toEqual([titles.en.Verified]);
});

test('a confirmed guest who changes the name gets a mail that staff check again', async () => {
  const app = await startWithSmtp();
  const guest = await createUser(app.ctx, { status: 'Verified', language: 'ka' });
  const { email: _email, ...profile } = await app.api(guest.accessToken).accounts.me();
  const save = (fields: object) =>
    rawCall(app.url, '/api/auth/me', { method: 'PUT', bearer: guest.accessToken, body: { ...profile, ...fields } });
  await save({ phoneNumber: '+995 555 00 00 00' });
  expect(await queued(app)).toEqual([]);
  await save({ firstName: 'Nina' });
  await save({ firstName: 'Nino' });
  expect((await arrived(app)).map(subjectOf)).toEqual([titles.ka.Pending]);
});

test('only staff change a status, and only to one that exists', async () => {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx);
  const guest = await createUser(app.ctx, { status: 'Pending' });
  const wanted = { status: 'Verified', tellGuest: true };
  expect((await setStatus(app, guest, guest.id, wanted)).status).toBe(403);
  const path = `/api/staff/guests/${guest.id}/status`;
  expect((await rawCall(app.url, path, { method: 'PUT', body: wanted })).status).toBe(401);
  await expect(changeStatus(app.ctx, { userId: guest.id, status: 'Verified', tellGuest: true })).rejects.toMatchObject({
    code: 'unauthorized',
  });
  for (const body of [{ status: 'Admin', tellGuest: true }, { status: 1, tellGuest: true }, { status: 'Verified' }, {}, null, []])
    expect((await setStatus(app, admin, guest.id, body)).status).toBe(400);
  expect((await setStatus(app, admin, admin.id + guest.id, wanted)).status).toBe(404);
  expect((await storedUser(app.ctx, guest.id)).status).toBe('Pending');
  expect(await queued(app)).toEqual([]);
});
