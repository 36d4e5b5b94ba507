import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays } from '#shared/dates.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { writeOutcome } from '#server/backoffice/backup/nightly.queries.ts';
import { handMadeName } from '#server/platform/backup/file-names.ts';
import { backupFolder } from '#server/platform/backup/folder.ts';
import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { bankOrderOf, falsify } from '#tests/factories/bank-calls.ts';
import { rentalForm } from '#tests/factories/enquiries.ts';
import { createEvent } from '#tests/factories/events.ts';
import { comeBack, paidWithoutCallback } from '#tests/factories/purchases.ts';
import { createAdmin, createUser, signInAgain, type TestUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

const OWN = {
  CONTACT_EMAIL: 'club@example.com',
  CONTACT_PHONE: '+995 555 11 22 33',
  VENUE_ADDRESS: '1 Own Street',
  VENUE_ADDRESS_KA: 'საკუთარი ქუჩა 1',
};
const NOTHING = {
  club: false,
  texts: false,
  bank: false,
  mail: false,
  mailbox: false,
  alarm: false,
  night: false,
  lineUp: false,
  ticketTypes: false,
  published: false,
};

async function open(env: Record<string, string> = {}) {
  const app = await startTestApp({ env });
  const admin = await createAdmin(app.ctx);
  return { app, admin, start: () => app.api(admin.accessToken).staffStart.get() };
}

test('nobody but staff sees how the club is set up', async () => {
  const { app } = await open();
  const guest = await createUser(app.ctx);
  await expect(app.api().staffStart.get()).rejects.toMatchObject({ status: 401 });
  await expect(app.api(guest.accessToken).staffStart.get()).rejects.toMatchObject({ status: 403 });
});

test('an empty club has everything before it', async () => {
  const { start } = await open();
  expect(await start()).toEqual({
    steps: NOTHING,
    nightId: null,
    night: null,
    waiting: { guests: 0, enquiries: 0, alerts: 0, mails: 0, payments: 0 },
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    backup: { state: 'never', madeAt: null, bytes: null, error: null, byHand: null, isPassphraseOnServer: true },
  });
});

test('a role sees only what waits for it', async () => {
  const { app } = await open();
  const desk = await createUser(app.ctx, { roles: ['Desk'], status: 'Pending' });
  const money = await createUser(app.ctx, { roles: ['Money'] });
  await createUser(app.ctx, { status: 'Pending' });
  const waitingFor = async ({ accessToken }: TestUser) => (await app.api(accessToken).staffStart.get()).waiting;
  expect(await waitingFor(desk)).toEqual({ guests: 1, enquiries: null, alerts: null, mails: null, payments: null });
  expect(await waitingFor(money)).toEqual({ guests: null, enquiries: null, alerts: 0, mails: null, payments: 0 });
  await createEvent(app.ctx);
  const start = async ({ accessToken }: TestUser) => {
    const { night, nightId } = await app.api(accessToken).staffStart.get();
    return { places: night?.places, nightId };
  };
  expect(await start(desk)).toEqual({ places: null, nightId: null });
  expect(await start(money)).toEqual({ places: { sold: 0, given: 0, held: 0, offered: 100, capacity: 400 }, nightId: null });
});

test('the steps of contacts and mail are done when they are set; an address of the example sends no mail for a club', async () => {
  const SMTP_URL = 'smtp://127.0.0.1:1';
  const example = await open({ ...OWN, SMTP_URL });
  expect((await example.start()).steps).toEqual({ ...NOTHING, club: true });
  const own = await open({ ...OWN, SMTP_URL, MAIL_FROM: 'tickets@own.club' });
  expect((await own.start()).steps).toEqual({ ...NOTHING, club: true, mail: true });
});

test('the house is described once the club says what it is, in both languages', async () => {
  const { app, admin, start } = await open();
  const { siteTexts } = app.api(admin.accessToken);
  const textsIn = (language: 'en' | 'ka') => ['pages:about.p1'].map((key) => ({ key, language, version: 0, value: 'Our own house.' }));
  await siteTexts.save({ body: { changes: textsIn('en') } });
  expect((await start()).steps.texts).toBe(false);
  await siteTexts.save({ body: { changes: textsIn('ka') } });
  expect((await start()).steps.texts).toBe(true);
  // After the text is removed, the house counts as not described.
  await siteTexts.save({ body: { changes: [{ key: 'pages:about.p1', language: 'ka', value: null, version: 1 }] } });
  expect((await start()).steps.texts).toBe(false);
});

test('alerts have a second way once a webhook is set', async () => {
  const { start } = await open({ ALERT_WEBHOOK: 'https://chat.example.com/hook' });
  expect((await start()).steps).toEqual({ ...NOTHING, alarm: true });
});

test('the mailbox is that of who looks', async () => {
  const { app, start } = await open();
  expect((await start()).steps.mailbox).toBe(false);
  const manager = await createUser(app.ctx, { roles: ['Manager'], emailProvedAt: app.clock.now() });
  expect((await app.api(manager.accessToken).staffStart.get()).steps.mailbox).toBe(true);
});

test('the steps of the first event follow it, and stay done once it was on sale', async () => {
  const { app, admin, start } = await open();
  const { id } = await createEvent(app.ctx, { state: 'draft', ticketTypes: [] });
  expect(await start()).toMatchObject({ steps: { ...NOTHING, night: true }, nightId: id, night: null });
  const lineUps = [{ floor: 1, artistName: 'Lela M.', startsAt: addDays(app.clock.now(), 1) }];
  const sold = await createEvent(app.ctx, {
    allocation: 300,
    capacity: 200,
    lineUps,
    startsAt: new Date(app.clock.now().getTime() + 60_000),
  });
  expect(await start()).toMatchObject({
    steps: { night: true, lineUp: true, ticketTypes: true, published: true },
    nightId: sold.id,
    night: { id: sold.id, nameLat: 'Night', places: { sold: 0, offered: 300, capacity: 200 }, isRunning: false },
  });
  app.clock.advanceMinutes(60 * 24 * 30);
  const token = await signInAgain(app.ctx, admin.id);
  expect(await app.api(token).staffStart.get()).toMatchObject({ steps: { published: true, lineUp: true }, night: null });
});

test('the figures stay when every event was cancelled', async () => {
  const { app, start } = await open();
  await createEvent(app.ctx, { state: 'cancelled' });
  expect(await start()).toMatchObject({ steps: { published: true }, night: null });
});

test('the event that runs is shown as running, of two the one that began last, before what comes next', async () => {
  const { app, start } = await open();
  const now = app.clock.now().getTime();
  const begun = (minutesAgo: number) => createEvent(app.ctx, { startsAt: new Date(now - minutesAgo * 60_000) });
  await createEvent(app.ctx);
  expect(await start()).toMatchObject({ night: { isRunning: false } });
  await begun(90);
  const last = await begun(30);
  await begun(60);
  expect(await start()).toMatchObject({ night: { id: last.id, isRunning: true } });
});

test('what waits is counted: guests to verify, new enquiries, open alerts, mails that did not arrive, payments to review', async () => {
  const { app, admin } = await open();
  await createUser(app.ctx, { status: 'Pending' });
  await createUser(app.ctx, { status: 'Pending', deletedAt: app.clock.now() });
  await app.api().enquiries.rental({ body: joinEnquiry('rental', rentalForm) });
  await raiseAlert(app.ctx, { kind: 'payment_flagged', subject: 'payment 99', detail: '' });
  await queueMail(app.ctx, {
    key: 'welcome:x',
    kind: 'welcome',
    recipient: 'a@example.com',
    language: 'en',
    payload: { userId: admin.id },
  });
  const { redirect, token } = await paidWithoutCallback(app);
  await falsify(app, await bankOrderOf(app, redirect), { reportedTetri: 1 });
  await comeBack(app, token);
  app.clock.advanceMinutes(11);
  const { waiting } = await app.api(admin.accessToken).staffStart.get();
  // The enquiry's mail also waits, because no job ran.
  expect(waiting).toEqual({ guests: 1, enquiries: 1, alerts: 2, mails: 2, payments: 1 });
});

test('an Owner sees how the nightly backups go, and nobody else does', async () => {
  const { app, start } = await open({ BACKUP_PASSPHRASE: 'correct horse battery' });
  const manager = await createUser(app.ctx, { roles: ['Manager'] });
  expect((await app.api(manager.accessToken).staffStart.get()).backup).toBeNull();
  const now = app.clock.now();
  const good = { triedAt: now, error: null, goodAt: now, fileName: 'nightly-2026-11-20.tar.zst.age', bytes: 2_300_000 };
  await writeOutcome(app.ctx.db, good);
  const shown = { madeAt: '2026-11-20T18:00:00+04:00', bytes: 2_300_000, error: null, byHand: null, isPassphraseOnServer: false };
  expect((await start()).backup).toEqual({ state: 'good', ...shown });
  await writeOutcome(app.ctx.db, { triedAt: addDays(now, 1), error: 'the disk is full.' });
  expect((await start()).backup).toEqual({ state: 'failed', ...shown, error: 'the disk is full.' });
  await writeOutcome(app.ctx.db, { ...good, goodAt: addDays(now, -2) });
  expect((await start()).backup).toMatchObject({ state: 'old', error: null });
});

test('an Owner sees the newest backup that was made by hand, before the first nightly one', async () => {
  const { app, start } = await open();
  const folder = backupFolder(app.ctx.env);
  await mkdir(folder, { recursive: true });
  const write = (name: string, bytes: number) => writeFile(join(folder, name), Buffer.alloc(bytes));
  await write(handMadeName(addDays(app.clock.now(), -1)), 1);
  await write('notes.txt', 3);
  const newest = handMadeName(app.clock.now());
  await write(newest, 2000);
  await utimes(join(folder, newest), app.clock.now(), app.clock.now());
  expect((await start()).backup).toMatchObject({ state: 'never', byHand: { madeAt: '2026-11-20T18:00:00+04:00', bytes: 2000 } });
});
