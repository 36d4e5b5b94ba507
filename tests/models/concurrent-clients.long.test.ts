import * as fc from 'fast-check';
import { test } from 'vitest';
import { concurrentHistory } from './commands.ts';
import { runConcurrently } from './concurrent-clients.ts';
import { effort, timeoutMs } from './effort.ts';
import { createStages } from './follow.ts';
import type { StageOptions } from './stage.ts';

async function letAllLive(histories: number, options: StageOptions): Promise<void> {
  const stages = createStages(options);
  const property = fc.asyncProperty(concurrentHistory, (given) => stages.use((stage) => runConcurrently(stage, given)));
  await fc.assert(property, effort(histories));
  await stages.close();
}

test(
  'eight clients at once through two processes that die and return leave the books straight (I1–I7, I9, I12)',
  { timeout: timeoutMs },
  () => letAllLive(30, { processes: 2 }),
);

test('they do so where the accounts of a person share the places', { timeout: timeoutMs, tags: 'rare' }, () =>
  letAllLive(12, { processes: 2, sharesPlaces: true }),
);

test('they do so over HTTP, with whole servers that are killed and started', { timeout: timeoutMs, tags: 'rare' }, () =>
  letAllLive(8, { processes: 2, via: 'http' }),
);
