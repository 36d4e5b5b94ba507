import { and, desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries, mails } from '#server/platform/platform.table.ts';
import { securityEvents } from '#server/accounts/accounts.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { EMAIL_CHANGE_WAIT_MS, EMAIL_LINK_MS } from '#shared/constants.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { proveMailbox } from '#tests/factories/email-proof.ts';
import { createEvent } from '#tests/factories/events.ts';
import { complimentary, openComplimentary } from '#tests/factories/complimentary.ts';
import { createAdmin, createUser, renewAccess, signInAgain, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { importWithout } from '#tests/setup/without-guard.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { mailOpenedChanges } from '#server/accounts/email/email-change.jobs.ts';
import { emailChanges } from '#server/accounts/email/email-change.table.ts';

const right = 'nino@example.com';
const wrong = 'nino@exmaple.com';
const refusal = (status: number, code: string) => ({ status, body: { code } });

async function open(env: Record<string, string> = {}) {
  const app = await startTestApp({ env });
  const guest = await createUser(app.ctx, { email: wrong });
  const want = (who: TestUser = guest, email = right) =>
    app.api(who.accessToken).emailChange.request({ body: { email, password: who.password } });
  return { app, guest, want, me: () => app.api(guest.accessToken).accounts.me() };
}

/** Returns the token in the newest unsent link for another address. */
async function tokenFor({ ctx }: TestApp, email = right): Promise<string> {
  const [mail] = await ctx.db
    .select({ payload: mails.payload })
    .from(mails)
    .where(and(eq(mails.kind, 'email-change'), eq(mails.recipient, email)))
    .orderBy(desc(mails.id))
    .limit(1);
  return /"token":"([\w-]{43})"/.exec(JSON.stringify(mail?.payload))?.[1] ?? '';
}

const press = async (app: TestApp, email?: string) => app.api().emailChange.openLink({ body: { token: await tokenFor(app, email) } });
const logIn = (app: TestApp, email: string, { password }: TestUser) => app.api().accounts.login({ body: { email, password } });

test('a mistyped address is corrected once the link in the right mailbox is opened, and the old one is told', async () => {
  const smtp = await startSmtp();
  const { app, guest, want, me } = await open({ SMTP_URL: smtp.url });
  expect(await want()).toEqual({ pendingEmail: right });
  expect(await me()).toMatchObject({ email: wrong, pendingEmail: right });
  await logIn(app, wrong, guest);
  const token = await tokenFor(app);
  await runDueJobs(app.deps);
  const texts = (to: string) => smtp.received.filter((mail) => mail.to.includes(to)).map(({ raw }) => textOf(readMime(raw), 'text/plain'));
  expect(texts(right)).toEqual([expect.stringContaining(`/prove-email?change=1&token=${token}`)]);
  expect(texts(wrong)).toEqual([expect.not.stringContaining(right)]);

  expect(await app.api().emailChange.openLink({ body: { token } })).toEqual({ email: right });
  expect(await me()).toMatchObject({ email: right, pendingEmail: null, isEmailProved: true });
  await expect(logIn(app, wrong, guest)).rejects.toMatchObject({ status: 401 });
  await logIn(app, right, guest);
  await expect(app.api().emailChange.openLink({ body: { token } })).rejects.toMatchObject(refusal(400, 'invalid_token'));
  await runDueJobs(app.deps);
  expect(texts(wrong)).toHaveLength(2);
  const kinds = (await app.ctx.db.select().from(securityEvents)).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['email_change_begun', 'email_changed']));
});

test('all sessions end but the one that wanted it, and mailed links to the old address', async () => {
  const { app, guest, want, me } = await open();
  const other = await signInAgain(app.ctx, guest.id);
  await app.api().accounts.requestPasswordReset({ body: { email: wrong } });
  const [reset] = await app.ctx.db.select({ payload: mails.payload }).from(mails).where(eq(mails.kind, 'password-reset'));
  const resetToken = /"token":"([\w-]{43})"/.exec(JSON.stringify(reset?.payload))?.[1] ?? '';
  await want();
  await press(app);
  await me();
  await expect(app.api(other).accounts.me()).rejects.toMatchObject({ status: 401 });
  await expect(app.api().accounts.resetPassword({ body: { token: resetToken, newPassword: 'Of-my-own-7' } })).rejects.toMatchObject(
    refusal(400, 'invalid_token'),
  );
});

test('only who knows the password begins it, and only for an address that nobody has', async () => {
  const { app, guest, want } = await open();
  await createUser(app.ctx, { email: 'taken@example.com' });
  await expect(want({ ...guest, password: 'Wrong-Guess-1' })).rejects.toMatchObject({
    status: 422,
    body: { errors: { password: 'validation.current_password_wrong' } },
  });
  await expect(want(guest, 'Taken@example.com')).rejects.toMatchObject(refusal(400, 'email_taken'));
  await expect(want(guest, 'admin@rkali.example')).rejects.toMatchObject(refusal(400, 'email_taken'));
  await expect(want(guest, 'no address')).rejects.toMatchObject({ status: 422, body: { errors: { email: 'validation.invalid_email' } } });
  await expect(app.api().emailChange.request({ body: { email: right, password: guest.password } })).rejects.toMatchObject({ status: 401 });
  expect(await app.ctx.db.$count(emailChanges)).toBe(0);
});

test('a stolen password moves no proved address, not even with a link from before the proof', async () => {
  const { app, guest, want } = await open();
  await want();
  await proveMailbox(app, guest.accessToken);
  await expect(press(app)).rejects.toMatchObject(refusal(400, 'invalid_token'));
  await expect(want()).rejects.toMatchObject(refusal(409, 'email_proved'));
});

