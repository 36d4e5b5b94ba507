import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { history } from './commands.ts';
import { effort, timeoutMs } from './effort.ts';
import { createStages, follow } from './follow.ts';
import type { Model } from './model.ts';
import type { StageOptions } from './stage.ts';

/** Returns the final states of all histories. */
async function followAll(histories: number, options: StageOptions = {}): Promise<Model[]> {
  const stages = createStages(options);
  const ends: Model[] = [];
  const property = fc.asyncProperty(history, (given) => stages.use(async (stage) => ends.push(await follow(stage, given))));
  await fc.assert(property, effort(histories));
  await stages.close();
  return ends;
}

test('the ticket office does what its model does, whatever comes in whatever order (I1–I7, I9, I12)', { timeout: timeoutMs }, async () => {
  const ends = await followAll(100);
  // Histories without payments would prove nothing.
  const payments = ends.flatMap(({ orders }) => orders.map(({ payment }) => payment));
  expect(new Set(payments)).toEqual(new Set(['paid', 'failed', 'flagged', 'refunded']));
  expect(new Set(ends.flatMap(({ tickets }) => tickets.map(({ isUsed }) => isUsed)))).toEqual(new Set([true, false]));
});

test(
  'it does so when two of the guests are one person and the club counts places by person',
  { timeout: timeoutMs, tags: 'rare' },
  async () => {
    const ends = await followAll(60, { sharesPlaces: true });
    const hasTicket = ({ tickets }: Model, guest: number) => tickets.some((ticket) => ticket.guest === guest);
    expect(ends.some((end) => hasTicket(end, 0) && hasTicket(end, 1))).toBe(true);
  },
);

test('it does so over HTTP, with whole servers that are killed and started', { timeout: timeoutMs, tags: 'rare' }, async () => {
  expect((await followAll(12, { via: 'http' })).flatMap(({ tickets }) => tickets)).not.toEqual([]);
});
