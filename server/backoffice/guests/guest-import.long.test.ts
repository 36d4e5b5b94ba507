import { desc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { declinedInvitations, knownGuests } from '#server/accounts/known-guests/known-guests.table.ts';
import { inviteKnownGuests } from '#server/accounts/known-guests/known-guests.jobs.ts';
import { declineUrl } from '#server/accounts/known-guests/decline-token.ts';
import { guestNotes } from '#server/backoffice/backoffice.table.ts';
import { forgetUntilNow } from '#server/backoffice/privacy/retention.jobs.ts';
import { auditEntries, mails } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { RETENTION_DAYS } from '#shared/privacy/retention-days.ts';
import { buyForFriends, codeOf as codeOfTicket, shareLink, ticketsAt } from '#tests/factories/claims.ts';
import { proveMailbox } from '#tests/factories/email-proof.ts';
import { checkGuests, importGuests, invitedToken, runInvitations } from '#tests/factories/known-guests.ts';
import { createGuest } from '#tests/factories/sold-out.ts';
import { createAdmin, createUser, signInAgain, storedUser } from '#tests/factories/users.ts';
import { codeOf as codeOfApp, startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';

const ADDRESS = 'lela@example.com';
const FILE = `email,first name,last name,status,note\n${ADDRESS},Lela,Drift,Verified,A friend\n`;
const form = {
  firstName: 'Lela',
  lastName: 'Drift',
  email: ADDRESS,
  password: 'Night-Guest-1',
  confirmPassword: 'Night-Guest-1',
  phoneNumber: '+995 555 12-34-56',
  personalNumber: '01001000001',
  birthdate: '1998-04-12',
  socialMediaProfileLink: 'https://www.instagram.com/lela/',
  country: 'Georgia',
};

async function openDesk(options: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp(options);
  const admin = await createAdmin(app.ctx, { personalNumber: '01001000099' });
  return { app, admin, api: app.api(admin.accessToken) };
}

const register = async (app: TestApp, fields: object = {}): Promise<number> =>
  (await rawCall(app.url, '/api/auth/register', { body: { ...form, ...fields } })).status;
const accountOf = async ({ ctx }: TestApp, email = ADDRESS) => (await ctx.db.select().from(users).where(eq(users.email, email)))[0];
const statusOf = async (app: TestApp, email = ADDRESS) => (await accountOf(app, email))?.status;
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => Object(error).body.code,
  );
const countAll = async ({ ctx: { db } }: TestApp) => [await db.$count(knownGuests), await db.$count(mails), await db.$count(auditEntries)];
const prove = async (app: TestApp, email = ADDRESS) =>
  proveMailbox(app, await signInAgain(app.ctx, (await accountOf(app, email))?.id ?? 0));
const kinds = async ({ ctx }: TestApp) => (await ctx.db.select().from(mails).orderBy(mails.id)).map(({ kind }) => kind);

test('a check says what each line would do, and writes nothing', async () => {
  const { app, api, admin } = await openDesk();
  const proved = { emailProvedAt: app.clock.now() };
  const person = { personalNumber: '01001000033' };
  await createUser(app.ctx, { email: 'pending@example.com', status: 'Pending', ...proved });
  await createUser(app.ctx, { email: 'unproved@example.com', status: 'Pending' });
  await createUser(app.ctx, { email: 'verified@example.com', ...proved });
  await createUser(app.ctx, { email: 'banned@example.com', status: 'Pending', bannedAt: app.clock.now(), ...proved });
  await createUser(app.ctx, { email: 'rejected@example.com', status: 'Rejected', ...person, ...proved });
  await createUser(app.ctx, { email: 'second@example.com', status: 'Pending', ...person, ...proved });
  await createUser(app.ctx, { email: 'no-number@example.com', status: 'Pending', personalNumber: '', ...proved });
  await createUser(app.ctx, { email: 'desk@example.com', status: 'Pending', roles: ['Desk'], ...proved });
  await createUser(app.ctx, { email: 'own@example.com', status: 'Pending', personalNumber: '01001000099', ...proved });
  await importGuests(api, 'email\ninvited@example.com');
  const names = 'new pending unproved verified banned rejected second no-number desk own invited'.split(' ');
  const text = ['email,status', ...names.map((name) => `${name}@example.com,Verified`), `${admin.email},Verified`].join('\n');
  const before = await countAll(app);
  const outcomesOf = async (changesAccounts: boolean) =>
    (await checkGuests(api, text, { changesAccounts })).lines.map(({ outcome }) => outcome);
  const expected = [
    'invite',
    'change_account',
    'invite_account',
    'has_status',
    'is_banned',
    'is_rejected',
    'is_rejected',
    'no_number',
    'is_team',
    'is_team',
    'is_invited',
    'invite',
  ];
  // The Owner's own address is not proved here, but it is the team's.
  expect(await outcomesOf(true)).toEqual(expected.with(11, 'is_team'));
  expect(await outcomesOf(false)).toEqual(expected.with(1, 'has_account').with(11, 'is_team'));
  expect(await countAll(app)).toEqual(before);
  expect((await checkGuests(api, 'email\nnobody')).lines).toMatchObject([
    { line: 2, outcome: null, problems: [{ problem: 'email_wrong' }] },
  ]);
});

test('one line with a problem keeps all others from being imported', async () => {
  const { app, api } = await openDesk();
  const before = await countAll(app);
  expect(await codeOf(importGuests(api, `${FILE}nobody,,,,`))).toBe('guest_file_wrong');
  expect(await codeOf(importGuests(api, ' '))).toBe('invalid_input');
  expect(await countAll(app)).toEqual(before);
  expect(await importGuests(api, FILE)).toEqual({ invited: 1, changed: 0, unchanged: 0 });
});

test('the same file again, with the same key or another, invites and changes nobody twice', async () => {
  const { app, api } = await openDesk();
  const guest = await createUser(app.ctx, { email: 'known@example.com', status: 'Pending', emailProvedAt: app.clock.now() });
  const text = `${FILE}known@example.com,,,Welcomed Guest,Brings friends\n`;
  const body = { text, language: 'en', changesAccounts: true } as const;
  const first = await api.knownGuests.import({ body }, { idempotencyKey: 'one' });
  expect(first).toEqual({ invited: 1, changed: 1, unchanged: 0 });
  expect(await api.knownGuests.import({ body }, { idempotencyKey: 'one' })).toEqual(first);
  expect(await api.knownGuests.import({ body })).toEqual({ invited: 0, changed: 0, unchanged: 2 });
  await runInvitations(app);
  await runInvitations(app);
  expect(await kinds(app)).toEqual(['account-status', 'guest-invitation']);
  expect((await storedUser(app.ctx, guest.id)).status).toBe('Welcomed_Guest');
  expect(await app.ctx.db.select({ userId: guestNotes.userId, text: guestNotes.text }).from(guestNotes)).toEqual([
    { userId: guest.id, text: 'Brings friends' },
  ]);
  const [entry] = await app.ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'guest.status'));
  expect(entry).toMatchObject({ subject: `guest ${guest.id}`, detail: { before: 'Pending', after: 'Welcomed_Guest' } });
});

