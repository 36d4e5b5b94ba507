import { Agent, get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { untilWaiting } from '#tests/factories/waiting.ts';
import { startTestApp } from '#tests/setup/app.ts';

test('closing does not wait for a connection that stays open after its answer', async () => {
  const app = await startTestApp();
  const { url, deps, http } = app;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const answered = Promise.withResolvers<number>();
  // A lock in the database keeps the request running while closing begins.
  const blocker = await deps.database.pool.connect();
  await blocker.query('begin; lock table events in access exclusive mode');
  get(`${url}/api/Events/1`, { agent }, (response) => {
    response.resume().on('end', () => answered.resolve(response.statusCode ?? 0));
  });
  await untilWaiting(app, 1);
  const closed = http.close();
  await blocker.query('rollback');
  blocker.release();
  expect(await answered.promise).toBe(404);
  await closed;
  expect(http.server.listening).toBe(false);
});
