import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { enquiries, enquiryNotes, enquiryReplies } from '#server/backoffice/backoffice.table.ts';
import { forgetOld } from '#server/backoffice/privacy/retention.jobs.ts';
import { mails, auditEntries } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { addDays } from '#shared/dates.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { RETENTION_DAYS } from '#shared/privacy/retention-days.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { createTestClock } from '#tests/setup/clock.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startSmtp } from '#tests/setup/smtp.ts';

const rental = (name = 'Nino', eventDescription = 'A birthday\nfor 80 people') =>
  joinEnquiry('rental', { name, email: 'nino@example.com', eventDescription });
const dj = joinEnquiry('dj', {
  fullName: 'Ana B',
  stageName: 'DJ Ana',
  socialLink: 'https://social.example/ana',
  musicLink: 'https://music.example/ana',
  motivation: 'დიდი სურვილი',
});

async function store({ ctx }: TestApp, kind: 'rental' | 'dj', body: string, state: 'new' | 'open' = 'new'): Promise<number> {
  const [row] = await ctx.db.insert(enquiries).values({ kind, body, state, createdAt: ctx.clock.now() }).returning({ id: enquiries.id });
  return row?.id ?? 0;
}

async function openDesk(app?: TestApp) {
  const it = app ?? (await startTestApp());
  const admin = await createAdmin(it.ctx, { firstName: 'Lela', lastName: 'Desk' });
  return { app: it, admin, desk: it.api(admin.accessToken).staffEnquiries };
}

const audited = ({ ctx }: TestApp) =>
  ctx.db.select({ action: auditEntries.action, subject: auditEntries.subject, detail: auditEntries.detail }).from(auditEntries);

test('enquiries are listed newest first, by kind, state and words, page by page', async () => {
  const { app, desk } = await openDesk();
  const first = await store(app, 'rental', rental('Nino'));
  const second = await store(app, 'dj', dj, 'open');
  const third = await store(app, 'rental', `${'long '.repeat(60)}100%`);
  expect((await desk.list({})).items).toEqual([
    {
      id: third,
      kind: 'rental',
      state: 'new',
      from: '',
      about: expect.stringMatching(/^long .{114}…$/),
      createdAt: '2026-11-20T18:00:00+04:00',
    },
    { id: second, kind: 'dj', state: 'open', from: 'Ana B', about: 'დიდი სურვილი', createdAt: expect.any(String) },
    { id: first, kind: 'rental', state: 'new', from: 'Nino', about: 'A birthday for 80 people', createdAt: expect.any(String) },
  ]);
  const ids = async (query: Parameters<typeof desk.list>[0]) => (await desk.list(query)).items.map(({ id }) => id);
  expect(await ids({ kind: 'dj' })).toEqual([second]);
  expect(await ids({ state: 'new' })).toEqual([third, first]);
  const found = async (body: Parameters<typeof desk.find>[0]['body']) => (await desk.find({ body })).items.map(({ id }) => id);
  expect(await found({ search: 'NINO@example' })).toEqual([first]);
  expect(await found({ search: 'NINO@example', kind: 'dj' })).toEqual([]);
  expect(await found({ search: '100%' })).toEqual([third]);
  expect(await found({ search: '_' })).toEqual([]);
  expect(await found({ search: 'სურვილი didi' })).toEqual([second]);
  const page = await desk.list({ limit: 2 });
  expect([page.items.length, page.next]).toEqual([2, second]);
  expect(await ids({ limit: 2, before: second })).toEqual([first]);
  expect(await desk.counts()).toEqual({
    rental: { new: 2, open: 0, answered: 0, closed: 0 },
    dj: { new: 0, open: 1, answered: 0, closed: 0 },
  });
});

