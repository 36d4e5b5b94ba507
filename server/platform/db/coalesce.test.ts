import { expect, test } from 'vitest';
import { withTransaction, type Context } from '#server/platform/context.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { coalesce, type Asked } from './coalesce.ts';

type Question = { name: string };
type Round = { asked: Asked<Question, string>[]; end(): void };

/** A coalesced question whose rounds end when the test says so. */
function openRounds(keyOf?: (question: Question) => string) {
  const rounds: Round[] = [];
  const ask = coalesce<Question, string>(
    (_ctx, asked) => new Promise<void>((resolve) => rounds.push({ asked, end: resolve })).then(() => answerAll(asked)),
    keyOf,
  );
  const names = () => rounds.map(({ asked }) => asked.map(({ question }) => question.name));
  const endLast = async (): Promise<void> => {
    rounds.at(-1)?.end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const endAll = (): void => rounds.forEach(({ end }) => end());
  return { ask, names, endLast, endAll };
}

const answerAll = (asked: Asked<Question, string>[]): void => asked.forEach(({ question, resolve }) => resolve(`${question.name}!`));

test('what is asked while a round is under way is asked together in the next one', async () => {
  const { ctx } = await startTestApp();
  const { ask, names, endLast } = openRounds();
  const answers = ['a', 'b', 'c'].map((name) => ask(ctx, { name }));
  expect(names()).toEqual([['a']]);
  await endLast();
  expect(names()).toEqual([['a'], ['b', 'c']]);
  await endLast();
  expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!']);
});

test('questions with the same key never share a round', async () => {
  const { ctx } = await startTestApp();
  const { ask, names, endLast } = openRounds(({ name }) => name);
  const answers = ['a', 'b', 'b', 'c'].map((name) => ask(ctx, { name }));
  await endLast();
  await endLast();
  await endLast();
  expect(names()).toEqual([['a'], ['b', 'c'], ['b']]);
  expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'b!', 'c!']);
});

test('a round that fails is the answer of all that had none yet, and the next one goes on', async () => {
  const { ctx } = await startTestApp();
  const ask = coalesce<string, string>(async (_ctx, asked) => {
    for (const { question, resolve } of asked) {
      if (question === 'broken') throw new Error('away');
      resolve(question);
    }
  });
  const answers = await Promise.allSettled(['first', 'second', 'broken', 'third'].map((name) => ask(ctx, name)));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  expect(await ask(ctx, 'later')).toBe('later');
});

test('two databases are never asked together', async () => {
  const [one, other] = [await startTestApp(), await startTestApp()];
  const { ask, names, endLast, endAll } = openRounds();
  const answers = [ask(one.ctx, { name: 'a' }), ask(other.ctx, { name: 'b' })];
  expect(names()).toEqual([['a'], ['b']]);
  await endLast();
  expect(await answers[1]).toBe('b!');
  endAll();
  expect(await answers[0]).toBe('a!');
});

test('what is asked in a transaction is answered in it', async () => {
  const { ctx } = await startTestApp();
  const places: unknown[] = [];
  const ask = coalesce<string, string>(async (place, asked) => {
    places.push(place.db);
    for (const { question, resolve } of asked) resolve(question);
  });
  await withTransaction(ctx, async (tx) => {
    expect(await ask(tx, 'inside')).toBe('inside');
    expect(places).toEqual([tx.db]);
  });
});

test('a round carries nothing of whoever asked first', async () => {
  const { ctx } = await startTestApp();
  const seen: Context[] = [];
  const ask = coalesce<string, string>(async (place, asked) => {
    seen.push(place);
    for (const { question, resolve } of asked) resolve(question);
  });
  const actor = { userId: 1, sessionId: 's', role: 'Admin' as const, status: 'Verified' as const };
  const once = { keep: async () => undefined };
  const ofCaller = { actor, once, from: { address: '203.0.113.7' }, isCallerLocal: () => true, log: ctx.log.child({ reqId: 'first' }) };
  await Promise.all([ask({ ...ctx, ...ofCaller }, 'first'), ask(ctx, 'second')]);
  const nobody = { actor: null, once: undefined, from: undefined, isLocal: false, isProcessLog: true };
  expect(
    seen.map(({ actor: who, once: kept, from, isCallerLocal, log }) => {
      return { actor: who, once: kept, from, isLocal: isCallerLocal(), isProcessLog: log === ctx.log };
    }),
  ).toEqual([nobody, nobody]);
});

test('a round that takes too long is given up: all of it is refused and the next one begins', async () => {
  const { ctx } = await startTestApp();
  let rounds = 0;
  const ask = coalesce<string, string>(
    async (_ctx, asked) => {
      rounds += 1;
      if (rounds === 1) return new Promise(() => undefined);
      return asked.forEach(({ question, resolve }) => resolve(`${question}!`));
    },
    undefined,
    { timeoutMs: 20 },
  );
  const first = ask(ctx, 'first');
  const second = ask(ctx, 'second');
  await expect(first).rejects.toMatchObject({ code: 'unavailable' });
  expect(await second).toBe('second!');
});

test('more questions than can be answered in time are refused', async () => {
  const { ctx } = await startTestApp();
  const { promise, resolve: end } = Promise.withResolvers<undefined>();
  const ask = coalesce<number, number>(
    async (_ctx, asked) => {
      await promise;
      for (const { question, resolve } of asked) resolve(question);
    },
    undefined,
    { waitingMax: 3 },
  );
  const answers = [0, 1, 2, 3, 4, 5].map((question) => ask(ctx, question));
  await expect(answers[4]).rejects.toMatchObject({ code: 'unavailable' });
  await expect(answers[5]).rejects.toMatchObject({ code: 'unavailable' });
  end(undefined);
  expect(await Promise.all(answers.slice(0, 4))).toEqual([0, 1, 2, 3]);
});

test('a long queue is looked at once per question, not once per round', async () => {
  const { ctx } = await startTestApp();
  const COUNT = 5_000;
  let keys = 0;
  const ask = coalesce<number, number>(
    async (_ctx, asked) => asked.forEach(({ question, resolve }) => resolve(question)),
    (question) => {
      keys += 1;
      return String(question);
    },
    { roundMax: 10 },
  );
  const answers = await Promise.all(Array.from({ length: COUNT }, (_, question) => ask(ctx, question)));
  expect(answers).toHaveLength(COUNT);
  expect(keys).toBe(COUNT);
});
