import { EventEmitter } from 'node:events';
import { Logger, run } from 'graphile-worker';
import { holdWorkerLocks } from '#server/platform/jobs/abandoned.jobs.ts';
import type { JobDeclaration } from '#server/platform/jobs/jobs.ts';
import type { TestApp } from './app.ts';
import { openTestPool } from './database.ts';
import { onTestFinished } from './on-test-finished.ts';

type Named = Pick<JobDeclaration<never>, 'name'>;

/** Two listen, the others fetch and end jobs. */
const WORKER_CONNECTIONS = 5;

/** A worker that takes a job and never ends it, without the lock of live workers: to the others its process was killed. */
export const takeUpAndDie = (app: TestApp, job: Named): Promise<void> => takeUp(app, job, new EventEmitter());

/** A live worker that takes a job and never ends it. */
export async function takeUpAndLive(app: TestApp, job: Named): Promise<void> {
  const events = new EventEmitter();
  holdWorkerLocks(events, new Set());
  await takeUp(app, job, events);
}

async function takeUp({ deps }: TestApp, job: Named, events: EventEmitter): Promise<void> {
  const { promise: taken, resolve } = Promise.withResolvers<void>();
  // Workers have a pool of their own: in the server's one a connection that is kept without a statement is taken for dead.
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
