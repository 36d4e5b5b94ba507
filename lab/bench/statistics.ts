import { readFileSync } from 'node:fs';

/** The value below which this `share` of the values is. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

const TICKS_A_SECOND = 100;
const USER_FIELD = 11;
const SYSTEM_FIELD = 12;

/** Returns the CPU seconds of a process, all threads included; NaN where /proc is missing. */
export function cpuSeconds(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[USER_FIELD]) + Number(fields[SYSTEM_FIELD])) / TICKS_A_SECOND;
  } catch {
    return Number.NaN;
  }
}

/** Returns the resident memory of a process in megabytes; NaN where the system does not report it. */
export function residentMegabytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