test('an address that was registered meanwhile stays its account’s', async () => {
  const { app, want, me } = await open();
  await want();
  await createUser(app.ctx, { email: right });
  await expect(press(app)).rejects.toMatchObject(refusal(400, 'email_taken'));
  expect(await me()).toMatchObject({ email: wrong, pendingEmail: right });
});

test('the link ends after a day, when it is called off, and with a newer one', async () => {
  const { app, guest, want, me } = await open();
  await want();
  await app.api(guest.accessToken).emailChange.cancel();
  expect(await me()).toMatchObject({ pendingEmail: null });
  await expect(press(app)).rejects.toMatchObject(refusal(400, 'invalid_token'));
  await want();
  const first = await tokenFor(app);
  await want();
  await expect(app.api().emailChange.openLink({ body: { token: first } })).rejects.toMatchObject(refusal(400, 'invalid_token'));
  app.clock.advanceMinutes(EMAIL_LINK_MS / MINUTE_MS);
  await expect(press(app)).rejects.toMatchObject(refusal(400, 'invalid_token'));
});

test('complimentary tickets that wait for the reader of an address go to no other one', async () => {
  const { app, admin, desk } = await openComplimentary();
  const { id } = await createEvent(app.ctx);
  const squatter = await createUser(app.ctx, { email: complimentary.email });
  const own = app.api(squatter.accessToken).emailChange;
  const want = () => own.request({ body: { email: right, password: squatter.password } });
  await want();
  const order = await desk.give({ id, body: complimentary });
  await expect(press(app)).rejects.toMatchObject(refusal(409, 'gifts_wait'));
  await expect(want()).rejects.toMatchObject(refusal(409, 'gifts_wait'));
  const byStaff = () => app.api(admin.accessToken).guests.changeEmail({ id: squatter.id, body: { email: right, reason: 'Mistyped' } });
  await expect(byStaff()).rejects.toMatchObject(refusal(409, 'gifts_wait'));
  await desk.revoke({ id: order.id, body: { reason: 'wrong address' } });
  await press(app);
});

test('the desk corrects a proved address too: all sessions end, and the audit log has the reason and no address', async () => {
  const { app, guest } = await open();
  await proveMailbox(app, guest.accessToken);
  const desk = await createUser(app.ctx, { roles: ['Desk'] });
  const change = { id: guest.id, body: { email: right, reason: 'Lost the mailbox' } };
  expect(await app.api(desk.accessToken).guests.changeEmail(change)).toMatchObject({ pendingEmail: right });
  await runDueJobs(app.deps);
  app.clock.advanceMinutes(EMAIL_CHANGE_WAIT_MS / MINUTE_MS);
  const { guests } = app.api(await renewAccess(app, desk.id));
  expect(await guests.get({ id: guest.id })).toMatchObject({ email: wrong, isEmailProved: true, pendingEmail: right });
  await mailOpenedChanges.run(app.ctx, {});
  await press(app);
  expect(await guests.get({ id: guest.id })).toMatchObject({ email: right, isEmailProved: true, pendingEmail: null });
  await expect(app.api(guest.accessToken).accounts.me()).rejects.toMatchObject({ status: 401 });
  const [entry] = await app.ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'guest.email'));
  expect(entry).toMatchObject({ staffId: desk.id, subject: `guest ${guest.id}`, detail: { reason: 'Lost the mailbox' } });
  expect(JSON.stringify(await app.ctx.db.select().from(auditEntries))).not.toContain(right);
});

test('the desk calls a change off, and decides neither about staff nor without the right', async () => {
  const { app, guest, want } = await open();
  const [desk, money, owner] = [
    await createUser(app.ctx, { roles: ['Desk'] }),
    await createUser(app.ctx, { roles: ['Money'] }),
    await createAdmin(app.ctx),
  ];
  await want();
  await app.api(desk.accessToken).guests.cancelEmailChange({ id: guest.id });
  expect(await app.ctx.db.$count(emailChanges)).toBe(0);
  const body = { email: right, reason: 'Mistyped' };
  await expect(app.api(money.accessToken).guests.changeEmail({ id: guest.id, body })).rejects.toMatchObject({ status: 403 });
  await expect(app.api(desk.accessToken).guests.changeEmail({ id: owner.id, body })).rejects.toMatchObject({ status: 403 });
  await expect(app.api(desk.accessToken).guests.changeEmail({ id: desk.id, body })).rejects.toMatchObject({ status: 403 });
  await expect(app.api(desk.accessToken).guests.changeEmail({ id: 999_999, body })).rejects.toMatchObject({ status: 404 });
  await expect(app.api(desk.accessToken).guests.changeEmail({ id: guest.id, body: { email: 'x', reason: '' } })).rejects.toMatchObject({
    body: { errors: { email: 'validation.invalid_email', reason: 'validation.reason_required' } },
  });
});

/** Opens one link four times at once. Returns how many requests succeed. */
async function racesFor(without?: Guard): Promise<number> {
  const { app, guest } = await open();
  const { consumeEmailChange } = await importWithout<typeof import('#server/accounts/email/email-change.queries.ts')>(
    without,
    'server/accounts/email/email-change.queries.ts',
  );
  const change = { userId: guest.id, email: right, tokenHash: 'x', sessionId: null, createdAt: app.clock.now(), notBefore: null };
  await app.ctx.db.insert(emailChanges).values({ ...change, expiresAt: new Date(app.clock.now().getTime() + 1) });
  const taken = await Promise.all([1, 2, 3, 4].map(() => consumeEmailChange(app.ctx.db, 'x', app.clock.now())));
  return taken.filter((row) => row !== undefined).length;
}

test('of several who open a link at once one uses it', async () => {
  expect(await racesFor()).toBe(1);
});

test('control: a link that does not end is used by all', async () => {
  expect(await racesFor('emailChangeOnce')).toBe(4);
});
