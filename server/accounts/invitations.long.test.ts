import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runDueJobs } from '#server/registry.ts';
import { auditEntries, mails } from '#server/platform/platform.table.ts';
import { INVITATION_MS, type Language } from '#shared/constants.ts';
import { invite } from '#tests/factories/invitations.ts';
import { openTransaction } from '#tests/factories/open-transaction.ts';
import { createAdmin, createUser, signInAgain } from '#tests/factories/users.ts';
import { untilWaiting } from '#tests/factories/waiting.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { importWithout } from '#tests/setup/without-guard.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { securityEvents, staffInvitations, userRoles, users } from './accounts.table.ts';
import { lockInvitationById } from './invitations.queries.ts';
import { acceptInvitation, inviteStaff, withdrawInvitation } from './invitations.service.ts';

async function start() {
  const app = await startTestApp();
  const owner = await createAdmin(app.ctx, { firstName: 'Eka', lastName: 'Lomidze' });
  const guest = await createUser(app.ctx, { email: 'nino@example.com' });
  return { app, owner, guest, team: app.api(owner.accessToken).staffTeam, mine: app.api(guest.accessToken) };
}

const read = (app: TestApp, token: string) => app.api().invitations.read({ body: { token } });
const accept = (app: TestApp, accessToken: string, token: string) => app.api(accessToken).invitations.accept({ body: { token } });
const refusal = (status: number, code: string) => ({ status, body: { code } });
const entriesOf = ({ ctx }: TestApp) => ctx.db.select().from(auditEntries).orderBy(asc(auditEntries.id));

