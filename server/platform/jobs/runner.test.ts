import { sql } from 'drizzle-orm';
import { Logger, run, type Runner } from 'graphile-worker';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { forgetOldAnswers } from '#server/platform/http/idempotency.jobs.ts';
import { startJobs } from '#server/registry.ts';
import { addJob, addJobs, declareJob, defineJob } from './jobs.ts';
import { keepRunning, runDue, type Runners } from './runner.ts';

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
  // The rows to delete are locked, so that the jobs are running when the process stops.
  const blocker = await app.deps.database.pool.connect();
  await blocker.query('begin; lock table idempotency_keys');
  const many = Array.from({ length: 50 }, () => ({ payload: {} }));
  await addJobs(app.ctx, forgetOldAnswers, many);
  await expect.poll(() => lockedJobs(app), { timeout: 10_000 }).not.toEqual([]);
  const stopping = runners.stop();
  await blocker.query('rollback');
  blocker.release();
  await stopping;
  expect(await lockedJobs(app)).toEqual([]);
});

test('a job gets only what its payload says, and does not run with anything else', async () => {
  const { ctx, deps } = await startTestApp();
  const got: unknown[] = [];
  const job = defineJob({ name: 'note', payload: z.object({ id: z.int() }), run: async (_ctx, payload) => void got.push(payload) });
  const other = declareJob({ name: 'note', payload: z.object({ id: z.unknown(), note: z.string() }) });
  await addJob(ctx, other, { id: 1, note: 'of an older release' });
  await addJob(ctx, other, { id: 'one', note: 'of another release' });
  await runDue(deps, [job]);
  expect(got).toEqual([{ id: 1 }]);
  const { rows } = await ctx.db.execute(sql`select attempts, last_error from graphile_worker.jobs`);
  expect(rows).toEqual([{ attempts: 1, last_error: expect.stringContaining('expected number') }]);
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
      'end-unclaimed',
      'expire-holds',
      'forget-answers',
      'forget-old',
      'invite-known-guests',
      'mail-alerts',
      'mail-opened-changes',
      'mail-waiting',
      'mirror-drive',
      'nightly-backup',
      'nightly-backup-again',
      'offer-all-places',
      'publish-planned',
      'reconcile-books',
      'release-abandoned',
      'remind-holders',
      'reset-demo',
      'scan-pictures',
      'send-announcements',
      'sweep-payments',
      'watch-backups',
      'watch-doors',
      'watch-mails',
      'watch-sales',
      'watch-writes',
    ]);
  await runners.stop();
});
