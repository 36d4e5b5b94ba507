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

/** Returns the CPU seconds of a process with all its threads; NaN without /proc. */
export function cpuSeconds(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const values = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return (Number(values[USER_FIELD]) + Number(values[SYSTEM_FIELD])) / TICKS_A_SECOND;
  } catch {
    return Number.NaN;
  }
}

/** Returns the resident memory of a process in megabytes; NaN without /proc. */
export function residentMegabytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
