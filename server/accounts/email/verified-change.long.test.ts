import { eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { securityEvents } from '#server/accounts/accounts.table.ts';
import { resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import { SERVER_FAULT } from '#server/platform/mail/mail.queries.ts';
import { alerts, mails } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { EMAIL_CHANGE_LINK_MS, EMAIL_CHANGE_WAIT_MS } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { proveMailbox, requestProof } from '#tests/factories/email-proof.ts';
import { createAdmin, createUser, renewAccess, signInAgain } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { emailChanges } from '#server/accounts/email/email-change.table.ts';
import { mailOpenedChanges } from '#server/accounts/email/email-change.jobs.ts';
import { stopToken } from '#server/accounts/email/stop-token.ts';

const own = 'nino@example.com';
const theirs = 'clerk-at-home@example.com';
const refusal = (status: number, code: string) => ({ status, body: { code } });

/** A guest with a verified address, and a staff member with the role Desk who wants to change it. */
async function open() {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url } });
  const guest = await createUser(app.ctx, { email: own });
  await proveMailbox(app, guest.accessToken);
  const desk = await createUser(app.ctx, { roles: ['Desk'] });
  const guestsOf = async (id: number) => app.api(await signInAgain(app.ctx, id)).guests;
  const begin = async (email = theirs, by = desk) =>
    (await guestsOf(by.id)).changeEmail({ id: guest.id, body: { email, reason: 'Lost the inbox' } });
  /** Begins a change and sends its mails at once. */
  const change = async (...wanted: Parameters<typeof begin>) => {
    const answer = await begin(...wanted);
    await runDueJobs(app.deps);
    return answer;
  };
  /** Advances the clock and runs the due jobs. */
  const wait = async (ms: number) => {
    app.clock.advanceMinutes(ms / MINUTE_MS);
    await mailOpenedChanges.run(app.ctx, {});
    await runDueJobs(app.deps);
  };
  const texts = (to: string) => smtp.received.filter((mail) => mail.to.includes(to)).map(({ raw }) => textOf(readMime(raw), 'text/plain'));
  const tokenIn = (list: readonly string[], page: string) =>
    list.flatMap((text) => new RegExp(`${page}=1&token=([\\w.-]+)`).exec(text)?.[1] ?? []).at(-1) ?? 'none';
  const press = () => app.api().emailChange.openLink({ body: { token: tokenIn(texts(theirs), 'change') } });
  const stop = () => app.api().emailChange.stop({ body: { token: tokenIn(texts(own), 'stop') } });
  const seen = async () => (await guestsOf(desk.id)).get({ id: guest.id });
  const kinds = async () =>
    (await app.ctx.db.select().from(securityEvents).where(eq(securityEvents.userId, guest.id))).map(({ kind }) => kind);
  return { app, guest, desk, guestsOf, begin, change, wait, texts, press, stop, seen, kinds };
}

test('the desk gives a verified account no other address before 48 hours: its link is not even mailed', async () => {
  const { app, change, wait, texts, press, seen } = await open();
  const from = toWireTime(new Date(app.clock.now().getTime() + EMAIL_CHANGE_WAIT_MS));
  expect(await change()).toEqual({ pendingEmail: theirs, pendingEmailFrom: from });
  expect(await seen()).toMatchObject({ email: own, pendingEmail: theirs, pendingEmailFrom: from });
  await wait(EMAIL_CHANGE_WAIT_MS - MINUTE_MS);
  expect(texts(theirs)).toEqual([expect.not.stringContaining('token')]);
  expect(texts(own).at(-1)).toContain('/prove-email?stop=1&token=');
  await app.api().accounts.requestPasswordReset({ body: { email: theirs } });
  await wait(0);
  expect(texts(theirs)).toHaveLength(1);
  await expect(press()).rejects.toMatchObject(refusal(400, 'invalid_token'));

  await wait(MINUTE_MS);
  expect(texts(theirs).at(-1)).toContain('/prove-email?change=1&token=');
  await wait(MINUTE_MS);
  expect(texts(theirs)).toHaveLength(2);
  expect(await press()).toEqual({ email: theirs });
  expect(await seen()).toMatchObject({ email: theirs, isEmailProved: true, pendingEmail: null, pendingEmailFrom: null, sessions: 0 });
});

