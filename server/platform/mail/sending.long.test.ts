import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { withTransaction, type Context } from '#server/platform/context.ts';
import { addJob } from '#server/platform/jobs/jobs.ts';
import { mails } from '#server/platform/platform.table.ts';
import { runDueJobs, startJobs } from '#server/registry.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { openTestLog } from '#tests/setup/log-lines.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSilentSmtp, startSmtp } from '#tests/setup/smtp.ts';
import { mailTransport } from './mail-transport.ts';
import { queueMail, sendMailJob } from './mail.service.ts';

const RESET_LINK = '/change_password?token=abc_DEF-123';

async function startWithMail(env: Record<string, string> = {}, hardStop?: AbortSignal): Promise<TestApp> {
  const app = await startTestApp({ env: { DATA_DIR: createTestFolder(), ...env }, ...(hardStop && { hardStop }) });
  return app;
}

const queueReset = (ctx: Context, fields: { key?: string; recipient?: string } = {}) =>
  queueMail(ctx, {
    key: 'password-reset:1',
    kind: 'password-reset',
    recipient: 'nino@example.com',
    language: 'en',
    payload: { token: 'abc_DEF-123' },
    ...fields,
  });

async function onlyMail({ ctx }: TestApp) {
  const rows = await ctx.db.select().from(mails);
  expect(rows).toHaveLength(1);
  return rows[0];
}