/** Sends eight pairs of equal imports at the same moment; returns how often a guest was invited and an account changed. */
async function raceImports({ app, api }: Awaited<ReturnType<typeof openDesk>>) {
  const counts = { invited: 0, changed: 0 };
  for (let race = 0; race < 8; race += 1) {
    await createUser(app.ctx, { email: `old-${race}@example.com`, status: 'Pending', emailProvedAt: app.clock.now() });
    const text = `email,status\nnew-${race}@example.com,Verified\nold-${race}@example.com,Verified`;
    const answers = await Promise.all([importGuests(api, text), importGuests(api, text)]);
    for (const { invited, changed } of answers) {
      counts.invited += invited;
      counts.changed += changed;
    }
  }
  return counts;
}

test('of two imports of one file at the same moment one invites and changes', async () => {
  const desk = await openDesk();
  expect(await raceImports(desk)).toEqual({ invited: 8, changed: 8 });
  expect((await kinds(desk.app)).filter((kind) => kind === 'account-status')).toHaveLength(8);
});

test('control: without its guard both would', async () => {
  expect((await raceImports(await openDesk({ without: 'importsInOrder' }))).changed).toBeGreaterThan(8);
});

test.each([
  ['en', 'Our team vouched for you', 'Register'],
  ['ka', 'ჩვენი გუნდი გიცნობთ', 'რეგისტრაცია'],
] as const)(
  'an invitation is mailed in the language of its line, with a link that proves the address (%s)',
  async (language, promise, label) => {
    const smtp = await startSmtp();
    const { app, api } = await openDesk({ env: { SMTP_URL: smtp.url } });
    await importGuests(api, FILE, { language });
    const token = await invitedToken(app, ADDRESS);
    await runDueJobs(app.deps);
    expect(smtp.received.map(({ to }) => to)).toEqual([[ADDRESS]]);
    const raw = smtp.received[0]?.raw ?? Buffer.alloc(0);
    const text = textOf(readMime(raw), 'text/plain');
    for (const part of [promise, label, ADDRESS, `/register?lang=${language}#${token}`, '/decline-invitation/'])
      expect(text).toContain(part);
    expect(text).not.toContain('A friend');
    expect(String(raw)).toMatch(/^List-Unsubscribe:\s+<http:\/\/localhost:3000\/decline-invitation\//m);
    const { ctx } = app;
    expect(JSON.stringify([await ctx.db.select().from(mails), await ctx.db.select().from(knownGuests)])).not.toContain(token);
  },
);

test('who registers with the link has the status and the note at once', async () => {
  const { app, api, admin } = await openDesk();
  await importGuests(api, FILE);
  const token = await invitedToken(app, ADDRESS);
  expect(await app.api().guestInvitations.read({ body: { token } })).toEqual({
    email: ADDRESS,
    firstName: 'Lela',
    lastName: 'Drift',
    isVerified: true,
    hasAccount: false,
  });
  expect(await register(app, { email: 'LELA@example.com', invitation: token })).toBe(200);
  const account = await accountOf(app, 'LELA@example.com');
  expect(account).toMatchObject({ status: 'Verified', emailProvedAt: app.clock.now() });
  expect(await app.ctx.db.select().from(guestNotes)).toMatchObject([{ userId: account?.id, authorId: admin.id, text: 'A friend' }]);
  expect(await kinds(app)).toEqual(['guest-invitation', 'welcome', 'account-status']);
  const [entry] = await app.ctx.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  expect(entry).toMatchObject({ staffId: admin.id, action: 'guest.status', detail: { before: 'Pending', after: 'Verified' } });
  expect((await api.knownGuests.list({ state: 'signed_up' })).items).toMatchObject([{ email: ADDRESS, account: { id: account?.id } }]);
  expect((await api.knownGuests.list({ state: 'waiting' })).items).toEqual([]);
  expect(await codeOf(app.api().guestInvitations.read({ body: { token } }))).toBe('invalid_token');
});

/** Registers an invited address with a token that was not mailed to it. */
async function registerOther({ app, api }: Awaited<ReturnType<typeof openDesk>>) {
  await importGuests(api, `${FILE}luka@example.com,,,Verified,\n`);
  const ofOther = await invitedToken(app, 'luka@example.com');
  expect(await register(app, { invitation: ofOther })).toBe(200);
  return accountOf(app);
}

test('who types the address of a stranger gets nothing until the mailbox is proved', async () => {
  const desk = await openDesk();
  const { app } = desk;
  expect(await registerOther(desk)).toMatchObject({ status: 'Pending', emailProvedAt: null });
  expect(await app.ctx.db.$count(guestNotes)).toBe(0);
  await prove(app);
  expect(await statusOf(app)).toBe('Verified');
  expect(await app.ctx.db.$count(guestNotes)).toBe(1);
});

test('control: without its guard the address alone would', async () => {
  expect(await registerOther(await openDesk({ without: 'invitedMailbox' }))).toMatchObject({ status: 'Verified' });
});

test('a wrong or an old token does not keep anybody from registering', async () => {
  const { app } = await openDesk();
  expect(await register(app, { invitation: 'x'.repeat(43) })).toBe(200);
  expect(await register(app, { invitation: '', email: 'luka@example.com', personalNumber: '01001000002' })).toBe(200);
});

test('a ban and a rejection of the person always win, and so does what staff decided about the account', async () => {
  const { app, api } = await openDesk();
  const names = ['banned', 'rejected', 'twin', 'later', 'own'];
  await importGuests(api, ['email,status', ...names.map((name) => `${name}@example.com,Verified`)].join('\n'));
  const tokens = new Map<string, string>();
  for (const name of names) tokens.set(name, await invitedToken(app, `${name}@example.com`));
  const { id: bannedId } = await createUser(app.ctx, { personalNumber: '01001000011' });
  await api.guests.ban({ id: bannedId, body: { reason: 'Fight', until: null } });
  await createUser(app.ctx, { personalNumber: '01001000012', status: 'Rejected' });
  const enter = (name: string, personalNumber: string, withLink = true) =>
    register(app, { email: `${name}@example.com`, personalNumber, ...(withLink && { invitation: tokens.get(name) }) });
  expect(await enter('banned', '01001000011')).toBe(409);
  expect(await accountOf(app, 'banned@example.com')).toBeUndefined();
  expect([await enter('rejected', '01001000012'), await statusOf(app, 'rejected@example.com')]).toEqual([200, 'Pending']);
  // The number of the member who imported: only an Owner decides about it, by hand.
  expect([await enter('own', '01001000099'), await statusOf(app, 'own@example.com')]).toEqual([200, 'Pending']);
  for (const [name, personalNumber, change] of [
    ['twin', '01001000014', { bannedAt: app.clock.now(), banReason: 'x' }],
    ['later', '01001000015', { status: 'Check_Later' }],
  ] as const) {
    await enter(name, personalNumber, false);
    const email = `${name}@example.com`;
    await app.ctx.db.update(users).set(change).where(eq(users.email, email));
    await prove(app, email);
    expect([name, await statusOf(app, email)]).toEqual([name, 'status' in change ? change.status : 'Pending']);
  }
});

test('a friend whose ticket waits for the verification gets its code with the import', async () => {
  const { app, api } = await openDesk();
  const { eventId, buyer } = await buyForFriends(app, 2);
  const friend = await createGuest(app, { email: ADDRESS, status: 'Pending' });
  await friend.api.transfers.take({ body: await shareLink(buyer) });
  expect((await ticketsAt(app, eventId)).map(({ claim }) => claim)).toContain('waiting');
  await importGuests(api, FILE);
  expect(await statusOf(app)).toBe('Verified');
  expect(await codeOfTicket(friend)).toContain('V1.');
});

test('an account whose address is not proved gets the status with the proof', async () => {
  const { app, api } = await openDesk();
  const guest = await createUser(app.ctx, { email: ADDRESS, status: 'Pending' });
  expect(await importGuests(api, FILE)).toEqual({ invited: 1, changed: 0, unchanged: 0 });
  expect(await app.api().guestInvitations.read({ body: { token: await invitedToken(app, ADDRESS) } })).toMatchObject({ hasAccount: true });
  expect(await statusOf(app)).toBe('Pending');
  await proveMailbox(app, guest.accessToken);
  expect(await statusOf(app)).toBe('Verified');
});

test('200 guests are invited in an hour, the first ones first', async () => {
  const { app, api } = await openDesk();
  const text = ['email', ...Array.from({ length: 250 }, (_, index) => `g${index}@example.com`)].join('\n');
  expect((await importGuests(api, text)).invited).toBe(250);
  const invited = async () => {
    await runInvitations(app);
    return (await app.ctx.db.select().from(mails).orderBy(mails.id)).map(({ recipient }) => recipient);
  };
  expect([(await invited()).length, (await invited()).at(-1)]).toEqual([200, 'g199@example.com']);
  app.clock.advanceMinutes(61);
  expect((await invited()).slice(200)).toEqual(Array.from({ length: 50 }, (_, index) => `g${200 + index}@example.com`));
});

test('two jobs at once invite nobody twice', async () => {
  const { app, api } = await openDesk();
  await importGuests(api, ['email', ...Array.from({ length: 30 }, (_, index) => `g${index}@example.com`)].join('\n'));
  app.clock.advanceMinutes(10);
  await Promise.all([1, 2, 3].map(() => inviteKnownGuests.run(app.ctx, {})));
  const recipients = (await app.ctx.db.select().from(mails)).map(({ recipient }) => recipient);
  expect([recipients.length, new Set(recipients).size]).toEqual([30, 30]);
});

test('a member imports twenty times an hour', async () => {
  const { api } = await openDesk({ env: { RATE_LIMIT_SCALE: '0.1' } });
  const codes = [];
  for (let time = 0; time < 3; time += 1) codes.push(await codeOf(importGuests(api, FILE)));
  expect(codes).toEqual([undefined, undefined, 'too_many_requests']);
});

test('an import invites nobody in its first ten minutes, in which it is withdrawn without a mail', async () => {
  const { app, api } = await openDesk();
  await importGuests(api, FILE);
  app.clock.advanceMinutes(5);
  await importGuests(api, 'email\nluka@example.com');
  const invitedAfter = async (minutes: number) => {
    app.clock.advanceMinutes(minutes);
    await inviteKnownGuests.run(app.ctx, {});
    return (await app.ctx.db.select().from(mails)).map(({ recipient }) => recipient);
  };
  expect(await invitedAfter(4)).toEqual([]);
  const [luka] = (await api.knownGuests.list({})).items;
  await api.knownGuests.withdrawImport({ id: luka?.id ?? 0 });
  expect(await invitedAfter(1)).toEqual([ADDRESS]);
  expect(await invitedAfter(10)).toEqual([ADDRESS]);
});

test('what fails for one account stops no other’s invitation', async () => {
  const { app, api } = await openDesk();
  await importGuests(api, `email\nluka@example.com\n${ADDRESS}`);
  const broken = await createUser(app.ctx, { email: 'luka@example.com', emailProvedAt: app.clock.now() });
  await app.owner.execute(sql.raw(`alter table known_guests add constraint broken check (used_by <> ${broken.id})`));
  await runInvitations(app);
  expect((await app.ctx.db.select().from(mails)).map(({ recipient }) => recipient)).toContain(ADDRESS);
});

test('a withdrawn guest gets no mail and no status until that is undone, and is deleted in the morning', async () => {
  const { app, admin, api } = await openDesk();
  await importGuests(api, FILE);
  const token = await invitedToken(app, ADDRESS);
  const [{ id } = { id: 0 }] = (await api.knownGuests.list({})).items;
  await api.knownGuests.withdraw({ id });
  await api.knownGuests.withdraw({ id });
  expect((await api.knownGuests.list({})).items).toEqual([]);
  expect(await codeOf(app.api().guestInvitations.read({ body: { token } }))).toBe('invalid_token');
  await runDueJobs(app.deps);
  expect((await app.ctx.db.select().from(mails)).map(({ kind, state }) => [kind, state])).toEqual([['guest-invitation', 'skipped']]);
  await api.knownGuests.restore({ id });
  const fresh = await invitedToken(app, ADDRESS);
  expect(await app.api().guestInvitations.read({ body: { token: fresh } })).toMatchObject({ email: ADDRESS });
  const { knownGuests: later } = app.api(await signInAgain(app.ctx, admin.id));
  await later.withdraw({ id });
  await forgetUntilNow(app.ctx);
  expect(await app.ctx.db.$count(knownGuests)).toBe(0);
  expect([await codeOf(later.restore({ id })), await codeOf(later.withdraw({ id }))]).toEqual(['not_found', 'not_found']);
  expect(await later.import({ body: { text: FILE, language: 'en', changesAccounts: true } })).toMatchObject({ invited: 1 });
});

test('an import is taken back as a whole: what nobody used is withdrawn, and nothing of another import', async () => {
  const { app, api } = await openDesk();
  await importGuests(api, 'email,status\nother@example.com,Verified');
  app.clock.advanceMinutes(1);
  await importGuests(api, `${FILE}luka@example.com,,,Verified,\nana@example.com,,,,\n`);
  await register(app, { invitation: await invitedToken(app, ADDRESS) });
  const ids = new Map((await api.knownGuests.list({})).items.map(({ email, id }) => [email, id]));
  const id = ids.get('ana@example.com') ?? 0;
  expect(await api.knownGuests.withdrawImport({ id })).toEqual({ withdrawn: 2 });
  expect(await api.knownGuests.withdrawImport({ id })).toEqual({ withdrawn: 0 });
  expect((await api.knownGuests.list({})).items.map(({ email }) => email)).toEqual([ADDRESS, 'other@example.com']);
  expect(await statusOf(app)).toBe('Verified');
  const entries = await app.ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'known_guests.take_back'));
  expect(entries).toMatchObject([{ subject: 'known_guests', detail: { withdrawn: 2 } }]);
  expect(await codeOf(api.knownGuests.withdrawImport({ id: 999 }))).toBe('not_found');
});

