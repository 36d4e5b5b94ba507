import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { securityEvents, users } from '#server/accounts/accounts.table.ts';
import { forgetUntilNow } from '#server/backoffice/privacy/retention.jobs.ts';
import { mails } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import type { Language } from '#shared/constants.ts';
import { mailedProof, proveMailbox, requestProof } from '#tests/factories/email-proof.ts';
import { addFactor } from '#tests/factories/second-factors.ts';
import { createUser, renewAccess, signInAgain, storedUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { emailProofs } from '#server/accounts/email/email-proof.table.ts';

const kindsOf = async ({ ctx }: TestApp) => (await ctx.db.select().from(securityEvents).orderBy(securityEvents.id)).map(({ kind }) => kind);
const codeOfFailure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => Object(error).body.code,
  );
const isProved = async ({ ctx }: TestApp, { id }: TestUser) => (await storedUser(ctx, id)).emailProvedAt !== null;
const confirm = (app: TestApp, bearer: string, code: string) => codeOfFailure(app.api(bearer).emailProof.confirm({ body: { code } }));
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const countMails = ({ ctx }: TestApp) => ctx.db.$count(mails, eq(mails.kind, 'email-proof'));

test.each([
  ['en', 'Verify your email', 'enter this code on the screen where you asked for it'],
  ['ka', 'დაადასტურეთ ელფოსტა', 'შეიყვანეთ ეს კოდი იმ ეკრანზე'],
] satisfies [Language, string, string][])(
  'digits and a link are mailed in the language of the account (%s)',
  async (language, heading, how) => {
    const smtp = await startSmtp();
    const app = await startTestApp({ env: { SMTP_URL: smtp.url } });
    const guest = await createUser(app.ctx, { language });
    const { code, token } = await requestProof(app, guest.accessToken);
    await runDueJobs(app.deps);
    expect(smtp.received.map(({ to }) => to)).toEqual([[guest.email]]);
    const text = textOf(readMime(smtp.received[0]?.raw ?? Buffer.alloc(0)), 'text/plain');
    for (const part of [heading, how, `${code.slice(0, 3)} ${code.slice(3)}`, `/prove-email?token=${token}`, '/forgot-password'])
      expect(text).toContain(part);
    const stored = await app.ctx.db.select().from(mails);
    expect(JSON.stringify([stored, await app.ctx.db.select().from(emailProofs)])).not.toMatch(new RegExp(`${code}|${token}`));
  },
);

test('the digits prove the address once, with spaces too, and not a wrong one', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const api = app.api(guest.accessToken);
  expect((await api.accounts.me()).isEmailProved).toBe(false);
  const mailed = await api.emailProof.request();
  expect(mailed).toEqual({
    email: guest.email,
    isProved: false,
    code: { until: '2026-11-20T18:10:00+04:00', againInSeconds: 60 },
  });
  const { code } = await mailedProof(app, guest.email);
  expect(await confirm(app, guest.accessToken, otherThan(code))).toBe('wrong_code');
  expect(await confirm(app, guest.accessToken, '12345')).toBe('wrong_code');
  expect(await isProved(app, guest)).toBe(false);
  expect(await confirm(app, guest.accessToken, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toBeUndefined();
  expect(await confirm(app, guest.accessToken, code)).toBe('code_expired');
  expect((await api.accounts.me()).isEmailProved).toBe(true);
  expect(await countMails(app)).toBe(1);
  expect(await kindsOf(app)).toEqual(['email_code_refused', 'email_proved']);
  // For a first second factor, which this account does not need once it has one.
  expect(await api.emailProof.request()).toMatchObject({ isProved: true, code: { againInSeconds: 60 } });
  await addFactor(app, guest.accessToken);
  expect(await api.emailProof.request()).toEqual({ email: guest.email, isProved: true, code: null });
  expect(await countMails(app)).toBe(2);
});

test('the digits are over after ten minutes', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  app.clock.advanceMinutes(1);
  const { code } = await requestProof(app, guest.accessToken);
  app.clock.advanceMinutes(10);
  expect(await confirm(app, await renewAccess(app, guest.id), code)).toBe('code_expired');
  expect(await isProved(app, guest)).toBe(false);
  const fresh = await requestProof(app, await renewAccess(app, guest.id));
  app.clock.advanceMinutes(9.9);
  expect(await confirm(app, await renewAccess(app, guest.id), fresh.code)).toBeUndefined();
});

