import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type * as decided from '#server/door/scans/apply-scans.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { importWithout } from '#tests/setup/without-guard.ts';
import type * as phoneCode from '#web/door/phone/open-door-phone.ts';
import { type Code, Phones } from './door-phones.ts';
import { check } from './door-properties.ts';
import { type History, history, listHistory } from './door-steps.ts';
import { effort, timeoutMs } from './effort.ts';
import { timers } from './virtual-time.ts';

beforeAll(() => {
  for (const [name, timer] of Object.entries(timers)) vi.stubGlobal(name, timer);
});
afterAll(() => void vi.unstubAllGlobals());

/** Plays a history to its end, when every phone has sent and heard everything, and looks at it. */
async function play({ steps, skewsMs }: History, look: (phones: Phones) => Promise<void> | void, code: Code = {}): Promise<void> {
  const phones = await Phones.open(skewsMs, code);
  try {
    for (const step of steps) await phones.play(step);
    await phones.heal();
    await look(phones);
  } finally {
    await phones.close();
  }
}

test(
  'whatever the network does: nothing is lost, each admission beyond the first is a conflict, and phones agree with the server',
  { timeout: timeoutMs },
  () =>
    fc.assert(
      fc.asyncProperty(history, (happened) => play(happened, check)),
      effort(200),
    ),
);

test(
  'people whom a phone let in by a list are kept, those beyond its places, quota or hour as conflicts, and phones agree with the server',
  { timeout: timeoutMs },
  () =>
    fc.assert(
      fc.asyncProperty(listHistory, (happened) => play(happened, check)),
      effort(100),
    ),
);

test('uploading everything again changes nothing', { timeout: timeoutMs }, () =>
  fc.assert(
    fc.asyncProperty(fc.oneof(history, listHistory), (happened) =>
      play(happened, ({ server, repeat }) => {
        const before = structuredClone(server.store.rows);
        repeat();
        expect(server.store.rows).toEqual(before);
      }),
    ),
    effort(40),
  ),
);

test.each(['keptConflicts', 'noForcedAcceptance', 'correctedClock'] as const satisfies Guard[])(
  'without the guard %s of the server a history is found that goes wrong (control of I17)',
  { timeout: timeoutMs },
  async (guard) => {
    const { applyScans: apply } = await importWithout<typeof decided>(guard, 'server/door/scans/apply-scans.ts');
    await expectFault({ apply });
  },
);

test.each(['ownDecision', 'measuredClock', 'diskFirst'] as const satisfies Guard[])(
  'without the guard %s of the phone a history is found that goes wrong (control of I17)',
  { timeout: timeoutMs },
  async (guard) => {
    const { openDoorPhone: openPhone } = await importWithout<typeof phoneCode>(guard, 'web/door/phone/open-door-phone.ts');
    await expectFault({ openPhone });
  },
);

test(
  'without the guard keptGroups of the server a history of lists is found that goes wrong (control of I17)',
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
