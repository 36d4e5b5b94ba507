import fc from 'fast-check';
import { expect, test } from 'vitest';
import type * as decided from '#server/door/scans/apply-scans.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { importWithout } from '#tests/setup/without-guard.ts';
import type * as phoneCode from '#web/door/phone/open-door-phone.ts';
import type { Code } from './door-phones.ts';
import { check } from './door-properties.ts';
import { history, listHistory } from './door-steps.ts';
import { timeoutMs } from './effort.ts';
import { play, useVirtualTime } from './play-door.ts';

useVirtualTime();

test.each(['keptConflicts', 'noForcedAcceptance', 'correctedClock'] as const satisfies Guard[])(
  'control: without the guard %s of the server a history is found that goes wrong (I17)',
  { timeout: timeoutMs },
  async (guard) => {
    const { applyScans: apply } = await importWithout<typeof decided>(guard, 'server/door/scans/apply-scans.ts');
    await expectFault({ apply });
  },
);

test.each(['ownDecision', 'measuredClock', 'diskFirst', 'ownCount', 'ownDenials'] as const satisfies Guard[])(
  'control: without the guard %s of the phone a history is found that goes wrong (I17)',
  { timeout: timeoutMs },
  async (guard) => {
    const { openDoorPhone: openPhone } = await importWithout<typeof phoneCode>(guard, 'web/door/phone/open-door-phone.ts');
    await expectFault({ openPhone });
  },
);

test(
  'control: without the guard keptGroups of the server a history of lists is found that goes wrong (I17)',
  { timeout: timeoutMs },
  async () => {
    const { applyScans: apply } = await importWithout<typeof decided>('keptGroups', 'server/door/scans/apply-scans.ts');
    await expectFault({ apply }, listHistory);
  },
);

async function expectFault(code: Code, histories = history): Promise<void> {
  const found = await fc.check(
    fc.asyncProperty(histories, (happened) => play(happened, check, code)),
    { seed: 2, numRuns: 500, endOnFailure: true },
  );
  expect(found.errorInstance).toMatchObject({ name: 'AssertionError' });
}
