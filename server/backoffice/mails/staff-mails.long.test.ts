import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { toWireTime } from '#shared/dates.ts';
import { queueMail, sendMailJob } from '#server/platform/mail/mail.service.ts';
import { mails, auditEntries } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { takeUpAndLive } from '#tests/setup/stuck-worker.ts';

const token = 'abc_DEF-123456789012345678901234567890';

/** A club whose mail server refuses everything until it is switched. */
async function openDesk() {
  const smtp = await startSmtp({ refusal: '550 5.1.1 No such user' });
  const app = await startTestApp({ env: { SMTP_URL: smtp.url } });
  const admin = await createAdmin(app.ctx);
  const queue = (kind: 'welcome' | 'password-reset', recipient = 'nino@example.com') =>
    kind === 'welcome'
      ? queueMail(app.ctx, { key: `welcome:${recipient}`, kind, recipient, language: 'en', payload: { userId: admin.id } })
      : queueMail(app.ctx, { key: 'password-reset:1', kind, recipient, language: 'en', payload: { token } });
  const rows = () => app.ctx.db.select().from(mails).orderBy(mails.id);
  const log = () => app.ctx.db.select({ action: auditEntries.action, detail: auditEntries.detail }).from(auditEntries);
  return { app, smtp, queue, rows, log, desk: app.api(admin.accessToken).staffMails };
}

test('mails that were given up or wait for long are listed, newest first; one on its way is not', async () => {
  const { app, queue, desk } = await openDesk();
  await queue('welcome');
  await runDueJobs(app.deps);
  await queue('welcome', 'ana@example.com');
  const dead = { id: 1, kind: 'welcome', recipient: 'nino@example.com', state: 'dead', attempts: 1, canRetry: true };
  expect((await desk.list({})).items).toMatchObject([{ ...dead, lastError: expect.stringContaining('No such user') }]);
  app.clock.advanceMinutes(11);
  expect((await desk.list({})).items.map(({ id, state }) => [id, state])).toEqual([
    [2, 'queued'],
    [1, 'dead'],
  ]);
  expect((await desk.list({ state: 'queued' })).items.map(({ id }) => id)).toEqual([2]);
  expect(await desk.list({ limit: 1 })).toMatchObject({ items: [{ id: 2 }], next: 2 });
  expect((await desk.list({ before: 2 })).items.map(({ id }) => id)).toEqual([1]);
});

test('a mail that has no content when it is due has not failed', async () => {
  const { app, smtp, rows, desk } = await openDesk();
  await queueMail(app.ctx, { key: 'welcome:0', kind: 'welcome', recipient: 'nino@example.com', language: 'en', payload: { userId: 0 } });
  await runDueJobs(app.deps);
  app.clock.advanceMinutes(11);
  expect(smtp.received).toEqual([]);
  expect(await rows()).toMatchObject([{ state: 'skipped', lastError: null }]);
  expect((await desk.list({})).items).toEqual([]);
  const admin = await createAdmin(app.ctx);
  expect((await app.api(admin.accessToken).staffStart.get()).waiting.mails).toBe(0);
  const figures = await (await fetch(`${app.url}/metrics`)).text();
  expect(figures).toMatch(/^mails\{state="queued"\} 0\nmails\{state="dead"\} 0$/m);
  await expect(desk.retry({ id: 1 })).rejects.toMatchObject({ body: { code: 'conflict' } });
  await expect(desk.giveUp({ id: 1 })).rejects.toMatchObject({ body: { code: 'conflict' } });
});

test('what a mail server said is shown without secrets', async () => {
  const { app, queue, desk } = await openDesk();
  await queue('welcome');
  await app.ctx.db.update(mails).set({ state: 'dead', lastError: `connect smtp://rkali:s3cret@mail.example failed for ${token}` });
  expect((await desk.list({})).items[0]?.lastError).toBe('connect smtp://…@mail.example failed for …');
});

test('a mail that was given up is sent again, once, with all its attempts', async () => {
  const { app, smtp, queue, rows, log, desk } = await openDesk();
  await queue('welcome');
  await runDueJobs(app.deps);
  await smtp.stop();
  const working = await startSmtp({ port: smtp.port });
  expect(await desk.retry({ id: 1 })).toMatchObject({ state: 'queued', attempts: 0 });
  await desk.retry({ id: 1 });
  await runDueJobs(app.deps);
  expect(working.received).toHaveLength(1);
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  await expect(desk.retry({ id: 1 })).rejects.toMatchObject({ body: { code: 'conflict' } });
  expect(await log()).toEqual([
    { action: 'mail.retry', detail: { kind: 'welcome', attempts: 1, before: 'dead', after: 'queued' } },
    { action: 'mail.retry', detail: { kind: 'welcome', attempts: 0, before: 'queued', after: 'queued' } },
  ]);
});

