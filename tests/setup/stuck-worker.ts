import { EventEmitter } from 'node:events';
import { Logger, run } from 'graphile-worker';
import { holdWorkerLocks } from '#server/platform/jobs/abandoned.jobs.ts';
import type { JobDeclaration } from '#server/platform/jobs/jobs.ts';
import type { TestApp } from './app.ts';
import { openTestPool } from './database.ts';
import { onTestFinished } from './on-test-finished.ts';

type Named = Pick<JobDeclaration<never>, 'name'>;

/** Two listen; the others fetch and end jobs. */
const WORKER_CONNECTIONS = 5;

/** Starts a worker that takes a job and never ends it, without the lock of live workers: other workers see a killed process. */
export const takeUpAndDie = (app: TestApp, job: Named): Promise<void> => takeUp(app, job, new EventEmitter());

/** Starts a live worker that takes a job and never ends it. */
export async function takeUpAndLive(app: TestApp, job: Named): Promise<void> {
  const events = new EventEmitter();
  holdWorkerLocks(events, new Set());
  await takeUp(app, job, events);
}

async function takeUp({ deps }: TestApp, job: Named, events: EventEmitter): Promise<void> {
  const { promise: taken, resolve } = Promise.withResolvers<void>();
  // Workers have their own pool: the server's pool takes an idle connection for dead.
  const pgPool = openTestPool(deps.env.databaseUrl ?? '', WORKER_CONNECTIONS);
  const worker = await run({
    pgPool,
    events,
    crontab: '',
    concurrency: 1,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 0,
    logger: new Logger(() => () => undefined),
    taskList: {
      [job.name]: async (_payload, { abortPromise }) => {
        resolve();
        await abortPromise;
      },
    },
  });
  onTestFinished(async () => {
    await worker.stop();
    await pgPool.end();
  });
  await taken;
}