test('an enquiry shows its fields apart, or its text when it was written another way', async () => {
  const { app, desk } = await openDesk();
  expect(await desk.one({ id: await store(app, 'rental', rental()) })).toMatchObject({
    parts: [
      { field: 'name', label: 'Name', value: 'Nino' },
      { field: 'email', label: 'Email', value: 'nino@example.com' },
      { field: 'eventDescription', label: 'Event Description', value: 'A birthday\nfor 80 people' },
    ],
    email: 'nino@example.com',
    language: 'en',
    notes: [],
    replies: [],
  });
  expect(await desk.one({ id: await store(app, 'dj', dj) })).toMatchObject({ email: null, language: 'ka' });
  expect(await desk.one({ id: await store(app, 'rental', 'Is the 5th free?') })).toMatchObject({
    parts: null,
    body: 'Is the 5th free?',
    email: null,
  });
  await expect(desk.one({ id: 999 })).rejects.toMatchObject({ status: 404 });
});

test('a state is changed once: a client that saw an older one gets a conflict', async () => {
  const { app, desk } = await openDesk();
  const id = await store(app, 'rental', rental());
  expect((await desk.changeState({ id, body: { from: 'new', to: 'open' } })).state).toBe('open');
  await expect(desk.changeState({ id, body: { from: 'new', to: 'closed' } })).rejects.toMatchObject({ body: { code: 'conflict' } });
  expect(await audited(app)).toEqual([{ action: 'enquiry.state', subject: `enquiry ${id}`, detail: { before: 'new', after: 'open' } }]);
});

test('a note is listed with its author and time, and its text stays out of the audit log', async () => {
  const { app, desk } = await openDesk();
  const id = await store(app, 'dj', dj);
  const { notes } = await desk.addNote({ id, body: { text: ' Plays well in Batumi ' } });
  expect(notes).toEqual([
    { id: expect.any(Number), author: 'Lela Desk', text: 'Plays well in Batumi', createdAt: '2026-11-20T18:00:00+04:00' },
  ]);
  expect(await audited(app)).toEqual([{ action: 'enquiry.note', subject: `enquiry ${id}`, detail: { length: 20 } }]);
});

test('an answer goes to the visitor by mail, replies to it go to the club, and it is listed with the enquiry', async () => {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, CONTACT_EMAIL: 'Rkali <hello@rkali.example>' } });
  const { desk } = await openDesk(app);
  const id = await store(app, 'rental', rental());
  const answer = {
    subject: 'The 5th is free\r\nBcc: thief@example.com',
    text: 'Come and see the room.\n<b>Lela</b>',
    language: 'en' as const,
  };
  const answered = await desk.reply({ id, body: answer });
  expect(answered).toMatchObject({
    state: 'answered',
    replies: [{ author: 'Lela Desk', recipient: 'nino@example.com', mailState: 'queued' }],
  });

  await runDueJobs(app.deps);
  expect(smtp.received.map(({ to }) => to)).toEqual([['nino@example.com']]);
  const mail = readMime(smtp.received[0]?.raw ?? Buffer.alloc(0));
  expect(mail.headers.get('subject')).toEqual(['The 5th is free Bcc: thief@example.com']);
  expect(mail.headers.get('reply-to')).toEqual(['hello@rkali.example']);
  expect(mail.headers.has('auto-submitted')).toBe(false);
  expect(textOf(mail, 'text/plain')).toContain('You wrote to us on November 20, 2026:\nA birthday\nfor 80 people');
  expect(textOf(mail, 'text/html')).toContain('&lt;b&gt;Lela&lt;/b&gt;');
  expect((await desk.one({ id })).replies[0]?.mailState).toBe('sent');
  expect(await audited(app)).toEqual([
    { action: 'enquiry.reply', subject: `enquiry ${id}`, detail: { replyId: 1, before: 'new', after: 'answered' } },
  ]);
});