test('an invited guest accepts, has the roles from the next request on, and the log has before and after without the address', async () => {
  const { app, owner, guest, team, mine } = await start();
  const { id, token } = await invite(app, owner.accessToken, { email: guest.email, roles: ['DoorLead', 'Desk'], language: 'ka' });
  expect((await team.list()).invitations).toEqual([
    {
      id,
      email: guest.email,
      roles: ['Desk', 'DoorLead'],
      language: 'ka',
      invitedBy: 'Eka Lomidze',
      createdAt: '2026-11-20T18:00:00+04:00',
      expiresAt: '2026-11-23T18:00:00+04:00',
    },
  ]);
  const offer = { email: guest.email, roles: ['Desk', 'DoorLead'], invitedBy: 'Eka Lomidze', expiresAt: '2026-11-23T18:00:00+04:00' };
  expect(await read(app, token)).toEqual(offer);
  expect(await accept(app, guest.accessToken, token)).toEqual({ roles: ['Desk', 'DoorLead'] });
  expect(await mine.guests.counts()).toMatchObject({ Pending: 0 });
  expect((await team.list()).invitations).toEqual([]);
  const entries = await entriesOf(app);
  expect(entries).toMatchObject([
    { action: 'team.invite', subject: `invitation ${id}`, staffId: owner.id, detail: { before: [], after: ['Desk', 'DoorLead'] } },
    {
      action: 'team.accept',
      subject: `guest ${guest.id}`,
      staffId: guest.id,
      detail: { before: [], after: ['Desk', 'DoorLead'], invitationId: id },
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain(guest.email);
  const events = await app.ctx.db.select().from(securityEvents).orderBy(asc(securityEvents.id));
  expect(events).toMatchObject([
    { kind: 'staff_invited', userId: owner.id },
    { kind: 'email_proved', userId: guest.id },
    { kind: 'role_changed', userId: guest.id },
  ]);
});

test('each end of an invitation has a sentence of its own, for reading and accepting', async () => {
  const { app, owner, guest, team } = await start();
  const first = await invite(app, owner.accessToken, { email: guest.email });
  const second = await invite(app, owner.accessToken, { email: ' NINO@example.com ', roles: ['Money'] });
  await team.withdraw({ id: second.id });
  const expectRefused = async (token: string, status: number, code: string) => {
    await expect(read(app, token)).rejects.toMatchObject(refusal(status, code));
    await expect(accept(app, guest.accessToken, token)).rejects.toMatchObject(refusal(status, code));
  };
  await expectRefused(first.token, 409, 'invitation_withdrawn');
  await expectRefused(second.token, 409, 'invitation_withdrawn');
  await expectRefused('x'.repeat(43), 400, 'invalid_token');
  const used = await invite(app, owner.accessToken, { email: guest.email });
  await accept(app, guest.accessToken, used.token);
  await expectRefused(used.token, 409, 'invitation_used');
  await expect(team.withdraw({ id: used.id })).rejects.toMatchObject(refusal(409, 'conflict'));
  await expect(team.withdraw({ id: 99_999 })).rejects.toMatchObject(refusal(404, 'not_found'));
  expect((await entriesOf(app)).map(({ action, detail }) => [action, detail])).toMatchObject([
    ['team.invite', { before: [], after: ['Desk'] }],
    ['team.invite', { before: ['Desk'], after: ['Money'] }],
    ['team.withdraw', { before: ['Money'], after: [] }],
    ['team.invite', { before: [], after: ['Desk'] }],
    ['team.accept', { before: [], after: ['Desk'] }],
  ]);
});

test('a link works for 72 hours and not a second longer', async () => {
  const { app, owner, guest } = await start();
  const { token } = await invite(app, owner.accessToken, { email: guest.email });
  app.clock.advanceMinutes(INVITATION_MS / 60_000);
  const late = await signInAgain(app.ctx, guest.id);
  await expect(accept(app, late, token)).rejects.toMatchObject(refusal(409, 'invitation_expired'));
  await expect(read(app, token)).rejects.toMatchObject(refusal(409, 'invitation_expired'));
  app.clock.advanceMinutes(-1 / 60);
  expect(await accept(app, late, token)).toEqual({ roles: ['Desk'] });
});

test('only the account of the invited address accepts, in any spelling of it; another one is refused and that is noted', async () => {
  const { app, owner, guest } = await start();
  const other = await createUser(app.ctx);
  const { token } = await invite(app, owner.accessToken, { email: 'Nino@Example.COM' });
  await expect(accept(app, other.accessToken, token)).rejects.toMatchObject({
    ...refusal(403, 'invitation_of_other'),
    body: { params: { email: 'Nino@Example.COM' } },
  });
  const refused = await app.ctx.db.select().from(securityEvents).where(eq(securityEvents.kind, 'invitation_refused'));
  expect(refused).toMatchObject([{ userId: other.id }]);
  await expect(app.api().invitations.accept({ body: { token } })).rejects.toMatchObject({ status: 401 });
  expect(await app.ctx.db.$count(userRoles, eq(userRoles.userId, other.id))).toBe(0);
  expect(await accept(app, guest.accessToken, token)).toEqual({ roles: ['Desk'] });
});

test('the first role ends the other sessions of the account, which were opened as those of a guest; a further role ends none', async () => {
  const { app, owner, guest } = await start();
  const elsewhere = await signInAgain(app.ctx, guest.id);
  const { token } = await invite(app, owner.accessToken, { email: guest.email });
  const later = await invite(app, owner.accessToken, { email: 'lela@example.com' });
  await accept(app, guest.accessToken, token);
  expect((await app.api(guest.accessToken).accounts.currentUser()).rights).toContain('guests.decide');
  await expect(app.api(elsewhere).accounts.me()).rejects.toMatchObject({ status: 401 });

  const member = await createUser(app.ctx, { email: 'lela@example.com', roles: ['Money'] });
  const second = await signInAgain(app.ctx, member.id);
  expect(await accept(app, member.accessToken, later.token)).toEqual({ roles: ['Desk', 'Money'] });
  expect((await app.api(second).accounts.currentUser()).rights).toContain('guests.decide');
});

test('roles are added to those that were given meanwhile', async () => {
  const { app, owner, guest } = await start();
  const { token } = await invite(app, owner.accessToken, { email: guest.email });
  await app.ctx.db.insert(userRoles).values({ userId: guest.id, role: 'Money' });
  expect(await accept(app, guest.accessToken, token)).toEqual({ roles: ['Desk', 'Money'] });
});

test('of many presses at once one gives the roles', async () => {
  const { app, owner, guest } = await start();
  const { token } = await invite(app, owner.accessToken, { email: guest.email });
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => accept(app, guest.accessToken, token)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject(
    Array.from({ length: 5 }, () => ({ reason: refusal(409, 'invitation_used') })),
  );
  expect((await entriesOf(app)).map(({ action }) => action)).toEqual(['team.invite', 'team.accept']);
});

/** Accepts twice, both after the invitation was read and before it is used up. Returns how many succeed. */
async function acceptTwice(without?: Guard): Promise<number> {
  const { app, owner, guest } = await start();
  const { acceptInvitation: acceptHere } = await importWithout<typeof import('./invitations.service.ts')>(
    without,
    'server/accounts/invitations.service.ts',
  );
  const { id, token } = await invite(app, owner.accessToken, { email: guest.email });
  const actor = { userId: guest.id, sessionId: crypto.randomUUID(), rights: [], status: 'Verified' as const };
  const commit = await openTransaction(app.ctx, (tx) => lockInvitationById(tx.db, id));
  const both = [1, 2].map(() => acceptHere({ ...app.ctx, actor }, { token }));
  await untilWaiting(app, 2);
  await commit();
  return (await Promise.allSettled(both)).filter(({ status }) => status === 'fulfilled').length;
}

test('of two acceptances at once one is done', async () => {
  expect(await acceptTwice()).toBe(1);
});

test('control: without the lock and the condition both are', async () => {
  expect(await acceptTwice('usedOnce')).toBe(2);
});

test('who presses again because the first answer was lost gets that answer', async () => {
  const { app, owner, guest, mine } = await start();
  const { token } = await invite(app, owner.accessToken, { email: guest.email });
  const press = () => mine.invitations.accept({ body: { token } }, { idempotencyKey: 'accept-once' });
  expect([await press(), await press()]).toEqual([{ roles: ['Desk'] }, { roles: ['Desk'] }]);
  await expect(accept(app, guest.accessToken, token)).rejects.toMatchObject(refusal(409, 'invitation_used'));
  expect((await entriesOf(app)).map(({ action }) => action)).toEqual(['team.invite', 'team.accept']);
});

test('an address has one open invitation, also when two Owners invite it at once', async () => {
  const { app, owner, guest, team } = await start();
  const others = await Promise.all([createAdmin(app.ctx), createAdmin(app.ctx), createAdmin(app.ctx)]);
  const ids = await Promise.all(
    [owner, ...others].map(({ accessToken }) => invite(app, accessToken, { email: guest.email }).then(({ id }) => id)),
  );
  expect((await team.list()).invitations.map(({ id }) => id)).toEqual([Math.max(...ids)]);
  const open = { email: 'x', emailKey: 'x', roles: ['Desk' as const], language: 'en' as const, invitedBy: owner.id };
  const row = { ...open, createdAt: app.clock.now(), expiresAt: app.clock.now() };
  await app.ctx.db.insert(staffInvitations).values({ ...row, tokenHash: 'a' });
  await expect(app.ctx.db.insert(staffInvitations).values({ ...row, tokenHash: 'b' })).rejects.toMatchObject({ cause: { code: '23505' } });
});

test('somebody with a role is not invited, and neither no role nor a wrong address is', async () => {
  const { app, team } = await start();
  const { email } = await createUser(app.ctx, { roles: ['Editor'] });
  const body = { email: email.toUpperCase(), roles: ['Desk' as const], language: 'en' as const };
  await expect(team.invite({ body })).rejects.toMatchObject({
    status: 409,
    body: { code: 'already_staff', errors: { email: 'validation.already_staff' } },
  });
  await expect(team.invite({ body: { ...body, email: 'lela' } })).rejects.toMatchObject({
    body: { errors: { email: 'validation.invalid_email' } },
  });
  await expect(team.invite({ body: { ...body, email: 'lela@example.com', roles: [] } })).rejects.toMatchObject({
    body: { errors: { roles: 'validation.roles_required' } },
  });
  expect(await app.ctx.db.$count(mails)).toBe(0);
});

test('what an Owner has offered ends with the role', async () => {
  const { app, owner, team } = await start();
  const leaver = await createAdmin(app.ctx);
  const { token } = await invite(app, leaver.accessToken, { email: 'friend@example.com' });
  const { id } = await invite(app, owner.accessToken, { email: 'lela@example.com' });
  await team.remove({ id: leaver.id });
  await expect(read(app, token)).rejects.toMatchObject(refusal(409, 'invitation_withdrawn'));
  expect((await team.list()).invitations.map((one) => one.id)).toEqual([id]);
  expect((await entriesOf(app)).at(-1)).toMatchObject({ action: 'team.remove', detail: { before: ['Owner'], after: [], invitations: 1 } });
});

test('only the hash of the token is stored beside the invitation', async () => {
  const { app, owner } = await start();
  const { token } = await invite(app, owner.accessToken, { email: 'lela@example.com' });
  expect(JSON.stringify(await app.ctx.db.select().from(staffInvitations))).not.toContain(token);
});

test('an Owner mails thirty invitations an hour', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const { accessToken } = await createAdmin(app.ctx);
  const { staffTeam } = app.api(accessToken);
  const send = (place: number) => staffTeam.invite({ body: { email: `a${place}@example.com`, roles: ['Desk'], language: 'en' } });
  for (let place = 0; place < 30; place += 1) await send(place);
  await expect(send(30)).rejects.toMatchObject({ status: 429 });
});

test('the wrong actor is refused', async () => {
  const { app } = await start();
  const body = { email: 'a@example.com', roles: ['Owner' as const], language: 'en' as const };
  await expect(inviteStaff(app.ctx, body)).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(withdrawInvitation(app.ctx, { id: 1 })).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(acceptInvitation(app.ctx, { token: 'x' })).rejects.toMatchObject({ code: 'unauthorized' });
});

const mailTexts: [Language, string, string[]][] = [
  ['en', 'Join the Rkali team', ['Door lead', 'scanner, guest lists, Tonight', 'until November 23, 2026, 18:00 (Tbilisi time)']],
  ['ka', 'მოწვევა გუნდში: რკალი', ['კარის უფროსი', 'სკანერი, სტუმრების სიები', '18:00']],
];

test.each(mailTexts)(
  'the mail in the language %s says what the roles may do, and its link works once',
  async (language, subject, texts) => {
    const smtp = await startSmtp();
    const app = await startTestApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://rkali.example' } });
    const { accessToken } = await createAdmin(app.ctx);
    const guest = await createUser(app.ctx, { email: 'nino@example.com' });
    await app.api(accessToken).staffTeam.invite({ body: { email: guest.email, roles: ['DoorLead'], language } });
    await runDueJobs(app.deps);
    const [mail] = smtp.received.map(({ raw }) => readMime(raw));
    if (!mail) throw new Error('No mail arrived.');
    expect(mail.headers.get('subject')).toEqual([subject]);
    expect(mail.headers.get('content-language')).toEqual([language]);
    const link = /https:\/\/rkali\.example\/invitation\?token=([\w-]+)/;
    const [inText, inHtml] = (['text/plain', 'text/html'] as const).map((part) => link.exec(textOf(mail, part))?.[1]);
    expect(inHtml).toBe(inText);
    for (const text of [guest.email, ...texts]) expect(textOf(mail, 'text/plain')).toContain(text);
    expect(textOf(mail, 'text/plain')).not.toMatch(/<|\{\{|mail:|staff:/);
    expect(await accept(app, guest.accessToken, inText ?? '')).toEqual({ roles: ['DoorLead'] });
    // No token that opens the console may remain in the mail queue.
    expect(JSON.stringify(await app.ctx.db.select().from(mails))).not.toContain(inText);
  },
);

test('an invitation that ended before its mail left is not mailed', async () => {
  const { app, team } = await start();
  const { id } = await team.invite({ body: { email: 'lela@example.com', roles: ['Desk'], language: 'en' } });
  await team.withdraw({ id });
  await runDueJobs(app.deps);
  expect(await app.ctx.db.select().from(mails)).toMatchObject([{ state: 'skipped' }]);
});

const account = { firstName: 'Nino', lastName: 'Beridze', phoneNumber: '+995 555 12 34 56', password: 'Kikliko-2027!' };
const join = (app: TestApp, token: string, typed: object = {}) => app.api().invitations.join({ body: { token, ...account, ...typed } });

test('who is invited and has no account makes one with name, phone and password alone, and is in the console at once', async () => {
  const app = await startTestApp();
  const owner = await createAdmin(app.ctx, { firstName: 'Eka', lastName: 'Lomidze' });
  const { token } = await invite(app, owner.accessToken, { email: 'door@example.com', roles: ['DoorLead'], language: 'ka' });
  const { accessToken } = await join(app, token);
  const me = await app.api(accessToken).accounts.me();
  expect(me).toMatchObject({ email: 'door@example.com', firstName: 'Nino', personalNumber: '', birthdate: '', status: 'Pending' });
  expect((await app.api(owner.accessToken).staffTeam.list()).members).toEqual(
    expect.arrayContaining([expect.objectContaining({ email: 'door@example.com', roles: ['DoorLead'] })]),
  );
  // The link was read in the mailbox of the address.
  const [user] = await app.ctx.db.select().from(users).where(eq(users.id, me.id));
  expect([user?.emailProvedAt, user?.language]).toEqual([app.clock.now(), 'ka']);
  await expect(join(app, token)).rejects.toMatchObject(refusal(409, 'invitation_used'));
});

test('an account of an invited address is not made twice, and a refused one leaves the invitation open', async () => {
  const { app, owner, guest } = await start();
  const { token } = await invite(app, owner.accessToken, { email: guest.email });
  await expect(join(app, token)).rejects.toMatchObject(refusal(400, 'email_taken'));
  expect(await accept(app, guest.accessToken, token)).toEqual({ roles: ['Desk'] });
  const other = await invite(app, owner.accessToken, { email: 'other@example.com' });
  await expect(join(app, 'x'.repeat(43))).rejects.toMatchObject(refusal(400, 'invalid_token'));
  for (const [field, value] of [
    ['password', 'short'],
    ['phoneNumber', 'call me'],
    ['firstName', ' '],
  ] as const)
    await expect(join(app, other.token, { [field]: value })).rejects.toMatchObject({
      status: 422,
      body: { errors: { [field]: expect.any(String) } },
    });
  await join(app, other.token);
});
