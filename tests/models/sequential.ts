import * as fc from 'fast-check';
import { expect } from 'vitest';
import { history } from './commands.ts';
import { effort } from './effort.ts';
import { createStages, follow } from './follow.ts';
import type { Model } from './model.ts';
import type { StageOptions } from './stage.ts';

/** Returns the final states of all histories. */
export async function followAll(histories: number, options: StageOptions = {}): Promise<Model[]> {
  const stages = createStages(options);
  const ends: Model[] = [];
  const property = fc.asyncProperty(history, (given) => stages.use(async (stage) => ends.push(await follow(stage, given))));
  await fc.assert(property, effort(histories));
  await stages.close();
  return ends;
}

/** Follows histories of all kinds: those without payments would prove nothing. */
export async function followAllKinds(histories: number): Promise<void> {
  const ends = await followAll(histories);
  const payments = ends.flatMap(({ orders }) => orders.map(({ payment }) => payment));
  expect(new Set(payments)).toEqual(new Set(['paid', 'failed', 'flagged', 'refunded']));
  expect(new Set(ends.flatMap(({ tickets }) => tickets.map(({ isUsed }) => isUsed)))).toEqual(new Set([true, false]));
}
