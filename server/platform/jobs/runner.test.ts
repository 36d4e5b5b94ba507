import { Logger, run, type Runner } from 'graphile-worker';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
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