test('the 48 hours begin when the mail to the present address has left, and nobody of staff can give it up', async () => {
  const { app, begin, wait, texts } = await open();
  const links = () => texts(theirs).filter((text) => text.includes('token')).length;
  const manager = await createUser(app.ctx, { roles: ['Manager'] });
  const warnings = () => app.ctx.db.select().from(mails).where(like(mails.key, 'email-changed:waits:%'));
  await begin(theirs, manager);
  const [warning] = await warnings();
  const { staffMails } = app.api(await signInAgain(app.ctx, manager.id));
  await expect(staffMails.giveUp({ id: warning?.id ?? 0 })).rejects.toMatchObject(refusal(409, 'conflict'));

  app.clock.advanceMinutes(EMAIL_CHANGE_WAIT_MS / MINUTE_MS);
  await mailOpenedChanges.run(app.ctx, {});
  await runDueJobs(app.deps);
  expect([(await warnings()).map(({ state }) => state), links()]).toEqual([['sent'], 0]);
  await wait(EMAIL_CHANGE_WAIT_MS - MINUTE_MS);
  expect(links()).toBe(0);
  await wait(MINUTE_MS);
  expect(links()).toBe(1);
});

test.each([
  ['a mailbox that refuses the mail for good holds the change up no longer', '550 5.1.1 No such user', 1],
  ['a mail that our own mail server failed told nobody', `${SERVER_FAULT}no connection`, 0],
  ['a mail that was ended by hand told nobody', null, 0],
])('%s', async (_what, lastError, links) => {
  const { app, begin, wait, texts } = await open();
  await begin();
  const isWarning = like(mails.key, 'email-changed:waits:%');
  await app.ctx.db.update(mails).set({ state: 'dead', lastError }).where(isWarning);
  await wait(EMAIL_CHANGE_WAIT_MS);
  expect(texts(theirs).filter((text) => text.includes('token'))).toHaveLength(links);
});

test('a link that is known before its time changes nothing', async () => {
  const { app, change, wait, press, seen, texts } = await open();
  await change();
  await wait(EMAIL_CHANGE_WAIT_MS);
  await app.ctx.db.update(emailChanges).set({ notBefore: new Date(app.clock.now().getTime() + 1) });
  await expect(press()).rejects.toMatchObject(refusal(400, 'invalid_token'));
  expect(await seen()).toMatchObject({ email: own });
  expect(texts(theirs)).toHaveLength(2);
});

test('Stop in the mail to the present address ends it without a login, once, and the Owners are told', async () => {
  const { app, guest, change, wait, stop, press, seen, kinds } = await open();
  await change();
  await wait(0);
  expect(await stop()).toEqual({});
  expect(await seen()).toMatchObject({ email: own, pendingEmail: null });
  await expect(stop()).rejects.toMatchObject(refusal(400, 'invalid_token'));
  expect(await kinds()).toContain('email_change_stopped');
  expect(await app.ctx.db.select().from(alerts)).toMatchObject([{ kind: 'email_change_stopped', subject: `guest ${guest.id}` }]);
  await wait(EMAIL_CHANGE_WAIT_MS);
  await expect(press()).rejects.toMatchObject(refusal(400, 'invalid_token'));
});

test('after a Stop nobody begins another change until somebody has looked into it', async () => {
  const { app, change, wait, stop } = await open();
  const owner = await createAdmin(app.ctx);
  await change();
  await wait(0);
  await stop();
  await expect(change()).rejects.toMatchObject(refusal(409, 'email_change_stopped'));
  await expect(change(theirs, owner)).rejects.toMatchObject(refusal(409, 'email_change_stopped'));
  const { alertInbox: desk } = app.api(owner.accessToken);
  const [alert] = (await desk.list({})).items;
  await desk.dismiss({ id: alert?.id ?? 0, body: { reason: 'The guest pressed it by mistake' } });
  await expect(change(theirs, owner), 'by who dismissed the alert').rejects.toMatchObject(refusal(409, 'email_change_stopped'));
  await change();
  await wait(EMAIL_CHANGE_WAIT_MS);
  await change(theirs, owner);
});

test('Stop works also after the link was mailed, and in the mail of an earlier change that another one replaced', async () => {
  const { change, wait, stop, texts, press, seen } = await open();
  await change('other@example.com');
  await wait(HOUR_MS);
  const first = texts(own).at(-1);
  await change();
  await wait(EMAIL_CHANGE_WAIT_MS - HOUR_MS);
  expect(texts(theirs).filter((text) => text.includes('token'))).toEqual([]);
  await wait(HOUR_MS);
  expect(/stop=1&token=([\w.-]+)/.exec(first ?? '')?.[1]).toBe(/stop=1&token=([\w.-]+)/.exec(texts(own).at(-1) ?? '')?.[1]);
  await stop();
  await expect(press()).rejects.toMatchObject(refusal(400, 'invalid_token'));
  expect(await seen()).toMatchObject({ email: own });
});

