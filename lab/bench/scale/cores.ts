import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuSeconds } from '#lab/bench/statistics.ts';

/** Keeps processes and what they start on one core. */
export function pin(pids: readonly number[], core: number): void {
  for (const pid of pids) execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' });
}

const statOf = (pid: number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};
export const parentOf = (pid: number): number => Number(statOf(pid)[1]);

/** Returns a process and its descendants. */
export function treeOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [{ child: Number(name), parent: parentOf(Number(name)) }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
  const below = (root: number): number[] => [root, ...parents.filter(({ parent }) => parent === root).flatMap(({ child }) => below(child))];
  return below(pid);
}

const TICKS_A_SECOND = 100;

/** Returns the CPU seconds of a process and its descendants, also of children that have ended. */
export function cpuOf(pid: number): number {
  const [user = 0, system = 0] = statOf(pid).slice(13, 15).map(Number);
  return treeOf(pid).reduce((sum, each) => sum + (cpuSeconds(each) || 0), (user + system) / TICKS_A_SECOND);
}

const GROUPS = '/sys/fs/cgroup';
const PERIOD_US = 20_000;

/** Gives processes and what they start together a part of a core. Returns the function that ends it. */
export function ration(pids: readonly number[], cores: number): () => void {
  const isOld = existsSync(join(GROUPS, 'cpu/cgroup.procs'));
  const top = isOld ? join(GROUPS, 'cpu') : GROUPS;
  const group = join(top, `rkali-scale-${process.pid}`);
  const quota = String(Math.round(cores * PERIOD_US));
  mkdirSync(group);
  if (isOld) {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
    writeFileSync(join(group, 'cpu.cfs_quota_us'), quota);
  } else writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_US}`);
  for (const pid of pids) writeFileSync(join(group, 'cgroup.procs'), String(pid));
  return () => {
    for (const pid of treeOf(pids[0] ?? 0)) writeFileSync(join(top, 'cgroup.procs'), String(pid));
    rmdirSync(group);
  };
}
