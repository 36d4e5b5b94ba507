import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as decided from '#server/door/scans/apply-scans.ts';
import { type Guard, importWithout } from '#tests/setup/guards.ts';
import { createStore, type DoorStore, unusedTicket } from './door-store.ts';
import { PHONES, Phones, type Step, skews, step, TICKETS } from './door-phones.ts';
import { effort, timeoutMs } from './effort.ts';

const now = new Date('2026-11-28T03:00:00+04:00');
const ids = Array.from({ length: TICKETS }, (_, place) => place + 1);
const history = fc.record({ steps: fc.array(step, { maxLength: 16 }), clocks: skews });

type History = { steps: Step[]; clocks: number[] };

function play({ steps, clocks }: History, apply = decided.applyScans): { store: DoorStore; phones: Phones } {
  const store = createStore(now, ids.map(unusedTicket), apply);
  const phones = new Phones(store, clocks, now);
  for (const each of steps) phones.play(each);
  phones.heal();
  return { store, phones };
}

const places = Array.from({ length: PHONES }, (_, place) => place);

function check({ store, phones }: ReturnType<typeof play>): void {
  const undone = new Set(store.rows.map(({ undoneScanId }) => undoneScanId));
  for (const id of ids) {
    const shown = places.flatMap((place) => phones.admittedBy(place)).filter(({ scan }) => scan.code === String(id));
    const admissions = store.rows.filter(
      ({ ticketId, kind, result, scanId }) =>
        ticketId === id && kind === 'in' && (result === 'accepted' || result === 'conflict') && !undone.has(scanId),
    );
    // Everybody who was let in is kept, and each beyond the first as a conflict.
    expect(admissions.map(({ scanId }) => scanId).sort()).toEqual(expect.arrayContaining(shown.map(({ scan }) => scan.scanId).sort()));
    for (const round of new Set(store.rows.map((row) => row.round)))
      expect(
        store.rows.filter((row) => row.ticketId === id && row.result === 'accepted' && row.round === round).length,
      ).toBeLessThanOrEqual(1);
    expect(store.ticket(id)?.admissions).toBe(admissions.length);
    expect(store.ticket(id)?.usedAt === null).toBe(admissions.length === 0);
  }
  // By the server's clock, whatever the phone's says.
  for (const { decidedAt, scannedAt, offsetMs } of store.rows.filter(({ decidedBy }) => decidedBy === 'phone'))
    expect(decidedAt.getTime()).toBe((scannedAt?.getTime() ?? 0) - (offsetMs ?? 0));
  const known = new Set(store.rows.map(({ scanId }) => scanId));
  const lost = phones.logs.flat().filter(({ scan, outcome }) => outcome?.result !== 'impossible' && !known.has(scan.scanId));
  expect(lost).toEqual([]);
}

test(
  'whatever the network does, nothing acknowledged is lost, and each admission beyond the first is a conflict',
  { timeout: timeoutMs },
  () => {
    fc.assert(
      fc.property(history, (happened) => check(play(happened))),
      effort(20_000),
    );
  },
);

test('uploading everything again changes nothing', { timeout: timeoutMs }, () => {
  fc.assert(
    fc.property(history, (happened) => {
      const { store, phones } = play(happened);
      const before = structuredClone(store.rows);
      phones.repeat();
      expect(store.rows).toEqual(before);
    }),
    effort(20_000),
  );
});

test.each(['keptConflicts', 'noForcedAcceptance', 'correctedClock'] as const satisfies Guard[])(
  'without the guard %s a history is found that goes wrong (control of I17)',
  { timeout: timeoutMs },
  async (guard) => {
    const { applyScans } = await importWithout<typeof decided>(guard, 'server/door/scans/apply-scans.ts');
    const found = fc.check(
      fc.property(history, (happened) => check(play(happened, applyScans))),
      { seed: 1, numRuns: 2_000 },
    );
    expect(found.failed).toBe(true);
  },
);