/** The address is registered and proved while an import of it waits for another transaction. Returns the status of the account. */
async function proveDuringImport(without?: 'provedWhileImported') {
  const { app, api } = await openDesk({ without });
  await importGuests(api, 'email\nfirst@example.com');
  const columns = 'first_name, last_name, status, note, language, imported_by, imported_at, expires_at';
  const blocker = await app.owner.$client.connect();
  await blocker.query(`begin; insert into known_guests (email, email_key, ${columns})
    select 'blocker@example.com', 'blocker@example.com', ${columns} from known_guests`);
  const importing = importGuests(api, `${FILE}blocker@example.com,,,,\n`);
  const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await expect.poll(async () => (await blocker.query(waiting)).rowCount).toBe(1);
  await register(app);
  await prove(app);
  await blocker.query('rollback');
  blocker.release();
  expect(await importing).toMatchObject({ invited: 2 });
  const job = await codeOfApp(app, 'server/accounts/known-guests/known-guests.jobs.ts', { inviteKnownGuests });
  await job.inviteKnownGuests.run(app.ctx, {});
  return statusOf(app);
}

test('an address that is proved while it is imported has the status', async () => {
  expect(await proveDuringImport()).toBe('Verified');
});

test('control: without its guard neither the import nor the proof gives it', async () => {
  expect(await proveDuringImport('provedWhileImported')).toBe('Pending');
});

