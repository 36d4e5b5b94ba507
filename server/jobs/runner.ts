import { Logger, run, runOnce, type Runner, type RunnerOptions } from 'graphile-worker';
import { setTimeout } from 'node:timers/promises';
import { expireHolds } from '#server/cart/holds.jobs.ts';
import { contextFor, type Context, type Deps } from '#server/context.ts';
import { mailKinds } from '#server/mail-kinds.ts';
import { createSendMail } from '#server/mail/mail.jobs.ts';
import { sweepPayments } from '#server/payments/payments.jobs.ts';
import { releaseAbandoned } from './abandoned.jobs.ts';
import type { Job, JobName } from './jobs.ts';

const jobs: { [N in JobName]: Job<N> } = {
  'send-mail': createSendMail(mailKinds),
  'sweep-payments': sweepPayments,
  'expire-holds': expireHolds,
  'release-abandoned': releaseAbandoned,
};

const CRONTAB = `
* * * * * sweep-payments ?max=1
* * * * * expire-holds ?max=1
* * * * * release-abandoned ?max=1
`;
const CONCURRENCY = 3;
const SETTLE_LOOKS = 400;
const SETTLE_PAUSE_MS = 5;

/** The queue carries JSON that `addJob` wrote, so a payload has the type of its job. */
const asWork = (job: unknown) => job as (ctx: Context, payload: unknown) => Promise<void>;

function options(deps: Deps): RunnerOptions {
  const work = Object.entries(jobs).map(([name, job]) => [name, (payload: unknown) => asWork(job)(contextFor(deps), payload)]);
  return {
    pgPool: deps.database.pool,
    taskList: Object.fromEntries(work),
    crontab: CRONTAB,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') deps.log.warn({ job: message }, 'job trouble');
    }),
  };
}

/** Works on jobs in this process until stopped; several processes share the queue. */
export const startJobs = (deps: Deps): Promise<Runner> => run(options(deps));

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