test('the link proves the address on any device for 24 hours, and may be opened again', async () => {
  const app = await startTestApp();
  const [guest, other] = [await createUser(app.ctx), await createUser(app.ctx)];
  const { token } = await requestProof(app, guest.accessToken);
  const late = await requestProof(app, other.accessToken);
  const open = (value: string) => app.api().emailProof.openLink({ body: { token: value } });
  app.clock.advanceMinutes(24 * 60 - 1);
  expect(await open(token)).toEqual({ email: guest.email });
  expect(await open(token)).toEqual({ email: guest.email });
  expect(await isProved(app, guest)).toBe(true);
  app.clock.advanceMinutes(1);
  expect(await codeOfFailure(open(late.token))).toBe('invalid_token');
  expect(await codeOfFailure(open('x'.repeat(43)))).toBe('invalid_token');
  expect(await isProved(app, other)).toBe(false);
  expect((await kindsOf(app)).filter((kind) => kind === 'email_proved')).toHaveLength(1);
});

test('a newer mail ends the digits and the link of the one before, and none is repeated within a minute', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const older = await requestProof(app, guest.accessToken);
  app.clock.advanceMinutes(0.5);
  expect((await app.api(guest.accessToken).emailProof.request()).code?.againInSeconds).toBe(30);
  expect(await countMails(app)).toBe(1);
  app.clock.advanceMinutes(0.5);
  const newer = await requestProof(app, guest.accessToken);
  expect(await countMails(app)).toBe(2);
  expect(await codeOfFailure(app.api().emailProof.openLink({ body: { token: older.token } }))).toBe('invalid_token');
  if (older.code !== newer.code) expect(await confirm(app, guest.accessToken, older.code)).toBe('wrong_code');
  expect(await confirm(app, guest.accessToken, newer.code)).toBeUndefined();
});

test('digits count only in the session that asked for them, and wrong ones elsewhere use up no try', async () => {
  const app = await startTestApp();
  const [guest, other] = [await createUser(app.ctx), await createUser(app.ctx)];
  const { code } = await requestProof(app, guest.accessToken);
  const elsewhere = await signInAgain(app.ctx, guest.id);
  for (const bearer of [elsewhere, other.accessToken])
    for (let time = 0; time < 6; time += 1) expect(await confirm(app, bearer, code)).toBe('code_expired');
  expect(await confirm(app, guest.accessToken, code)).toBeUndefined();
});

test('a code has five tries, then not even the right one works; another mail has five more', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { code } = await requestProof(app, guest.accessToken);
  const wrong = otherThan(code);
  for (let time = 0; time < 4; time += 1) expect(await confirm(app, guest.accessToken, wrong)).toBe('wrong_code');
  expect(await confirm(app, guest.accessToken, wrong)).toBe('code_tries_over');
  expect(await confirm(app, guest.accessToken, code)).toBe('code_tries_over');
  // No pause is needed after a code without tries left.
  await proveMailbox(app, guest.accessToken);
  expect(await isProved(app, guest)).toBe(true);
});

test('of many guesses at once only five are compared', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { code } = await requestProof(app, guest.accessToken);
  const answers = await Promise.all(Array.from({ length: 12 }, () => confirm(app, guest.accessToken, otherThan(code))));
  expect(answers.filter((answer) => answer === 'wrong_code')).toHaveLength(4);
  expect((await kindsOf(app)).filter((kind) => kind === 'email_code_refused')).toHaveLength(5);
});