test('who signed up cannot be withdrawn any more', async () => {
  const { app, api } = await openDesk();
  await importGuests(api, FILE);
  await register(app, { invitation: await invitedToken(app, ADDRESS) });
  const [{ id } = { id: 0 }] = (await api.knownGuests.list({})).items;
  expect(await codeOf(api.knownGuests.withdraw({ id }))).toBe('conflict');
});

test('who never signs up is forgotten after the days of the privacy policy, and not a day before', async () => {
  const { app, api } = await openDesk();
  await importGuests(api, FILE);
  const token = await invitedToken(app, ADDRESS);
  const pass = async (days: number) => {
    // The job goes at most a week beyond its last run.
    for (let left = days; left > 0; left -= 7) {
      app.clock.advanceMinutes(Math.min(left, 7) * 24 * 60);
      await forgetUntilNow(app.ctx);
    }
  };
  await pass(RETENTION_DAYS.knownGuests - 1);
  expect(await app.ctx.db.$count(knownGuests)).toBe(1);
  await pass(1);
  expect(await app.ctx.db.$count(knownGuests)).toBe(0);
  expect(await register(app, { invitation: token })).toBe(200);
  expect(await statusOf(app)).toBe('Pending');
});

test('the link out of an invitation forgets the guest at once, and no later import invites again', async () => {
  const { app, api } = await openDesk();
  await importGuests(api, `${FILE}luka@example.com,,,,\n`);
  await invitedToken(app, ADDRESS);
  const [, { id } = { id: 0 }] = (await api.knownGuests.list({})).items;
  const { pathname, search } = new URL(declineUrl(app.ctx, id, 'en'));
  const link = `${app.url}${pathname}${search}`;
  const page = await (await fetch(link)).text();
  expect(page).toContain('Decline the invitation?');
  expect(await app.ctx.db.$count(knownGuests)).toBe(2);
  const forged = await fetch(link.replace(`/${id}.`, `/${id + 1}.`), { method: 'POST' });
  const done = await fetch(link, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' }, body: new URLSearchParams() });
  expect([done.status, await done.text()]).toEqual([forged.status, await forged.text()]);
  const left = JSON.stringify([
    await app.ctx.db.select().from(knownGuests),
    await app.ctx.db.select().from(mails),
    await app.ctx.db.select().from(declinedInvitations),
  ]);
  expect(left).not.toContain('lela');
  expect(left).toContain('luka');
  // The confirmation of the first import is over.
  const again = app.api((await createAdmin(app.ctx)).accessToken);
  expect((await checkGuests(again, FILE)).lines).toMatchObject([{ outcome: 'declined' }]);
  expect(await importGuests(again, FILE)).toEqual({ invited: 0, changed: 0, unchanged: 1 });
});

test('the copy of the own data has what was imported once the address is proved, and deleting the account deletes it', async () => {
  const { app, api } = await openDesk();
  await importGuests(api, FILE);
  await register(app);
  const bearer = await signInAgain(app.ctx, (await accountOf(app))?.id ?? 0);
  const imported = async () => (await app.api(bearer).privacy.myData()).imported.map(({ email, note }) => ({ email, note }));
  expect(await imported()).toEqual([]);
  await proveMailbox(app, bearer);
  expect(await imported()).toEqual([{ email: ADDRESS, note: 'A friend' }]);
  expect((await rawCall(app.url, '/api/auth/delete-account', { bearer, body: { password: form.password } })).status).toBe(200);
  expect([await app.ctx.db.$count(knownGuests), await app.ctx.db.$count(guestNotes)]).toEqual([0, 0]);
});

test('nobody without the right imports or reads', async () => {
  const { app } = await openDesk();
  const door = app.api((await createUser(app.ctx, { roles: ['DoorLead'] })).accessToken);
  for (const [api, code] of [[app.api(), 'unauthorized'] as const, [door, 'forbidden'] as const]) {
    const { knownGuests: calls } = api;
    const all = [
      () => calls.list({}),
      () => checkGuests(api, FILE),
      () => importGuests(api, FILE),
      () => calls.withdraw({ id: 1 }),
      () => calls.restore({ id: 1 }),
    ];
    for (const call of all) expect(await codeOf(call())).toBe(code);
  }
  expect(await app.ctx.db.$count(knownGuests)).toBe(0);
});