/** Ends the pause between two attempts of a job. */
const endWaiting = ({ ctx }: TestApp) =>
  ctx.db.execute(sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now())`);
const countJobs = async ({ ctx }: TestApp) =>
  Number((await ctx.db.execute<{ count: string }>(sql`select count(*) from graphile_worker.jobs`)).rows[0]?.count);

test('a mail reaches the mail server once, with its envelope and its headers', async () => {
  const smtp = await startSmtp();
  const app = await startWithMail({ SMTP_URL: smtp.url, MAIL_FROM: 'Rkali <tickets@rkali.example>', CONTACT_EMAIL: 'hello@rkali.example' });
  await queueReset(app.ctx);
  await runDueJobs(app.deps);
  await runDueJobs(app.deps);

  expect(smtp.received).toHaveLength(1);
  const [{ from, to, raw } = { from: '', to: [], raw: Buffer.alloc(0) }] = smtp.received;
  const { headers } = readMime(raw);
  expect({ from, to }).toEqual({ from: 'tickets@rkali.example', to: ['nino@example.com'] });
  expect(headers.get('from')).toEqual(['Rkali <tickets@rkali.example>']);
  expect(headers.get('to')).toEqual(['nino@example.com']);
  expect(headers.get('reply-to')).toEqual(['hello@rkali.example']);
  expect(headers.get('subject')).toEqual(['Set a new password']);
  expect(headers.get('auto-submitted')).toEqual(['auto-generated']);
  expect(headers.get('content-language')).toEqual(['en']);
  expect(new Date(headers.get('date')?.[0] ?? '')).toEqual(app.clock.now());
  expect(headers.get('message-id')?.[0]).toMatch(/^<[0-9a-f]{32}@rkali\.example>$/);
  expect(await onlyMail(app)).toMatchObject({ state: 'sent', attempts: 1, sentAt: app.clock.now(), lastError: null });
});

test('the token is gone from the database once its mail has left by SMTP', async () => {
  const smtp = await startSmtp();
  const app = await startWithMail({ SMTP_URL: smtp.url });
  await queueReset(app.ctx);
  await runDueJobs(app.deps);
  expect(textOf(readMime(smtp.received[0]?.raw ?? Buffer.alloc(0)), 'text/plain')).toContain(RESET_LINK);
  expect(await onlyMail(app)).toMatchObject({ state: 'sent', payload: {} });
});

test('asking twice for the same mail writes one row and sends one mail', async () => {
  const smtp = await startSmtp();
  const app = await startWithMail({ SMTP_URL: smtp.url });
  await Promise.all(Array.from({ length: 10 }, () => queueReset(app.ctx)));
  await runDueJobs(app.deps);
  expect(await onlyMail(app)).toMatchObject({ state: 'sent' });
  expect(smtp.received).toHaveLength(1);
});

test('a mail asked for in a transaction that fails is never sent', async () => {
  const smtp = await startSmtp();
  const app = await startWithMail({ SMTP_URL: smtp.url });
  const failing = withTransaction(app.ctx, async (tx) => {
    await queueReset(tx);
    throw new Error('the command failed');
  });
  await expect(failing).rejects.toThrow('the command failed');
  await runDueJobs(app.deps);
  expect(smtp.received).toEqual([]);
  expect(await app.ctx.db.select().from(mails)).toEqual([]);
});

test('while the mail server is down the mail waits, then arrives once under the Message-ID it always had', async () => {
  const gone = await startSmtp();
  const { port, url } = gone;
  await gone.stop();
  const app = await startWithMail({ SMTP_URL: url });
  await queueReset(app.ctx);
  const before = await onlyMail(app);
  await runDueJobs(app.deps);
  expect(await onlyMail(app)).toMatchObject({ state: 'queued', attempts: 1, lastError: expect.stringContaining('ECONNREFUSED') });

  const smtp = await startSmtp({ port });
  await endWaiting(app);
  await runDueJobs(app.deps);
  await runDueJobs(app.deps);
  expect(await onlyMail(app)).toMatchObject({ state: 'sent', attempts: 2, lastError: null, messageId: before?.messageId });
  expect(smtp.received).toHaveLength(1);
  expect(readMime(smtp.received[0]?.raw ?? Buffer.alloc(0)).headers.get('message-id')).toEqual([before?.messageId]);
});

test('a mail handed over by a process that died before marking it goes out again under the same Message-ID', async () => {
  const smtp = await startSmtp();
  const app = await startWithMail({ SMTP_URL: smtp.url });
  await app.api().enquiries.dj({ body: 'Is the 5th free?' });
  await runDueJobs(app.deps);
  const mail = await onlyMail(app);
  await app.ctx.db.update(mails).set({ state: 'queued', sentAt: null });
  await addJob(app.ctx, sendMailJob, { mailId: mail?.id ?? 0 });
  await runDueJobs(app.deps);
  const ids = smtp.received.map(({ raw }) => readMime(raw).headers.get('message-id')?.[0]);
  expect(ids).toEqual([mail?.messageId, mail?.messageId]);
});

test('the same few connections to the mail server carry many mails', async () => {
  const smtp = await startSmtp();
  const app = await startWithMail({ SMTP_URL: smtp.url });
  for (let number = 1; number <= 60; number += 1) await queueReset(app.ctx, { key: `password-reset:${number}` });
  const runner = await startJobs(app.deps);
  onTestFinished(() => runner.stop());
  await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(60);
  expect(smtp.connections()).toBeLessThanOrEqual(8);
});

test('a mail that is sent is not sent again, however often its job runs', async () => {
  const smtp = await startSmtp();
  const app = await startWithMail({ SMTP_URL: smtp.url });
  await queueReset(app.ctx);
  await runDueJobs(app.deps);
  const mail = await onlyMail(app);
  for (let time = 0; time < 3; time++) await addJob(app.ctx, sendMailJob, { mailId: mail?.id ?? 0 });
  await runDueJobs(app.deps);
  expect(smtp.received).toHaveLength(1);
});

test('a recipient the server refuses for good is not tried again', async () => {
  const smtp = await startSmtp({ refusal: '550 5.1.1 No such user' });
  const app = await startWithMail({ SMTP_URL: smtp.url });
  await queueReset(app.ctx);
  await runDueJobs(app.deps);
  expect(await onlyMail(app)).toMatchObject({ state: 'dead', attempts: 1, lastError: expect.stringContaining('No such user') });
  expect(await countJobs(app)).toBe(0);
});

test.each(['450 4.2.1 Mailbox busy', '554 5.7.1 Relay access denied'])('after %j the mail is tried again', async (refusal) => {
  const smtp = await startSmtp({ refusal });
  const app = await startWithMail({ SMTP_URL: smtp.url });
  await queueReset(app.ctx);
  await runDueJobs(app.deps);
  expect(await onlyMail(app)).toMatchObject({ state: 'queued', attempts: 1 });
  expect(await countJobs(app)).toBe(1);
});

test('a reason that cannot be written down tells neither the log nor the job queue who the recipient is', async () => {
  const smtp = await startSmtp({ refusal: '450 4.2.1 <nino@example.com> is busy' });
  const { log, lines } = openTestLog();
  const { ctx, deps, owner } = await startTestApp({ log, env: { SMTP_URL: smtp.url } });
  await queueReset(ctx);
  await owner.execute(sql`alter table mails add check (last_error is null)`);
  await runDueJobs(deps);
  const { rows } = await ctx.db.execute(sql`select last_error from graphile_worker.jobs`);
  for (const written of [JSON.stringify(lines), JSON.stringify(rows)]) {
    expect(written).toContain('Failed query: update');
    expect(written).not.toContain('nino@example.com');
  }
});

test('a mail that cannot be sent for days is given up', async () => {
  const smtp = await startSmtp({ refusal: '450 4.2.1 Mailbox busy' });
  const app = await startWithMail({ SMTP_URL: smtp.url });
  await queueReset(app.ctx);
  await app.ctx.db.update(mails).set({ attempts: 19 });
  await runDueJobs(app.deps);
  expect(await onlyMail(app)).toMatchObject({ state: 'dead', attempts: 20 });
  expect(await countJobs(app)).toBe(0);
});

test.each([
  'nino@example.com, thief@example.com',
  'nino@example.com\r\nBcc: thief@example.com',
  'Nino <nino@example.com>',
  'friends:nino@example.com',
  'nino@example.com@thief.example',
  'nino',
  '',
])('a mail to %j fails nobody and goes to nobody', async (recipient) => {
  const smtp = await startSmtp();
  const app = await startWithMail({ SMTP_URL: smtp.url });
  await queueReset(app.ctx, { recipient });
  await runDueJobs(app.deps);
  expect(await onlyMail(app)).toMatchObject({ state: 'dead', recipient });
  expect(smtp.received).toEqual([]);
});

test('without a mail server every mail becomes one whole file that only we may read', async () => {
  const app = await startWithMail();
  await queueReset(app.ctx);
  await runDueJobs(app.deps);
  const folder = join(app.deps.env.dataDir, 'mail');
  expect(readdirSync(folder)).toEqual(['000001-password-reset.eml']);
  const file = join(folder, '000001-password-reset.eml');
  expect(textOf(readMime(readFileSync(file)), 'text/plain')).toContain(RESET_LINK);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(await onlyMail(app)).toMatchObject({ state: 'sent' });
});

test('the same mail written again replaces its file', async () => {
  const app = await startWithMail();
  await queueReset(app.ctx);
  await runDueJobs(app.deps);
  await app.ctx.db.update(mails).set({ state: 'queued' });
  await addJob(app.ctx, sendMailJob, { mailId: 1 });
  await runDueJobs(app.deps);
  expect(readdirSync(join(app.deps.env.dataDir, 'mail'))).toEqual(['000001-password-reset.eml']);
});

test('in production neither a password nor a mail reaches a mail server that offers no TLS', async () => {
  const smtp = await startSmtp();
  const url = smtp.url.replace('smtp://', 'smtp://club:password@');
  const app = await startWithMail({
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost:3000',
    PAYMENTS: 'fake',
    RATE_LIMIT_SCALE: '1',
    SMTP_URL: url,
  });
  await queueReset(app.ctx);
  await runDueJobs(app.deps);
  expect(await onlyMail(app)).toMatchObject({ state: 'queued', attempts: 1, lastError: expect.stringContaining('STARTTLS') });
  expect([smtp.connections(), smtp.received]).toEqual([1, []]);
});

test('in production the token is gone from the database also when mails are files', async () => {
  const app = await startWithMail({
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost:3000',
    PAYMENTS: 'fake',
    MAIL: 'files',
    RATE_LIMIT_SCALE: '1',
  });
  await queueReset(app.ctx);
  await runDueJobs(app.deps);
  expect(await onlyMail(app)).toMatchObject({ state: 'sent', payload: {} });
});

test('calls are answered while the mail server hangs', async () => {
  const silent = await startSilentSmtp();
  const app = await startWithMail({ SMTP_URL: silent.url });
  const runner = await startJobs(app.deps);
  for (let number = 1; number <= 5; number++) {
    await app.api().enquiries.rental({ body: `Name: Guest ${number}||Email: guest@example.com||Event Description: A birthday` });
  }
  await expect.poll(silent.connections).toBeGreaterThan(0);
  expect(await app.api().gallery.images({})).toMatchObject({ total: 0 });
  expect(await app.ctx.db.select().from(mails)).toHaveLength(5);
  const stopped = runner.stop();
  silent.hangUp();
  mailTransport(app.deps).close();
  await stopped;
});

test('a mail whose server hangs is given up when the process stops, even on its last attempt, and leaves after the next start', async () => {
  const silent = await startSilentSmtp();
  const stop = new AbortController();
  const app = await startWithMail({ SMTP_URL: silent.url }, stop.signal);
  await queueReset(app.ctx);
  await app.ctx.db.update(mails).set({ attempts: 19 });
  const work = runDueJobs(app.deps);
  await expect.poll(silent.connections).toBe(1);
  stop.abort(new Error('the process stops'));
  await work;
  expect(await onlyMail(app)).toMatchObject({ state: 'queued', lastError: expect.stringContaining('aborted') });

  const smtp = await startSmtp();
  const next = await startTestApp({ databaseUrl: app.deps.env.databaseUrl ?? '', clock: app.clock, env: { SMTP_URL: smtp.url } });
  await endWaiting(next);
  await runDueJobs(next.deps);
  expect(smtp.received).toHaveLength(1);
  expect(await onlyMail(next)).toMatchObject({ state: 'sent' });
});
