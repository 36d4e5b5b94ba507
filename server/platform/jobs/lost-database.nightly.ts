import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, run, type Task } from 'graphile-worker';
import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { MAILS_AT_ONCE } from '#server/platform/mail/mail-transport.ts';
import { queueMails, sendMailJob } from '#server/platform/mail/mail.service.ts';
import { mails } from '#server/platform/platform.table.ts';
import { startJobs } from '#server/registry.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { startCuttable } from '#tests/setup/cuttable-database.ts';
import { openSmtp } from '#tests/setup/smtp.ts';
import { releaseAbandoned } from './abandoned.jobs.ts';
import { addJobs, defineJob, noPayload } from './jobs.ts';
import { keepRunning, startRunners } from './runner.ts';

/** When jobs end after the database was lost: the library stores two failures while it waits for the third job. */
const ENDS_MS = [300, 600, 4_000];
const AWAY_MS = 8_000;
const BACK_MS = 25_000;

/** Queues three jobs that end while the database is away; more of them end at once. */
async function queueThree({ ctx }: TestApp) {
  const lost = Promise.withResolvers<void>();
  let begun = 0;
  const work = async (): Promise<void> => {
    const ms = ENDS_MS[begun];
    begun += 1;
    if (ms === undefined) return;
    await lost.promise;
    await sleep(ms);
  };
  const queued = Array.from(ENDS_MS, () => ({ payload: {} }));
  const job = defineJob({ name: 'forget-answers', payload: noPayload, run: work });
  await addJobs(ctx, job, queued);
  const areBegun = () => expect.poll(() => begun).toBe(ENDS_MS.length);
  return { job, areBegun, lose: lost.resolve, begun: () => begun };
}

test('jobs go on when the database is back, also when several ended while it was away', async () => {
  const app = await startTestApp();
  const { database, cut, reopen } = await startCuttable(app);
  const three = await queueThree(app);
  const mails = defineJob({ ...sendMailJob, workers: MAILS_AT_ONCE, run: async () => undefined });
  const runners = await startRunners({ ...app.deps, database }, [three.job, mails, releaseAbandoned]);
  await three.areBegun();
  cut();
  three.lose();
  await sleep(AWAY_MS);
  reopen();

  await addJobs(app.ctx, three.job, [{ payload: {} }]);
  await expect.poll(three.begun, { timeout: BACK_MS }).toBeGreaterThan(ENDS_MS.length);
  await runners.stop();
}, 60_000);

test('a runner that was replaced follows its timetable no longer', async () => {
  const app = await startTestApp();
  const { url, cut, reopen } = await startCuttable(app);
  const pgPool = new Pool({ connectionString: url, pipeline: true });
  pgPool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  const three = await queueThree(app);
  const runners: number[] = [];
  const onTime: number[] = [];
  // Aborted in the same way as the jobs of `startRunners`.
  const cutOff: Task = (_payload, { abortSignal }) =>
    Promise.race([
      three.job.run(app.ctx, {}),
      once(abortSignal ?? expect.fail('a runner has a signal'), 'abort')
        .then(() => sleep(1_000))
        .then(() => Promise.reject(new Error('cut off'))),
    ]);
  const start = async () => {
    const number = runners.push(runners.length);
    return run({
      pgPool,
      events: new EventEmitter().on('cron:schedule', () => onTime.push(number)),
      taskList: { 'forget-answers': cutOff, tick: async () => undefined },
      crontab: '* * * * * tick',
      concurrency: ENDS_MS.length,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: 500,
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => () => undefined),
    });
  };
  const kept = await keepRunning(app.deps, start);
  onTestFinished(async () => {
    await kept.stop();
    await pgPool.end();
  });
  await three.areBegun();
  cut();
  three.lose();
  await sleep(AWAY_MS);
  reopen();
  await expect.poll(() => runners.length, { timeout: BACK_MS }).toBeGreaterThan(1);
  onTime.length = 0;
  await expect.poll(() => onTime.length, { timeout: 70_000 }).toBeGreaterThan(0);
  // The run from before has the same minute.
  await sleep(1_000);
  expect(new Set(onTime)).toEqual(new Set([runners.length]));
}, 150_000);

/** Time until the mail server accepts a mail to `slow@`. */
const SLOW_MS = 12_000;
/** A short loss, which ends the workers because the result of another mail cannot be stored. */
const BLIP_MS = 1_300;

/** Records how often a mail to `slow@` was sent, and how many were in progress at once. */
async function startSlowServer() {
  const underWay = new Set<string>();
  const slow = { begun: 0, mostAtOnce: 0, accepted: 0 };
  const { url } = await openSmtp(0, {
    onClose: ({ id }) => underWay.delete(id),
    onData(stream, { id, envelope }, done) {
      const isSlow = envelope.rcptTo.some(({ address }) => address.startsWith('slow@'));
      if (isSlow) {
        underWay.add(id);
        slow.begun += 1;
        slow.mostAtOnce = Math.max(slow.mostAtOnce, underWay.size);
      }
      const end = () => {
        if (isSlow && underWay.delete(id)) slow.accepted += 1;
        done();
      };
      stream.resume().on('end', () => setTimeout(end, isSlow ? SLOW_MS : 1_000));
    },
  });
  return { url, slow };
}

test('a mail that is on its way when the workers end is given up before it is sent again', async () => {
  const { url, slow } = await startSlowServer();
  const app = await startTestApp({ env: { SMTP_URL: url } });
  const { database, cut, reopen } = await startCuttable(app);
  const runners = await startJobs({ ...app.deps, database });
  onTestFinished(runners.stop);
  const mail = { kind: 'password-reset', language: 'en', payload: { token: 'abc' } } as const;
  await queueMails(app.ctx, [
    { ...mail, key: 'slow', recipient: 'slow@example.com' },
    { ...mail, key: 'quick', recipient: 'quick@example.com' },
  ]);
  await expect.poll(() => slow.begun, { timeout: 10_000 }).toBe(1);
  cut();
  await sleep(BLIP_MS);
  reopen();
  const states = async () => (await app.ctx.db.select().from(mails)).map(({ state }) => state);
  await expect.poll(states, { timeout: 100_000 }).toEqual(['sent', 'sent']);
  expect(slow).toEqual({ begun: 2, mostAtOnce: 1, accepted: 1 });
}, 150_000);
