import { sql } from 'drizzle-orm';
import { Logger, run, type Runner } from 'graphile-worker';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { startJobs } from '#server/registry.ts';
import { addJobs } from './jobs.ts';
import { keepRunning, type Runners } from './runner.ts';

test('work that ended by itself does not begin anew when the process stops in the pause', async () => {
  const { deps } = await startTestApp();
  const logger = new Logger(() => () => undefined);
  const options = { pgPool: deps.database.pool, taskList: { nothing: () => undefined }, crontab: '', noHandleSignals: true, logger };
  const started: Promise<Runner>[] = [];
  const start = () => {
    const starting = run(options);
    started.push(starting);
    return starting;
  };
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  let jobs: Runners | undefined;
  // The line is written just before the pause.
  const log = pino({}, { write: () => resolve(jobs?.stop()) });
  jobs = await keepRunning({ log }, start);
  await (await started[0])?.stop();
  await stopped;
  expect(started).toHaveLength(1);
});

const lockedJobs = async ({ ctx }: TestApp) =>
  (await ctx.db.execute(sql`select task_identifier from graphile_worker.jobs where locked_at is not null`)).rows;

test('how each job ended is written down when the process has stopped', async () => {
  const app = await startTestApp();
  const runners = await startJobs(app.deps);
  // The rows that they delete are locked, so that they are running when the process stops.
  const blocker = await app.deps.database.pool.connect();
  await blocker.query('begin; lock table idempotency_keys');
  const many = Array.from({ length: 50 }, () => ({ payload: {} }));
  await addJobs(app.ctx, 'forget-answers', many);
  await expect.poll(() => lockedJobs(app), { timeout: 10_000 }).not.toEqual([]);
  const stopping = runners.stop();
  await blocker.query('rollback');
  blocker.release();
  await stopping;
  expect(await lockedJobs(app)).toEqual([]);
});

test('the clock starts the jobs that nothing else queues', async () => {
  const { ctx, deps } = await startTestApp();
  const runners = await startJobs(deps);
  const scheduled = async () => {
    const { rows } = await ctx.db.execute<{ name: string }>(sql`select identifier as name from graphile_worker._private_known_crontabs`);
    return rows.map(({ name }) => name).sort();
  };
  await expect
    .poll(scheduled)
    .toEqual([
      'clean-pictures',
      'count-all-numbers',
      'count-numbers',
      'expire-holds',
      'forget-answers',
      'forget-old',
      'mail-alerts',
      'mail-opened-changes',
      'mail-waiting',
      'mirror-drive',
      'nightly-backup',
      'nightly-backup-again',
      'publish-planned',
      'reconcile-books',
      'release-abandoned',
      'remind-holders',
      'scan-pictures',
      'send-announcements',
      'serve-all-waiting',
      'sweep-payments',
      'watch-backups',
      'watch-doors',
      'watch-mails',
      'watch-sales',
      'watch-writes',
    ]);
  await runners.stop();
});
