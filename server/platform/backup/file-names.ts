import { toWireTime, venueDay } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';

/** The formats that open the file without this program, from the right: age, zstd, tar. */
const ENDING = '.tar.zst.age';
const HAND_MADE = /^backup-[\d-]{17}\.tar\.zst\.age$/;
const NIGHTLY = /^nightly-(\d{4}-\d{2}-\d{2})\.tar\.zst\.age$/;
const DAILY_KEPT = 7;
const WEEKLY_KEPT = 4;

/** `backup-2026-11-25-183012.tar.zst.age`: the name of a backup made by hand, in the club's time. */
export const handMadeName = (at: Date): string => `backup-${toWireTime(at).slice(0, 19).replace('T', '-').replaceAll(':', '')}${ENDING}`;

/** Returns the newest backup made by hand among these files, by the time in its name. */
export const newestHandMade = (names: readonly string[]): string | undefined =>
  names
    .filter((name) => HAND_MADE.test(name))
    .toSorted()
    .at(-1);

/** `nightly-2026-11-25.tar.zst.age`: the name of a nightly backup. */
export const nightlyName = (at: Date): string => `nightly-${venueDay(at)}${ENDING}`;

/** Returns the Monday of a day's week. */
function weekOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7;
  return new Date(at - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Returns the nightly backups to delete: all but the newest seven, and of the older ones the newest of each of the last four weeks. Files
 * are counted, not days, so that failed backups delete nothing. Other files are never returned.
 */
export function findOutdated(names: readonly string[]): string[] {
  const newestFirst = names.filter((name) => NIGHTLY.test(name)).toSorted((one, other) => other.localeCompare(one));
  const weeks = Map.groupBy(newestFirst.slice(DAILY_KEPT), (name) => weekOf(NIGHTLY.exec(name)?.[1] ?? ''));
  const weekly = new Set([...weeks.values()].slice(0, WEEKLY_KEPT).map(([newest]) => newest));
  return newestFirst.slice(DAILY_KEPT).filter((name) => !weekly.has(name));
}
