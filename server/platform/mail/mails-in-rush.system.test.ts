import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { withTransaction } from '#server/platform/context.ts';
import { createReleaseAbandoned } from '#server/platform/jobs/abandoned.jobs.ts';
import { countRequest, isRush } from '#server/platform/load.ts';
import { mails } from '#server/platform/platform.table.ts';
import { mailKinds, startJobs } from '#server/registry.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { takeUpAndDie } from '#tests/setup/stuck-worker.ts';
import { createSendMail } from './mail.jobs.ts';
import { queueMail, queueMails } from './mail.service.ts';
import { LONGEST_WAIT_MS, sendAfterRush } from './send-after-rush.ts';

const TURN_MS = 100;
const BUSY_MS = 85;
const REQUESTS_A_TURN = 20;
/** More than become due at once. */
const MAILS = 30;
const FIRST = -1;
const LAST = 1;
/** Due before the rush. */
const EARLIER_MAILS = 10;
/** Well before the latest time of a mail that waits. */
const SOON_MS = LONGEST_WAIT_MS / 2;

/** Keeps the event loop busy with requests until it is ended; resolves when the process knows of the rush. */
async function startRush(): Promise<() => void> {
  const timer = setInterval(() => {
    for (let request = 0; request < REQUESTS_A_TURN; request += 1) countRequest();
    const end = performance.now() + BUSY_MS;
    while (performance.now() < end);
  }, TURN_MS);
  const end = () => clearInterval(timer);
  onTestFinished(end);
  await expect.poll(isRush).toBe(true);
  return end;
}

const reset = { kind: 'password-reset', recipient: 'nino@example.com', language: 'en', payload: { token: 'abc' } } as const;

async function startWithMail() {
  // That of the test before.
  await expect.poll(isRush, { timeout: SOON_MS }).toBe(false);
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url } });
  const queue = (key: string) => queueMail(app.ctx, { ...reset, key });
  // The workers' job, so that this process makes mails wait; none of them works yet.
  const send = sendAfterRush(app.ctx, createSendMail(mailKinds));
  return { smtp, app, queue, send };
}

/** The seconds until each waiting job is due. */
const waits = async ({ ctx }: TestApp): Promise<number[]> =>
  (
    await ctx.db.execute<{ seconds: number }>(sql`
      select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs
      where task_identifier = 'send-mail' and locked_at is null and run_at > now()`)
  ).rows.map(({ seconds }) => seconds);

const jobsLeft = async ({ ctx }: TestApp): Promise<number | null> =>
  (await ctx.db.execute(sql`select from graphile_worker.jobs where task_identifier = 'send-mail'`)).rowCount;

const priorities = async ({ ctx }: TestApp): Promise<number[]> =>
  (await ctx.db.execute<{ priority: number }>(sql`select priority from graphile_worker.jobs where task_identifier = 'send-mail'`)).rows.map(
    ({ priority }) => priority,
  );

const isLockedForLong = async ({ ctx }: TestApp): Promise<boolean> =>
  (await ctx.db.execute(sql`select from graphile_worker.jobs where locked_at < now() - interval '11 seconds'`)).rowCount === 1;

test('in a rush mails wait in the queue, take no worker and no attempt, and all leave soon after it', async () => {
  const { smtp, app, queue } = await startWithMail();
  for (let mail = 0; mail < EARLIER_MAILS; mail += 1) await queue(`earlier mail ${mail}`);
  const endRush = await startRush();
  for (let mail = 0; mail < MAILS; mail += 1) await queue(`mail ${mail}`);
  // Before any worker could look at them.
  expect(await waits(app)).toHaveLength(MAILS);
  const runners = await startJobs(app.deps);
  onTestFinished(runners.stop);
  await expect.poll(() => waits(app), { timeout: SOON_MS }).toHaveLength(EARLIER_MAILS + MAILS);
  for (const wait of await waits(app)) expect(wait).toBeLessThan(LONGEST_WAIT_MS / 1000);
  expect(smtp.received).toEqual([]);
  const queued = await app.ctx.db.select().from(mails);
  for (const mail of queued) expect(mail).toMatchObject({ state: 'queued', attempts: 0 });

  endRush();
  await expect.poll(() => smtp.received.length, { timeout: SOON_MS }).toBe(EARLIER_MAILS + MAILS);
  expect(await waits(app)).toEqual([]);

  const endNext = await startRush();
  await queue('mail of the next rush');
  expect(await waits(app)).toHaveLength(1);
  endNext();
  await expect.poll(() => smtp.received.length, { timeout: SOON_MS }).toBe(EARLIER_MAILS + MAILS + 1);
});