test('a mail that waits is given up and does not leave; its secret goes with it', async () => {
  const { app, smtp, queue, rows, log, desk } = await openDesk();
  await queue('password-reset');
  expect(await desk.giveUp({ id: 1 })).toMatchObject({ state: 'dead', canRetry: false });
  await runDueJobs(app.deps);
  expect(smtp.received).toEqual([]);
  expect(await rows()).toMatchObject([{ state: 'dead', attempts: 0, payload: {} }]);
  await expect(desk.giveUp({ id: 1 })).rejects.toMatchObject({ body: { code: 'conflict' } });
  await expect(desk.retry({ id: 1 })).rejects.toMatchObject({ body: { code: 'conflict' } });
  expect(await log()).toEqual([
    { action: 'mail.give_up', detail: { kind: 'password-reset', attempts: 0, before: 'queued', after: 'dead' } },
  ]);
});

test('a warning about an account is tried as long as every mail: staff cannot keep it from its reader', async () => {
  const { app, smtp, rows, desk } = await openDesk();
  const payload = { changedAt: toWireTime(app.clock.now()) };
  await queueMail(app.ctx, { key: 'password-changed:1', kind: 'password-changed', recipient: 'nino@example.com', language: 'en', payload });
  app.clock.advanceMinutes(11);
  expect((await desk.list({})).items).toMatchObject([{ state: 'queued', canRetry: true, canGiveUp: false }]);
  await expect(desk.giveUp({ id: 1 })).rejects.toMatchObject({ body: { code: 'conflict' } });
  await smtp.stop();
  const working = await startSmtp({ port: smtp.port });
  await runDueJobs(app.deps);
  expect([working.received.length, (await rows()).map(({ state }) => state)]).toEqual([1, ['sent']]);
});

test('a mail that was given up a moment ago is sent again, although its last attempt still has a worker', async () => {
  const { app, queue, rows, desk } = await openDesk();
  await queue('welcome');
  await takeUpAndLive(app, sendMailJob);
  await app.ctx.db.update(mails).set({ state: 'dead' });
  expect(await desk.retry({ id: 1 })).toMatchObject({ state: 'queued' });
  await runDueJobs(app.deps);
  expect(await rows()).toMatchObject([{ state: 'dead', attempts: 1 }]);
});

test('a mail that a worker has just now goes on with its attempts when it is sent again', async () => {
  const { app, queue, desk } = await openDesk();
  await queue('welcome');
  await takeUpAndLive(app, sendMailJob);
  await app.ctx.db.update(mails).set({ attempts: 7 });
  expect(await desk.retry({ id: 1 })).toMatchObject({ state: 'queued', attempts: 7 });
  expect((await app.ctx.db.execute(sql`select from graphile_worker.jobs where task_identifier = 'send-mail'`)).rowCount).toBe(1);
});

test('a mail without a recipient cannot be sent again', async () => {
  const { app, queue, desk } = await openDesk();
  await queue('welcome', 'not an address');
  expect((await desk.list({})).items).toMatchObject([{ state: 'dead', canRetry: false }]);
  await expect(desk.retry({ id: 1 })).rejects.toMatchObject({ status: 409, body: { code: 'mail_without_address' } });
  await expect(desk.retry({ id: 77 })).rejects.toMatchObject({ status: 404 });
  expect(await app.ctx.db.select().from(mails).where(eq(mails.state, 'queued'))).toEqual([]);
});

test('a mail to a deleted account does not wait, and another attempt is refused with a clear message', async () => {
  const { app, queue, log, desk } = await openDesk();
  await queue('welcome');
  await app.ctx.db.update(mails).set({ state: 'dead', recipient: 'deleted:7' });
  expect((await desk.list({})).items).toEqual([]);
  await expect(desk.retry({ id: 1 })).rejects.toMatchObject({
    status: 409,
    body: { code: 'mail_without_address', message: expect.stringContaining('deleted') },
  });
  await runDueJobs(app.deps);
  expect(await app.ctx.db.select({ state: mails.state, attempts: mails.attempts }).from(mails)).toEqual([{ state: 'dead', attempts: 0 }]);
  expect(await log()).toEqual([]);
});

test('mails are for staff', async () => {
  const { app } = await openDesk();
  const { accessToken } = await createUser(app.ctx);
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/1/retry'],
    ['POST', '/1/give-up'],
  ] as const) {
    const call = (bearer?: string) => rawCall(app.url, `/api/staff/mails${path}`, { method, ...(bearer ? { bearer } : {}) });
    expect([path, (await call()).status, (await call(accessToken)).status]).toEqual([path, 401, 403]);
  }
});
