import { expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { withTransaction, type Context } from '#server/platform/context.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { batched } from './batch.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Opens batches whose work the test releases; each item's result is the item with a `!`. */
function openBatches(keyOf?: (item: string) => string) {
  const batches: { items: readonly string[]; end(): void }[] = [];
  const call = batched<string, string>(
    async (_ctx, items) => {
      await new Promise<void>((resolve) => batches.push({ items, end: resolve }));
      return items.map((item) => `${item}!`);
    },
    keyOf ? { keyOf } : {},
  );
  const endLast = async (): Promise<void> => {
    batches.at(-1)?.end();
    await nextTurn();
  };
  return { call, endLast, items: () => batches.map((batch) => batch.items), endAll: () => batches.forEach(({ end }) => end()) };
}

/** Work that records its batches, refuses `r…` and throws at `x…`. */
function openWork() {
  const batches: string[][] = [];
  const call = batched<string, string>(async (_ctx, items) => {
    batches.push([...items]);
    await nextTurn();
    if (items.some((item) => item.startsWith('x'))) throw new Error('broken');
    return items.map((item) => (item.startsWith('r') ? new AppError('sold_out') : `${item}!`));
  });
  return { batches, call };
}

test('an item that comes while a batch runs goes into the next one', async () => {
  const { ctx } = await startTestApp();
  const { call, items, endLast } = openBatches();
  const results = ['a', 'b', 'c'].map((item) => call(ctx, item));
  expect(items()).toEqual([['a']]);
  await endLast();
  expect(items()).toEqual([['a'], ['b', 'c']]);
  await endLast();
  expect(await Promise.all(results)).toEqual(['a!', 'b!', 'c!']);
});

test('items with the same key never share a batch', async () => {
  const { ctx } = await startTestApp();
  const { call, items, endLast } = openBatches((item) => item);
  const results = ['a', 'b', 'b', 'c'].map((item) => call(ctx, item));
  for (let batch = 0; batch < 3; batch += 1) await endLast();
  expect(items()).toEqual([['a'], ['b', 'c'], ['b']]);
  expect(await Promise.all(results)).toEqual(['a!', 'b!', 'b!', 'c!']);
});

test('each item of a batch gets its own result, and one that is refused is refused alone', async () => {
  const { ctx } = await startTestApp();
  const { batches, call } = openWork();
  const results = await Promise.allSettled(['a', 'b', 'r', 'c'].map((item) => call(ctx, item)));
  expect(batches).toEqual([['a'], ['b', 'r', 'c']]);
  expect(results).toMatchObject([{ value: 'a!' }, { value: 'b!' }, { reason: { code: 'sold_out' } }, { value: 'c!' }]);
});

test('a batch that fails is repeated item by item, so that only the bad item fails', async () => {
  const { ctx } = await startTestApp();
  const { batches, call } = openWork();
  const results = await Promise.allSettled(['a', 'b', 'x', 'c'].map((item) => call(ctx, item)));
  expect(batches).toEqual([['a'], ['b', 'x', 'c'], ['b'], ['x'], ['c']]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await call(ctx, 'later')).toBe('later!');
});

test('when the database is away a batch is not tried again', async () => {
  const { ctx } = await startTestApp();
  let batches = 0;
  const call = batched<number, number>(async () => {
    batches += 1;
    throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  });
  const results = await Promise.allSettled([1, 2, 3].map((item) => call(ctx, item)));
  expect([batches, ...results.map(({ status }) => status)]).toEqual([2, 'rejected', 'rejected', 'rejected']);
});

test('two servers share no batch', async () => {
  const [one, other] = [await startTestApp(), await startTestApp()];
  const { call, items, endLast, endAll } = openBatches();
  const results = [call(one.ctx, 'a'), call(other.ctx, 'b')];
  expect(items()).toEqual([['a'], ['b']]);
  await endLast();
  expect(await results[1]).toBe('b!');
  endAll();
  expect(await results[0]).toBe('a!');
});

test('a call in a transaction is done in it', async () => {
  const { ctx } = await startTestApp();
  const places: unknown[] = [];
  const call = batched<string, string>(async (place, items) => {
    places.push(place.db);
    return items;
  });
  await withTransaction(ctx, async (tx) => {
    expect(await call(tx, 'inside')).toBe('inside');
    expect(places).toEqual([tx.db]);
  });
});

test('a batch carries nothing of its first caller', async () => {
  const { ctx } = await startTestApp();
  const seen: Context[] = [];
  const call = batched<string, string>(async (place, items) => {
    seen.push(place);
    return items;
  });
  const actor = { userId: 1, sessionId: 's', rights: [], status: 'Verified' as const };
  const once = { keep: async () => undefined, storePart: async () => undefined };
  const ofCaller = { actor, once, from: { address: '203.0.113.7' }, isCallerLocal: () => true, log: ctx.log.child({ reqId: 'first' }) };
  await Promise.all([call({ ...ctx, ...ofCaller }, 'first'), call(ctx, 'second')]);
  const nobody = { actor: null, once: undefined, from: undefined, isLocal: false, isProcessLog: true };
  expect(
    seen.map(({ actor: who, once: kept, from, isCallerLocal, log }) => {
      return { actor: who, once: kept, from, isLocal: isCallerLocal(), isProcessLog: log === ctx.log };
    }),
  ).toEqual([nobody, nobody]);
});

test('a batch that takes too long is given up: all of it is refused and the next one begins', async () => {
  const { ctx } = await startTestApp();
  let batches = 0;
  const call = batched<string, string>(
    async (_ctx, items) => {
      batches += 1;
      if (batches === 1) return new Promise(() => undefined);
      return items.map((item) => `${item}!`);
    },
    { timeoutMs: 20 },
  );
  const first = call(ctx, 'first');
  const second = call(ctx, 'second');
  await expect(first).rejects.toMatchObject({ code: 'unavailable' });
  expect(await second).toBe('second!');
});

test('more items than can be done in time are refused', async () => {
  const { ctx } = await startTestApp();
  const { promise, resolve: end } = Promise.withResolvers<undefined>();
  const call = batched<number, number>(
    async (_ctx, items) => {
      await promise;
      return items;
    },
    { waitingMax: 3 },
  );
  const results = [0, 1, 2, 3, 4, 5].map((item) => call(ctx, item));
  await expect(results[4]).rejects.toMatchObject({ code: 'unavailable' });
  await expect(results[5]).rejects.toMatchObject({ code: 'unavailable' });
  end(undefined);
  expect(await Promise.all(results.slice(0, 4))).toEqual([0, 1, 2, 3]);
});

test('the keys of a long queue are computed once per item, not once per batch', async () => {
  const { ctx } = await startTestApp();
  const COUNT = 5_000;
  let keys = 0;
  const keyOf = (item: number) => {
    keys += 1;
    return String(item);
  };
  const call = batched<number, number>(async (_ctx, items) => items, { keyOf, sizeMax: 10 });
  const results = await Promise.all(Array.from({ length: COUNT }, (_, item) => call(ctx, item)));
  expect(results).toHaveLength(COUNT);
  expect(keys).toBe(COUNT);
});