test('a mail of a transaction that fails in a rush is never sent, and those beside it are', async () => {
  const { smtp, app, queue } = await startWithMail();
  const endRush = await startRush();
  const failing = withTransaction(app.ctx, async (tx) => {
    await queueMail(tx, { ...reset, key: 'undone' });
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  await queue('kept');
  const runners = await startJobs(app.deps);
  onTestFinished(runners.stop);
  endRush();
  await expect.poll(() => jobsLeft(app), { timeout: SOON_MS }).toBe(0);
  expect(smtp.received).toHaveLength(1);
});

test('a transaction that stays open after a rush keeps no other mail back', async () => {
  const { smtp, app, queue } = await startWithMail();
  // The first job of a kind in a database enters the kind, which others would wait for.
  await queue('mail of before');
  const endRush = await startRush();
  const commit = Promise.withResolvers<void>();
  const queued = Promise.withResolvers<void>();
  const open = withTransaction(app.ctx, async (tx) => {
    await queueMail(tx, { ...reset, key: 'open' });
    queued.resolve();
    await commit.promise;
  });
  await queued.promise;
  for (let mail = 0; mail < MAILS; mail += 1) await queue(`mail ${mail}`);
  const runners = await startJobs(app.deps);
  onTestFinished(runners.stop);
  endRush();
  await expect.poll(() => smtp.received.length, { timeout: SOON_MS }).toBe(MAILS + 1);
  commit.resolve();
  await open;
  await expect.poll(() => smtp.received.length, { timeout: SOON_MS }).toBe(MAILS + 2);
});

test('after a rush a mail that is being sent is not queued again, and no pause after a failure is cut short', async () => {
  const { smtp, app, queue, send } = await startWithMail();
  await queue('being sent');
  await queue('failed before');
  const [sending, failed] = await app.ctx.db.select().from(mails).orderBy(mails.id);
  const endRush = await startRush();
  const latest = app.clock.now().getTime() + LONGEST_WAIT_MS;
  for (const mail of [sending, failed]) await send(app.ctx, { mailId: mail?.id ?? 0, latest });
  await app.owner.execute(
    sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where key = ${`mail:${sending?.id}`}`,
  );
  await app.owner.execute(sql`update graphile_worker._private_jobs set attempts = 3 where key = ${`mail:${failed?.id}`}`);
  const before = await app.ctx.db.execute(sql`select id, key, attempts, run_at from graphile_worker.jobs order by id`);
  expect(before.rows).toHaveLength(2);
  endRush();
  await expect.poll(isRush, { timeout: SOON_MS }).toBe(false);
  // Several looks.
  await sleep(1_000);
  const after = await app.ctx.db.execute(sql`select id, key, attempts, run_at from graphile_worker.jobs order by id`);
  expect(after.rows).toEqual(before.rows);
  expect(smtp.received).toEqual([]);
});

test('a process without workers, such as a command, makes no mail wait for a watch that would end with it', async () => {
  const app = await startTestApp();
  await startRush();
  await queueMail(app.ctx, { ...reset, key: 'by a command' });
  expect(await waits(app)).toEqual([]);
  expect(await jobsLeft(app)).toBe(1);
});

test('what is urgent leaves in a rush, and what may wait for others still does after it', async () => {
  const { smtp, app } = await startWithMail();
  const endRush = await startRush();
  await queueMails(app.ctx, [{ ...reset, key: 'urgent', recipient: 'owner@example.com' }], { priority: FIRST });
  await queueMails(app.ctx, [{ ...reset, key: 'patient' }], { priority: LAST });
  const runners = await startJobs(app.deps);
  onTestFinished(runners.stop);
  await expect.poll(() => smtp.received.map(({ to }) => to), { timeout: SOON_MS }).toEqual([['owner@example.com']]);
  await expect.poll(() => priorities(app)).toEqual([LAST]);
  await runners.stop();

  endRush();
  await expect.poll(() => waits(app), { timeout: SOON_MS }).toEqual([]);
  expect(await priorities(app)).toEqual([LAST]);
  // In another rush it does not wait anew.
  const limited = await app.owner.execute(sql`select from graphile_worker._private_jobs where (payload ->> 'latest')::bigint > 0`);
  expect(limited.rowCount).toBe(1);
});

test('a rush without an end does not keep a mail for ever', async () => {
  const { smtp, app, queue, send } = await startWithMail();
  await queue('patient');
  const [mail] = await app.ctx.db.select().from(mails).where(eq(mails.key, 'patient'));
  const mailId = mail?.id ?? 0;
  await startRush();
  const latest = app.clock.now().getTime() + SOON_MS;
  await send(app.ctx, { mailId, latest });
  expect(smtp.received).toEqual([]);
  expect(await waits(app)).toHaveLength(1);
  expect((await waits(app))[0]).toBeLessThanOrEqual(SOON_MS / 1000);
  await send(app.ctx, { mailId, latest: app.clock.now().getTime() });
  expect(smtp.received).toHaveLength(1);
});

test('a mail that failed before keeps its pauses and its count of attempts', async () => {
  const { smtp, app, queue, send } = await startWithMail();
  await queue('failed');
  const [mail] = await app.ctx.db.select().from(mails);
  await startRush();
  await send(app.ctx, { mailId: mail?.id ?? 0 }, undefined, 2);
  expect(smtp.received).toHaveLength(1);
  expect(await waits(app)).toEqual([]);
});

test('a mail whose process died right after it was postponed is sent once, and counts as no failed job', async () => {
  const { smtp, app, queue, send } = await startWithMail();
  await queue('interrupted');
  await takeUpAndDie(app, 'send-mail');
  const [mail] = await app.ctx.db.select().from(mails);
  const endRush = await startRush();
  await send(app.ctx, { mailId: mail?.id ?? 0 });
  endRush();
  await expect.poll(() => isLockedForLong(app), { timeout: 20_000 }).toBe(true);
  await createReleaseAbandoned()(app.ctx, {});
  const jobs = await app.ctx.db.execute(sql`select attempts < max_attempts as is_open from graphile_worker.jobs`);
  expect(jobs.rows).toEqual([{ is_open: true }]);
  expect(smtp.received).toEqual([]);
});
