import { inspect } from 'node:util';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropStockChecks } from '#tests/factories/stock.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { importWithout } from '#tests/setup/without-guard.ts';
import { history } from './commands.ts';
import { timeoutMs } from './effort.ts';
import type { StageOptions } from './stage.ts';

/** The seeds that, of those tried, find each fault in the fewest histories, at most four. */
const SEED = 1;
const SEEDS: Partial<Record<Guard, number>> = {
  refundWithoutPlace: 15,
  waitlistFirst: 7,
  heldPrice: 7,
  resoldEnd: 11,
  fewOpenOrders: 12,
};
/** Fewer than in the model's own test, because each control finds its fault among these. */
const HISTORIES = 60;

const dropUniquePlaces: StageOptions['prepare'] = ({ owner }) => owner.execute(sql`drop index tickets_once_per_place`);
const dropUniqueEntries: StageOptions['prepare'] = ({ owner }) => owner.execute(sql`drop index scans_one_acceptance_per_ticket`);

const controls: [Guard, StageOptions?][] = [
  ['stock', { prepare: dropStockChecks }],
  ['lazyExpiry'],
  ['syncOnce', { prepare: dropUniquePlaces }],
  ['verifyPayment'],
  ['heldPrice'],
  ['waitlistFirst'],
  ['resoldEnd', { prepare: dropStockChecks }],
  ['refundWithoutPlace'],
  ['admitOnce', { prepare: dropUniqueEntries }],
  ['rejectKeepsTicket'],
  ['holdLimit'],
  ['codeUses'],
  ['fewOpenOrders'],
  ['sharedPlaces', { sharesPlaces: true }],
];

test.each(controls)('control: without the guard %s a history is found that goes wrong', { timeout: timeoutMs }, async (guard, options) => {
  // Everything runs on the copy of the code, because the stage calls services directly.
  const { createStages, follow } = await importWithout<typeof import('./follow.ts')>(guard, 'tests/models/follow.ts');
  const stages = createStages(options);
  const property = fc.asyncProperty(history, (given) => stages.use((stage) => follow(stage, given)));
  const { failed, errorInstance } = await fc.check(property, { seed: SEEDS[guard] ?? SEED, numRuns: HISTORIES, endOnFailure: true });
  expect(failed).toBe(true);
  // Tables with their own checks, such as the ledger, may fail first; code that does not run proves nothing.
  expect(String(errorInstance)).toMatch(/^Error: (After .* the answer was|The books are wrong|Failed query)/);
  expect(inspect(errorInstance)).not.toMatch(/TypeError|ReferenceError|syntax error|does not exist/);
});
