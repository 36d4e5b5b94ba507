import { expect, test } from 'vitest';
import { addDays } from '#shared/dates.ts';
import { findOutdated, handMadeName, nightlyName } from './file-names.ts';

test('a backup is named by the time of the club', () => {
  const at = new Date('2026-11-24T21:15:30Z');
  expect([handMadeName(at), nightlyName(at)]).toEqual(['backup-2026-11-25-011530.tar.zst.age', 'nightly-2026-11-25.tar.zst.age']);
});

/** Returns the files in the folder after this many days, with a backup on each day but the missed ones. */
function keptAfter(days: number, missed: number[] = []): string[] {
  let kept: string[] = ['backup-2026-01-01-120000.tar.zst.age', 'notes.txt'];
  for (let day = 0; day < days; day += 1) {
    if (missed.includes(day)) continue;
    kept.push(nightlyName(addDays(new Date('2026-06-01T01:00:00Z'), day)));
    const outdated = findOutdated(kept);
    kept = kept.filter((name) => !outdated.includes(name));
  }
  return kept;
}

test('seven daily and four weekly backups are kept, and what people put there', () => {
  // The last day is a Wednesday. The daily ones begin on a Thursday, so Wednesday is the newest of its week among the older ones.
  expect(keptAfter(101)).toEqual([
    'backup-2026-01-01-120000.tar.zst.age',
    'notes.txt',
    ...['08-16', '08-23', '08-30', '09-02', '09-03', '09-04', '09-05', '09-06', '09-07', '09-08', '09-09'].map(
      (day) => `nightly-2026-${day}.tar.zst.age`,
    ),
  ]);
});

test('missed days delete nothing: there are always eleven once there were', () => {
  expect(keptAfter(60, [40, 41, 42, 43, 44, 45, 46, 47, 48]).filter((name) => name.startsWith('nightly'))).toHaveLength(11);
});
