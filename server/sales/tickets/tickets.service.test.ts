import { expect, onTestFinished, test } from 'vitest';
import { type Db, openDatabase } from '#server/platform/db/client.ts';
import { asOwner, createTestDatabase } from '#tests/setup/database.ts';
import { nextTicketIds } from './tickets.service.ts';

const RANDOM_BITS = 27;

async function open(...statements: string[]): Promise<Db> {
  const database = await createTestDatabase();
  for (const statement of statements) await asOwner(database.url, statement);
  const opened = openDatabase(database.url, () => undefined);
  onTestFinished(async () => {
    await opened.close();
    await database.drop();
  });
  return opened.db;
}

test('ids rise with the order of issue', async () => {
  const db = await open();
  const ids = [...(await nextTicketIds(db, 3)), ...(await nextTicketIds(db, 500)), ...(await nextTicketIds(db, 1))];
  expect(ids).toHaveLength(504);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(new Set(ids).size).toBe(504);
});

test('the low bits of an id are random: each is set in about half of the ids, and none follows from the id before', async () => {
  const db = await open();
  const low = (await nextTicketIds(db, 4_000)).map((id) => id % 2 ** RANDOM_BITS);
  const steps = low.slice(1).map((bits, place) => bits ^ (low[place] ?? 0));
  for (const sample of [low, steps]) {
    for (let bit = 0; bit < RANDOM_BITS; bit++) {
      // Seven standard deviations: a false failure once in 10^11 bits.
      expect(Math.abs(sample.filter((bits) => (bits >> bit) & 1).length - sample.length / 2)).toBeLessThan(222);
    }
  }
});

test('two issuers at once never get the same id', async () => {
  const db = await open();
  const batches = await Promise.all(Array.from({ length: 40 }, () => nextTicketIds(db, 25)));
  expect(new Set(batches.flat()).size).toBe(1_000);
});

test('the last id of all is still a safe integer', async () => {
  const db = await open(`select setval('ticket_order', 67108862)`);
  const [last = 0] = await nextTicketIds(db, 1);
  expect(Number.isSafeInteger(last)).toBe(true);
  expect(last).toBeGreaterThanOrEqual(67_108_863 * 2 ** RANDOM_BITS);
  await expect(nextTicketIds(db, 1)).rejects.toThrow();
});