/** Sends eight pairs of confirmations, each pair with the same digits at once; returns how many of each pair succeeded. */
async function racesOf(app: TestApp): Promise<number[]> {
  const won: number[] = [];
  for (let race = 0; race < 8; race += 1) {
    const guest = await createUser(app.ctx);
    const { code } = await requestProof(app, guest.accessToken);
    const answers = await Promise.all([confirm(app, guest.accessToken, code), confirm(app, guest.accessToken, code)]);
    won.push(answers.filter((answer) => answer === undefined).length);
    expect(await isProved(app, guest)).toBe(true);
  }
  return won;
}

test('of two confirmations of one code at the same moment exactly one succeeds', async () => {
  const app = await startTestApp();
  expect(await racesOf(app)).toEqual(Array.from({ length: 8 }, () => 1));
  expect((await kindsOf(app)).filter((kind) => kind === 'email_proved')).toHaveLength(8);
});

test('control: without its guard both would', async () => {
  const won = await racesOf(await startTestApp({ without: 'mailedCodeOnce' }));
  expect(won.filter((count) => count === 2).length).toBeGreaterThan(0);
});

test('a mailbox gets five mails an hour and fifteen a day, however many sessions ask', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const [guest, other] = [await createUser(app.ctx), await createUser(app.ctx)];
  const askAnew = async () => codeOfFailure(app.api(await signInAgain(app.ctx, guest.id)).emailProof.request());
  for (let time = 0; time < 5; time += 1) expect(await askAnew()).toBeUndefined();
  expect(await askAnew()).toBe('too_many_requests');
  expect(await countMails(app)).toBe(5);
  expect((await kindsOf(app)).filter((kind) => kind === 'email_code_limited')).toHaveLength(1);
  for (let hour = 0; hour < 2; hour += 1) {
    await app.ctx.db.execute(sql`delete from rate_limits where key like 'proofMail:%'`);
    for (let time = 0; time < 5; time += 1) expect(await askAnew()).toBeUndefined();
  }
  await app.ctx.db.execute(sql`delete from rate_limits where key like 'proofMail:%'`);
  expect(await askAnew()).toBe('too_many_requests');
  // The limit of one account does not affect another.
  expect(await codeOfFailure(app.api(other.accessToken).emailProof.request())).toBeUndefined();
});

test('who used the mails up with a stolen password keeps the owner out no longer than until a new password by mail', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const guest = await createUser(app.ctx);
  for (let time = 0; time < 5; time += 1) await app.api(await signInAgain(app.ctx, guest.id)).emailProof.request();
  await app.api().accounts.requestPasswordReset({ body: { email: guest.email } });
  const rows = await app.ctx.db.select().from(mails).where(eq(mails.kind, 'password-reset'));
  const token = String(Object(rows[0]?.payload).token);
  await app.api().accounts.resetPassword({ body: { token, newPassword: 'Moonlit-Kura-2' } });
  expect(await isProved(app, guest)).toBe(true);
  await app.ctx.db.update(users).set({ emailProvedAt: null });
  const later = await signInAgain(app.ctx, guest.id);
  expect(await codeOfFailure(app.api(later).emailProof.request())).toBeUndefined();
});

test('nobody without a login asks for a mail or types digits', async () => {
  const app = await startTestApp();
  const { request, confirm: type } = app.api().emailProof;
  expect([await codeOfFailure(request()), await codeOfFailure(type({ body: { code: '123456' } }))]).toEqual([
    'unauthorized',
    'unauthorized',
  ]);
});

test('old mails are forgotten with the other links', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  await requestProof(app, guest.accessToken);
  app.clock.advanceMinutes(30 * 24 * 60);
  await forgetUntilNow(app.ctx);
  expect(await app.ctx.db.$count(emailProofs)).toBe(1);
  app.clock.advanceMinutes(25 * 60);
  await forgetUntilNow(app.ctx);
  expect(await app.ctx.db.$count(emailProofs)).toBe(0);
});
