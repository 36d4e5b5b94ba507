import { expect, test } from 'vitest';
import { timeText } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { moveClub } from '#tests/setup/time-zone.ts';
import { isBackupTime } from './nightly.jobs.ts';

test.each([
  ['Asia/Tbilisi', '2026-11-20T00:00:00Z', ['04:45', '05:25']],
  ['Europe/Berlin', '2026-10-25T00:00:00Z', ['04:45', '05:25']],
  ['Europe/Berlin', '2027-03-28T00:00:00Z', ['04:45', '05:25']],
  ['America/New_York', '2026-11-20T00:00:00Z', ['04:45', '05:25']],
  ['Asia/Kolkata', '2026-11-20T00:00:00Z', ['04:55', '05:15']],
])('in %s a backup is tried twice in the night of %s', (zone, start, times) => {
  moveClub(zone);
  const runs = Array.from({ length: 24 }, (_, hour) =>
    [25, 45].map((minute) => new Date(Date.parse(start) + hour * HOUR_MS + minute * MINUTE_MS)),
  );
  expect(runs.flat().filter(isBackupTime).map(timeText)).toEqual(times);
});
