import { expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { inPart, storeAnswer, withTransaction } from '#server/platform/context.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { forgetOldAnswers } from './idempotency.jobs.ts';
import { runOnce } from './idempotency.ts';

/** A command that reports its start and ends when the test releases it. */
function slowCommand() {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<string>();
  const run = () => {
    begun.resolve();
    return end.promise;
  };
  return { run, begun: begun.promise, end: end.resolve, fail: end.reject };
}

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : String(error));

test('a repeated key gets the answer of the first call, and nothing is done again', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const { accessToken } = await createUser(app.ctx);
  const add = () => app.api(accessToken).cart.addTicket({ eventId }, { idempotencyKey: 'tap-1' });
  const first = await add();
  expect(await add()).toEqual(first);
  await expect(app.api(accessToken).cart.addTicket({ eventId }, { idempotencyKey: 'tap-2' })).rejects.toMatchObject({
    body: { code: 'ticket_in_cart' },
  });
});

test('the same key from somebody else is another key', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const answers = [];
  for (let guest = 0; guest < 2; guest += 1) {
    const { accessToken } = await createUser(app.ctx);
    answers.push((await app.api(accessToken).cart.addTicket({ eventId }, { idempotencyKey: 'same' })).ticketId);
  }
  expect(new Set(answers).size).toBe(2);
});

test('the same key with another input is refused', async () => {
  const { ctx } = await startTestApp();
  const call = { caller: 'user:1', call: 'POST /x', key: 'k' };
  await runOnce(ctx, { ...call, input: { a: 1 } }, async () => 'done');
  expect(await runOnce(ctx, { ...call, input: { a: 2 } }, async () => 'again').catch(codeOf)).toBe('idempotency_reused');
});

test('while the first call runs, a second is told to wait; a failed one frees the key', async () => {
  const { ctx } = await startTestApp();
  const call = { caller: 'user:1', call: 'POST /x', key: 'k', input: {} };
  const command = slowCommand();
  const first = runOnce(ctx, call, command.run).catch(codeOf);
  await command.begun;
  expect(await runOnce(ctx, call, async () => 'second').catch(codeOf)).toBe('idempotency_running');
  command.fail(new Error('away'));
  expect(await first).toContain('away');
  expect(await runOnce(ctx, call, async () => 'third')).toBe('third');
});

test('a call that died half-way frees its key after a minute', async () => {
  const { ctx, clock } = await startTestApp();
  const call = { caller: 'user:1', call: 'POST /x', key: 'k', input: {} };
  const command = slowCommand();
  void runOnce(ctx, call, command.run);
  await command.begun;
  expect(await runOnce(ctx, call, async () => 'second').catch(codeOf)).toBe('idempotency_running');
  clock.advanceMinutes(2);
  expect(await runOnce(ctx, call, async () => 'taken over')).toBe('taken over');
});

test('answers are forgotten after a day', async () => {
  const { ctx, clock } = await startTestApp();
  const call = { caller: 'user:1', call: 'POST /x', key: 'k', input: {} };
  await runOnce(ctx, call, async () => 'first');
  clock.advanceMinutes(25 * 60);
  await forgetOldAnswers.run(ctx, {});
  expect(await runOnce(ctx, call, async () => 'again')).toBe('again');
});

test('an answer kept with what was done outlives the command: it is not done again', async () => {
  const { ctx } = await startTestApp();
  const call = { caller: 'user:1', call: 'POST /x', key: 'k', input: {} };
  const failsLate = runOnce(ctx, call, async (once) => {
    await withTransaction(once, (tx) => storeAnswer(tx, 'done'));
    throw new Error('away');
  });
  expect(await failsLate.catch(codeOf)).toContain('away');
  expect(await runOnce(ctx, call, async () => 'again')).toBe('done');
});

test('who wakes up after the key was taken over does nothing', async () => {
  const { ctx, clock } = await startTestApp();
  const call = { caller: 'user:1', call: 'POST /x', key: 'k', input: {} };
  const command = slowCommand();
  const asleep = runOnce(ctx, call, async (once) => {
    const answer = await command.run();
    return withTransaction(once, (tx) => storeAnswer(tx, answer));
  }).catch(codeOf);
  await command.begun;
  clock.advanceMinutes(2);
  expect(await runOnce(ctx, call, async () => 'taken over')).toBe('taken over');
  command.end('too late');
  expect(await asleep).toBe('idempotency_running');
});

test('of a command in parts whose process died, a repeated key gets what the last part stored, and the old process does nothing more', async () => {
  const { ctx, clock } = await startTestApp();
  const call = { caller: 'user:1', call: 'POST /x', key: 'k', input: {} };
  const part = (within: typeof ctx, answer: string) => withTransaction(inPart(within), (tx) => storeAnswer(tx, answer));
  const command = slowCommand();
  const first = runOnce(ctx, call, async (within) => {
    await part(within, 'first part');
    await command.run();
    return part(within, 'second part');
  }).catch(codeOf);
  await command.begun;
  expect(await runOnce(ctx, call, async () => 'again').catch(codeOf)).toBe('idempotency_running');
  clock.advanceMinutes(2);
  expect(await runOnce(ctx, call, async () => 'again')).toBe('first part');
  command.end('');
  expect(await first).toBe('idempotency_running');
  expect(await runOnce(ctx, call, async () => 'again')).toBe('first part');
});
