import { Logger, run, runOnce, type JobHelpers, type Runner, type RunnerOptions, type Task } from 'graphile-worker';
import { setTimeout } from 'node:timers/promises';
import { expireHolds } from '#server/cart/holds.jobs.ts';
import { contextFor, type Context, type Deps } from '#server/context.ts';
import { mirrorDrive, scanPictures } from '#server/gallery/gallery.jobs.ts';
import { cleanPictures } from '#server/gallery/picture-cleaning.ts';
import { mailKinds } from '#server/mail-kinds.ts';
import { forgetOldAnswers } from '#server/http/idempotency.ts';
import { createSendMail } from '#server/mail/mail.jobs.ts';
import { refundEvent } from '#server/payments/refunds/bulk-refunds.jobs.ts';
import { sweepPayments } from '#server/payments/payments.jobs.ts';
import { reconcileBooks } from '#server/payments/books/reconcile.jobs.ts';
import { releaseAbandoned } from './abandoned.jobs.ts';
import { giveWay } from './give-way.ts';
import { addJob, type Job, type JobName } from './jobs.ts';
import { forgetOld } from './retention.jobs.ts';

type Tasks = { [N in JobName]: Job<N> };
const jobs: Tasks = {
  'send-mail': createSendMail(mailKinds),
  'sweep-payments': sweepPayments,
  'refund-event': refundEvent,
  'reconcile-books': reconcileBooks,
  'expire-holds': expireHolds,
  'release-abandoned': releaseAbandoned,
  'forget-answers': forgetOldAnswers,
  'forget-old': forgetOld,
  'mirror-drive': mirrorDrive,
  'scan-pictures': scanPictures,
  'clean-pictures': cleanPictures,
};

const CRONTAB = `
* * * * * sweep-payments ?max=1&priority=-1
* * * * * expire-holds ?max=1&priority=-1
* * * * * release-abandoned ?max=1&priority=-1
17 * * * * forget-answers ?max=1&priority=-1
23 10 * * * forget-old ?max=5&priority=-1
11 4 * * * reconcile-books ?max=5&priority=1
*/15 * * * * mirror-drive ?max=5&priority=1&queue=pictures&jobKey=mirror-drive
* * * * * scan-pictures ?max=1&priority=1&queue=pictures&jobKey=scan-pictures
37 10 * * * clean-pictures ?max=5&priority=1&queue=pictures
`;
/** What changed outside while nobody looked. */
const AT_START = ['scan-pictures', 'mirror-drive'] as const;
const CONCURRENCY = 3;
/** So long after it was asked for, a mail leaves in the midst of a crowd. */
const MAIL_PATIENCE_MS = 15_000;
/** How long a stopping process lets long work go on; the rest of its time is for the piece at hand. */
const STOP_LONG_WORK_MS = 500;
const BEGIN_ANEW_MS = 1_000;
const SETTLE_LOOKS = 400;
const SETTLE_PAUSE_MS = 5;

/** The queue carries JSON that `addJob` wrote, so a payload has the type of its job. */
const asWork = (job: unknown) => job as (ctx: Context, payload: unknown, stopping?: AbortSignal) => Promise<void>;

/** `before`: what a job waits for before it begins. */
function options(deps: Deps, before: (name: string, helpers: JobHelpers) => Promise<void> = async () => undefined): RunnerOptions {
  const work = Object.entries(jobs).map(([name, job]): [string, Task] => {
    const task: Task = async (payload, helpers) => {
      await before(name, helpers);
      await asWork(job)(contextFor(deps), payload, helpers.abortSignal);
    };
    return [name, task];
  });
  return {
    pgPool: deps.database.pool,
    taskList: Object.fromEntries(work),
    crontab: CRONTAB,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: STOP_LONG_WORK_MS,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') deps.log.warn({ job: message }, 'job trouble');
    }),
  };
}

export type Jobs = { stop(): Promise<void> };

/** Works on jobs in this process until stopped; several processes share the queue. Mails wait while others are waited for. */
export async function startJobs(deps: Deps): Promise<Jobs> {
  for (const name of AT_START) await addJob(contextFor(deps), name, {}, name);
  const letCrowdGo = async (name: string, { job, abortSignal }: JobHelpers): Promise<void> => {
    const age = deps.clock.now().getTime() - job.created_at.getTime();
    if (name === 'send-mail') await giveWay(MAIL_PATIENCE_MS - age, abortSignal);
  };
  return keepRunning(deps, () => run(options(deps, letCrowdGo)));
}

/** The library gives up when it cannot write down how a job ended, as while the database is away: it is started anew until it is back. */
async function keepRunning({ log }: Deps, start: () => Promise<Runner>): Promise<Jobs> {
  const stopping = new AbortController();
  let runner = await start();
  const watch = async (): Promise<void> => {
    let ended: Promise<unknown> = runner.promise;
    while (!stopping.signal.aborted) {
      const reason = await ended.then(() => undefined, asReason);
      if (stopping.signal.aborted) return;
      log.warn({ reason }, 'the work on jobs ended and begins anew');
      await setTimeout(BEGIN_ANEW_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      ended = start().then((next) => {
        runner = next;
        return stopping.signal.aborted ? next.stop() : next.promise;
      });
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      // One that ended by itself cannot be stopped.
      await runner.stop().catch(() => undefined);
      await watching;
    },
  };
}

const asReason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Works off everything that is due, then answers. For tests and tools. */
export async function runDueJobs(deps: Deps): Promise<void> {
  await runOnce({ ...options(deps), crontab: '' });
  // The library does not wait until it has written down how the last jobs ended.
  for (let look = 0; look < SETTLE_LOOKS && (await hasLockedJobs(deps)); look++) await setTimeout(SETTLE_PAUSE_MS);
}

async function hasLockedJobs({ database }: Deps): Promise<boolean> {
  const { rowCount } = await database.pool.query('select 1 from graphile_worker._private_jobs where locked_at is not null limit 1');
  return rowCount !== 0;
}