test('the guest stops it in the profile too, and a new password by mail ends it', async () => {
  const { app, guest, change, wait, kinds, press, seen } = await open();
  await change();
  const me = async () => app.api(await renewAccess(app, guest.id)).accounts.me();
  expect(await me()).toMatchObject({ pendingEmail: theirs, pendingEmailFrom: expect.any(String) });
  await app.api(guest.accessToken).emailChange.cancel();
  expect(await me()).toMatchObject({ pendingEmail: null, pendingEmailFrom: null });
  expect(await kinds()).toContain('email_change_stopped');
  await resolveAlert(app.ctx, { kind: 'email_change_stopped', subject: `guest ${guest.id}` });

  await change();
  await app.api().accounts.requestPasswordReset({ body: { email: own } });
  const [mail] = await app.ctx.db.select().from(mails).where(eq(mails.kind, 'password-reset'));
  const token = String(Object(mail?.payload).token);
  await app.api().accounts.resetPassword({ body: { token, newPassword: 'Of-my-own-7' } });
  expect(await seen()).toMatchObject({ email: own, pendingEmail: null });
  await wait(EMAIL_CHANGE_WAIT_MS);
  await expect(press()).rejects.toMatchObject(refusal(400, 'invalid_token'));
});

test('a change that began before the address was verified ends with the proof', async () => {
  const { app, guestsOf, desk } = await open();
  const other = await createUser(app.ctx, { email: 'late@example.com' });
  const guests = await guestsOf(desk.id);
  expect(await guests.changeEmail({ id: other.id, body: { email: theirs, reason: 'Mistyped' } })).toEqual({
    pendingEmail: theirs,
    pendingEmailFrom: null,
  });
  const [mail] = await app.ctx.db.select().from(mails).where(eq(mails.recipient, theirs));
  await app.api().emailProof.openLink({ body: { token: (await requestProof(app, other.accessToken)).token } });
  expect(await guests.get({ id: other.id })).toMatchObject({ isEmailProved: true, pendingEmail: null });
  const token = String(Object(mail?.payload).token);
  await expect(app.api().emailChange.openLink({ body: { token } })).rejects.toMatchObject(refusal(400, 'invalid_token'));
});

test('the link ends after a week, and an address that was taken in the meantime stays its account’s', async () => {
  const { app, change, wait, press, seen } = await open();
  await change();
  await wait(EMAIL_CHANGE_WAIT_MS);
  await createUser(app.ctx, { email: theirs });
  await expect(press()).rejects.toMatchObject(refusal(400, 'email_taken'));
  await wait(EMAIL_CHANGE_LINK_MS);
  await expect(press()).rejects.toMatchObject(refusal(400, 'invalid_token'));
  expect(await seen()).toMatchObject({ email: own, pendingEmail: null });
});

test('a change that was called off or whose account is gone mails no link', async () => {
  const { app, guest, desk, guestsOf, change, wait, texts, stop } = await open();
  await change();
  await wait(0);
  await (await guestsOf(desk.id)).cancelEmailChange({ id: guest.id });
  await expect(stop()).rejects.toMatchObject(refusal(400, 'invalid_token'));
  expect(await app.ctx.db.$count(alerts)).toBe(0);
  await change();
  await app.api(await renewAccess(app, guest.id)).privacy.deleteAccount({ body: { password: guest.password } });
  await wait(EMAIL_CHANGE_WAIT_MS);
  expect(texts(theirs).filter((text) => text.includes('token'))).toEqual([]);
});

test('an Owner waits as well, also for a member of the team', async () => {
  const { app, wait, texts, guestsOf } = await open();
  const [owner, member] = [await createAdmin(app.ctx), await createUser(app.ctx, { roles: ['Money'], email: 'books@example.com' })];
  await proveMailbox(app, member.accessToken);
  const guests = await guestsOf(owner.id);
  const answer = await guests.changeEmail({ id: member.id, body: { email: theirs, reason: 'New name' } });
  expect(answer.pendingEmailFrom).not.toBeNull();
  await wait(EMAIL_CHANGE_WAIT_MS - MINUTE_MS);
  expect(texts(theirs)).toEqual([expect.not.stringContaining('token')]);
});

test('a Stop link of another account, of another address or that we did not sign stops nothing', async () => {
  const { app, guest, change, seen } = await open();
  await change();
  const good = stopToken(app.ctx.keys, { id: guest.id, emailKey: own });
  const others = [
    '',
    'x',
    `${guest.id}.${'A'.repeat(43)}`,
    stopToken(app.ctx.keys, { id: guest.id, emailKey: theirs }),
    good.replace(/^\d+/, String(guest.id + 1)),
  ];
  for (const token of others) await expect(app.api().emailChange.stop({ body: { token } })).rejects.toMatchObject({ status: 400 });
  expect(await seen()).toMatchObject({ pendingEmail: theirs });
  expect(await app.api().emailChange.stop({ body: { token: good } })).toEqual({});
});