test('an answer in Georgian has a Georgian layout, and one that the mail server refuses is sent again from the failed mails', async () => {
  const smtp = await startSmtp({ refusal: '550 5.1.1 No such user' });
  const app = await startTestApp({ env: { SMTP_URL: smtp.url } });
  const { admin, desk } = await openDesk(app);
  const id = await store(app, 'rental', rental('გიორგი', 'საღამო 80 სტუმრისთვის'));
  await desk.reply({ id, body: { subject: 'დარბაზი', text: 'თავისუფალია.', language: (await desk.one({ id })).language } });
  await runDueJobs(app.deps);
  expect((await desk.one({ id })).replies).toMatchObject([{ mailState: 'dead' }]);
  const { staffMails } = app.api(admin.accessToken);
  const [failed] = (await staffMails.list({})).items;
  expect(failed).toMatchObject({ kind: 'enquiry-reply', canRetry: true });
  await smtp.stop();
  const working = await startSmtp({ port: smtp.port });
  await staffMails.retry({ id: failed?.id ?? 0 });
  await runDueJobs(app.deps);
  const mail = readMime(working.received[0]?.raw ?? Buffer.alloc(0));
  expect(mail.headers.get('content-language')).toEqual(['ka']);
  expect(textOf(mail, 'text/plain')).toContain('თავისუფალია.');
  expect(textOf(mail, 'text/plain')).toContain('20\u00a0ნოემბერი, 2026');
  expect((await desk.one({ id })).replies).toMatchObject([{ mailState: 'sent' }]);
});

test('the same key answers once; without an address there is no answer', async () => {
  const { app, desk } = await openDesk();
  const id = await store(app, 'rental', rental());
  const body = { subject: 'Yes', text: 'It is free.', language: 'en' as const };
  for (let time = 0; time < 2; time += 1) await desk.reply({ id, body }, { idempotencyKey: 'answer-1' });
  expect(await app.ctx.db.select().from(enquiryReplies)).toHaveLength(1);
  expect(await app.ctx.db.select().from(mails)).toHaveLength(1);
  const nowhere = await store(app, 'dj', dj);
  await expect(desk.reply({ id: nowhere, body })).rejects.toMatchObject({ status: 409, body: { code: 'enquiry_without_address' } });
  expect((await desk.one({ id: nowhere })).state).toBe('new');
});

test('bad input is marked at its field and changes nothing', async () => {
  const { app, desk } = await openDesk();
  const id = await store(app, 'rental', rental());
  await expect(desk.addNote({ id, body: { text: ' ' } })).rejects.toMatchObject({
    status: 422,
    body: { errors: { text: 'validation.text_required' } },
  });
  await expect(desk.reply({ id, body: { subject: 'x'.repeat(151), text: '', language: 'en' } })).rejects.toMatchObject({
    status: 422,
    body: { errors: { subject: 'validation.too_long', text: 'validation.text_required' } },
  });
  expect(await app.ctx.db.select().from(enquiryNotes)).toEqual([]);
  expect(await app.ctx.db.select().from(mails)).toEqual([]);
  expect(await audited(app)).toEqual([]);
});

test('notes and answers are deleted with their enquiry when it expires', async () => {
  const { app, desk } = await openDesk(await startTestApp({ clock: createTestClock(new Date()) }));
  const id = await store(app, 'rental', rental());
  await desk.addNote({ id, body: { text: 'Call her' } });
  await desk.reply({ id, body: { subject: 'Yes', text: 'It is free.', language: 'ka' } });
  await app.ctx.db
    .update(enquiries)
    .set({ createdAt: addDays(app.clock.now(), -RETENTION_DAYS.enquiries - 1) })
    .where(eq(enquiries.id, id));
  await forgetOld.run(app.ctx, {});
  expect(await app.ctx.db.select().from(enquiryNotes)).toEqual([]);
  expect(await app.ctx.db.select().from(enquiryReplies)).toEqual([]);
});

test('the inbox is for staff', async () => {
  const app = await startTestApp();
  const id = await store(app, 'rental', rental());
  const { accessToken } = await createUser(app.ctx);
  const calls = [
    ['GET', ''],
    ['GET', '/counts'],
    ['GET', `/${id}`],
    ['PUT', `/${id}/state`],
    ['POST', `/${id}/notes`],
    ['POST', `/${id}/replies`],
  ] as const;
  for (const [method, path] of calls) {
    const body = method === 'GET' ? {} : { body: {} };
    const call = (bearer?: string) => rawCall(app.url, `/api/staff/enquiries${path}`, { method, ...body, ...(bearer ? { bearer } : {}) });
    expect([path, (await call()).status, (await call(accessToken)).status]).toEqual([path, 401, 403]);
  }
});
