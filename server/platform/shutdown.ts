import { setTimeout as sleep } from 'node:timers/promises';

/** The parts to end, in this order, each with its time limit in milliseconds. */
const PHASES = { processes: 7_500, http: 4_000, helpers: 1_000, jobs: 4_000, database: 1_000, postgres: 10_000 } as const;
/** PostgreSQL is stopped after this time at the latest, even if others hang: a supervisor waits ten seconds. */
const BEFORE_POSTGRES_MS = 7_500;
type Phase = keyof typeof PHASES;
const phases: readonly Phase[] = ['processes', 'http', 'helpers', 'jobs', 'database', 'postgres'];

export type Shutdown = {
  /** Registers how an opened part is ended. */
  add(phase: Phase, end: () => unknown): void;
  /** Ends all parts, even if some fail or hang. Returns false if a part did not end in time. */
  run(): Promise<boolean>;
};

export function createShutdown(): Shutdown {
  const ends = new Map<Phase, (() => unknown)[]>();
  const runPhase = async (phase: Phase, leftMs: number): Promise<boolean> => {
    const work = (ends.get(phase) ?? []).map(async (end) => end());
    const isOver = Promise.allSettled(work).then(() => true);
    return Promise.race([isOver, sleep(Math.min(PHASES[phase], leftMs), false, { ref: false })]);
  };
  const runAll = async (): Promise<boolean> => {
    const deadline = performance.now() + BEFORE_POSTGRES_MS;
    let isInTime = true;
    for (const phase of phases) {
      const leftMs = phase === 'postgres' ? PHASES.postgres : Math.max(0, deadline - performance.now());
      isInTime = (await runPhase(phase, leftMs)) && isInTime;
    }
    return isInTime;
  };
  let running: Promise<boolean> | undefined;
  return {
    add: (phase, end) => void ends.set(phase, [...(ends.get(phase) ?? []), end]),
    run: () => (running ??= runAll()),
  };
}

const LOOK_FOR_PARENT_MS = 500;

/**
 * Calls `stop` when npm, the parent process, is gone: it sends SIGTERM to a shell that ends without forwarding it, and the server and its
 * database would keep running.
 */
export function followNpm(stop: () => void, env: NodeJS.ProcessEnv = process.env): void {
  if (env['npm_lifecycle_event'] !== 'start') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, LOOK_FOR_PARENT_MS).unref();
}
