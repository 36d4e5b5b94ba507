import { readFileSync } from 'node:fs';

/** Returns the value below which this `share` of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

const TICKS_A_SECOND = 100;
const USER_FIELD = 11;
const SYSTEM_FIELD = 12;

const CHILDREN_FIELDS = [13, 14];

/** Returns the sum of these /proc fields of a process or thread in seconds; NaN without /proc. */
function secondsOf(path: string, fields: readonly number[]): number {
  try {
    const status = readFileSync(`/proc/${path}/stat`, 'utf8');
    const values = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return fields.reduce((total, field) => total + Number(values[field]), 0) / TICKS_A_SECOND;
  } catch {
    return Number.NaN;
  }
}

/** Returns the CPU seconds of a process with all its threads; NaN without /proc. */
export const cpuSeconds = (pid: number): number => secondsOf(String(pid), [USER_FIELD, SYSTEM_FIELD]);

/** Returns the CPU seconds of a process's main thread, which runs the event loop. */
export const mainThreadSeconds = (pid: number): number => secondsOf(`${pid}/task/${pid}`, [USER_FIELD, SYSTEM_FIELD]);

/** Returns the ids of a process's living children. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Returns the CPU seconds of a process, its living children and those that have ended. */
export const cpuWithChildren = (pid: number): number =>
  childrenOf(pid).reduce(
    (total, child) => total + (cpuSeconds(child) || 0),
    secondsOf(String(pid), [USER_FIELD, SYSTEM_FIELD, ...CHILDREN_FIELDS]),
  );

/** Returns the resident memory of a process in megabytes; NaN without /proc. */
export function residentMegabytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
