import { createServer, type IncomingMessage } from 'node:http';
import { isNotNull, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { MAILS_AT_ONCE, mailTransport } from '#server/platform/mail/mail-transport.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { mails } from '#server/platform/platform.table.ts';
import { runDueJobs, startJobs } from '#server/registry.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { listening } from '#tests/setup/listening.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { raiseAlert, resolveAlert } from './alerts.service.ts';
import { mailAlerts } from './alerts.jobs.ts';

/** No job ends this alert; `watch-mails` would end `mails_stuck` within a minute. */
const flagged = { kind: 'payment_flagged', subject: 'payment 12', detail: 'A payment waits for a person.' } as const;
const WITHIN_A_MINUTE = { timeout: 60_000, interval: 200 };
/** Shorter than the half minute after which an attempt at a mail gives up on a silent connection. */
const BEFORE_THEY_GIVE_UP = { timeout: 20_000 };

/** Starts a receiver of calls on its own port that answers with `answer`. */
async function startReceiver(answer: (request: IncomingMessage) => { status: number; headers?: Record<string, string> } | 'nothing') {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      bodies.push(JSON.parse(text));
      const answered = answer(request);
      if (answered !== 'nothing') response.writeHead(answered.status, answered.headers).end();
    });
  });
  return { url: `http://127.0.0.1:${await listening(server)}/hook?secret=1`, bodies };
}

/** Runs the jobs of the process until the test ends. */
async function work({ deps }: TestApp, hangUp: () => void = () => undefined): Promise<void> {
  const runners = await startJobs(deps);
  onTestFinished(async () => {
    const stopped = runners.stop();
    hangUp();
    mailTransport(deps).close();
    await stopped;
  });
}

test('within a minute an alert and its end reach a mail server and the webhook', async () => {
  const smtp = await startSmtp();
  const receiver = await startReceiver(() => ({ status: 204 }));
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, ALERT_WEBHOOK: receiver.url } });
  await createAdmin(app.ctx, { emailProvedAt: app.clock.now() });
  await work(app);
  await raiseAlert(app.ctx, flagged);
  await expect.poll(() => [smtp.received.length, receiver.bodies.length], WITHIN_A_MINUTE).toEqual([1, 1]);
  await resolveAlert(app.ctx, flagged);
  await expect.poll(() => [smtp.received.length, receiver.bodies.length], WITHIN_A_MINUTE).toEqual([2, 2]);
  const [since, site] = ['2026-11-20T18:00:00+04:00', app.ctx.env.publicUrl];
  const same = { kind: flagged.kind, subject: flagged.subject, since, site };
  expect(receiver.bodies).toEqual([
    { ...same, event: 'opened', text: `Alert: Payment needs review (payment 12). ${site}/staff` },
    { ...same, event: 'ended', text: `Resolved: Payment needs review (payment 12). ${site}/staff`, until: since },
  ]);
}, 130_000);

test('an alert reaches the webhook and the Owner while a mail server that hangs keeps all workers for mails', async () => {
  const smtp = await startSmtp({ hangsFor: 'nino@example.com' });
  const receiver = await startReceiver(() => ({ status: 200 }));
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, ALERT_WEBHOOK: receiver.url } });
  const owner = await createAdmin(app.ctx, { emailProvedAt: app.clock.now() });
  const payload = { token: 'abc_DEF-123' };
  for (let number = 1; number <= 30; number += 1)
    await queueMail(app.ctx, {
      key: `password-reset:${number}`,
      kind: 'password-reset',
      recipient: 'nino@example.com',
      language: 'en',
      payload,
    });
  await work(app);
  await expect.poll(smtp.connections).toBe(MAILS_AT_ONCE);
  await raiseAlert(app.ctx, flagged);
  await expect.poll(() => receiver.bodies.length, BEFORE_THEY_GIVE_UP).toBe(1);
  await expect.poll(() => smtp.received.flatMap(({ to }) => to), BEFORE_THEY_GIVE_UP).toEqual([owner.email]);
  expect(await app.ctx.db.$count(mails, isNotNull(mails.lastError))).toBe(0);
}, 60_000);

test.each([
  ['refuses', () => ({ status: 500 })],
  ['sends the caller elsewhere', () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })],
] as const)('a webhook that %s is called again by the queue, never elsewhere', async (_, answer) => {
  let isWell = false;
  const receiver = await startReceiver(() => (isWell ? { status: 200 } : answer()));
  const app = await startTestApp({ env: { ALERT_WEBHOOK: receiver.url } });
  await raiseAlert(app.ctx, flagged);
  await mailAlerts.run(app.ctx, {});
  await runDueJobs(app.deps);
  const jobs = async () =>
    (
      await app.ctx.db.execute(
        sql`select last_error from graphile_worker._private_jobs where task_id in (select id from graphile_worker._private_tasks where identifier = 'post-alert')`,
      )
    ).rows;
  expect(JSON.stringify(await jobs())).toMatch(/webhook for alerts answered (500|302)/);
  expect(JSON.stringify(await jobs())).not.toContain('secret');
  isWell = true;
  await app.ctx.db.execute(sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now())`);
  await runDueJobs(app.deps);
  expect(receiver.bodies).toHaveLength(2);
  expect(await jobs()).toEqual([]);
});

test('a call that its alert outlived is not made', async () => {
  const receiver = await startReceiver(() => ({ status: 200 }));
  const app = await startTestApp({ env: { ALERT_WEBHOOK: receiver.url } });
  await raiseAlert(app.ctx, flagged);
  await mailAlerts.run(app.ctx, {});
  await resolveAlert(app.ctx, flagged);
  await mailAlerts.run(app.ctx, {});
  const sent = async () => {
    await runDueJobs(app.deps);
    return receiver.bodies;
  };
  await expect.poll(sent, { timeout: 10_000 }).toMatchObject([{ event: 'ended' }]);
  expect(await sent()).toMatchObject([{ event: 'ended' }]);
});

test('a webhook that hangs is left after its time, while the other jobs go on', async () => {
  const receiver = await startReceiver(() => 'nothing');
  const app = await startTestApp({ env: { ALERT_WEBHOOK: receiver.url } });
  for (const number of [1, 2, 3, 4]) await raiseAlert(app.ctx, { ...flagged, subject: `payment ${number}` });
  await mailAlerts.run(app.ctx, {});
  await work(app);
  await expect.poll(() => receiver.bodies.length, { timeout: 10_000 }).toBe(1);
  const failed = async () =>
    (await app.ctx.db.execute(sql`select last_error from graphile_worker._private_jobs where last_error like '%webhook%'`)).rows.length;
  expect(await failed()).toBe(0);
  await expect.poll(failed, { timeout: 30_000 }).toBeGreaterThan(0);
}, 60_000);
