import { expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { findTogether, together } from './together.ts';

/** A crowd whose work notes its rounds, refuses `r…` and breaks at `x…`. */
function openCrowd() {
  const rounds: string[][] = [];
  const ask = together<string, string>({
    work: async (_ctx, names) => {
      rounds.push([...names]);
      await new Promise((resolve) => setImmediate(resolve));
      if (names.some((name) => name.startsWith('x'))) throw new Error('broken');
      return names.map((name) => (name.startsWith('r') ? new AppError('sold_out') : `${name}!`));
    },
  });
  return { rounds, ask };
}

test('each of a round gets its own answer, and one who is refused is refused alone', async () => {
  const { ctx } = await startTestApp();
  const { rounds, ask } = openCrowd();
  const answers = await Promise.allSettled(['a', 'b', 'r', 'c'].map((name) => ask(ctx, name)));
  expect(rounds).toEqual([['a'], ['b', 'r', 'c']]);
  expect(answers).toMatchObject([{ value: 'a!' }, { value: 'b!' }, { reason: { code: 'sold_out' } }, { value: 'c!' }]);
});

test('a round that fails is done again one by one, so that only one pays for its trouble', async () => {
  const { ctx } = await startTestApp();
  const { rounds, ask } = openCrowd();
  const answers = await Promise.allSettled(['a', 'b', 'x', 'c'].map((name) => ask(ctx, name)));
  expect(rounds).toEqual([['a'], ['b', 'x', 'c'], ['b'], ['x'], ['c']]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});

test('when the database is away a round is not tried again', async () => {
  const { ctx } = await startTestApp();
  let rounds = 0;
  const ask = together<number, number>({
    work: async () => {
      rounds += 1;
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    },
  });
  const answers = await Promise.allSettled([1, 2, 3].map((number) => ask(ctx, number)));
  expect([rounds, ...answers.map(({ status }) => status)]).toEqual([2, 'rejected', 'rejected', 'rejected']);
});

test('what many look for at once is found by one statement, and what is not there is nothing', async () => {
  const { ctx } = await startTestApp();
  const keys: number[][] = [];
  const find = findTogether<number, { id: number }>(
    async (_ctx, ids) => {
      keys.push([...ids]);
      return ids.filter((id) => id < 10).map((id) => ({ id }));
    },
    ({ id }) => id,
  );
  const found = await Promise.all([1, 2, 2, 11].map((id) => find(ctx, id)));
  expect(found).toEqual([{ id: 1 }, { id: 2 }, { id: 2 }, undefined]);
  expect(keys).toEqual([[1], [2, 11]]);
});
