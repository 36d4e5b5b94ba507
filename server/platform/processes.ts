import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** A process that ran this long had a successful start, so the next pause is short again. */
const STEADY_MS = 60_000;

type Options = { count: number; log: Logger; stopping: AbortSignal };

type Processes = {
  /** Resolves when all of them listen. Rejects with an empty message if the first of them ends before that: it has reported why. */
  started: Promise<void>;
  /** Tells them to stop as soon as a load balancer has noticed, before `stopping`. */
  drain(): void;
  /** Stops them and waits for the last one. */
  stop(): Promise<void>;
};

/**
 * Keeps `count` processes running; each sends a message when it listens. The first one listens before the others begin, and does the
 * one-time work. One that ends is restarted after 0.1 s, and if it ends again, after pauses that double up to half a minute.
 */
export function keepProcesses({ count, log, stopping }: Options, fork: () => Worker): Processes {
  const living = new Set<Worker>();
  const draining = new AbortController();
  const leaving = AbortSignal.any([stopping, draining.signal]);
  const begin = (): Worker => {
    const worker = fork();
    living.add(worker);
    worker.once('exit', () => living.delete(worker));
    return worker;
  };

  const ending = new WeakSet<Worker>();
  // A second signal would end a process at once.
  const end = (worker: Worker): void => {
    if (ending.has(worker)) return;
    ending.add(worker);
    worker.process.kill('SIGTERM');
  };

  const keep = async (first: Worker): Promise<void> => {
    let worker = first;
    let pauseMs = FIRST_PAUSE_MS;
    let since = performance.now();
    while (!leaving.aborted) {
      const [code, signal] = worker.isDead() ? [worker.process.exitCode, worker.process.signalCode] : await once(worker, 'exit');
      if (leaving.aborted || ending.has(worker)) return;
      if (performance.now() - since > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
      log.error({ pid: worker.process.pid, code, signal, pauseMs }, 'a process ended unexpectedly and is started again');
      await sleep(pauseMs, undefined, { signal: leaving, ref: false }).catch(() => undefined);
      if (leaving.aborted) return;
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      since = performance.now();
      worker = begin();
    }
  };

  const start = async (): Promise<void> => {
    const first = begin();
    await untilListening(first);
    const others = leaving.aborted ? [] : Array.from({ length: count - 1 }, begin);
    for (const worker of [first, ...others]) void keep(worker);
    await Promise.all(others.map((worker) => untilListening(worker).catch(() => undefined)));
  };

  return {
    started: start(),
    drain() {
      draining.abort();
      living.forEach(end);
    },
    async stop() {
      const ended = [...living].map(async (worker) => {
        end(worker);
        if (!worker.isDead()) await once(worker, 'exit');
      });
      await Promise.all(ended);
    },
  };
}

/**
 * Waits for the process's first message; Node's own event is missing if each process has its own sockets. @throws with an empty message
 * when it ends before it listens
 */
async function untilListening(worker: Worker): Promise<void> {
  const done = new AbortController();
  const { signal } = done;
  const ended = once(worker, 'exit', { signal }).then(() => {
    throw new Error('');
  });
  try {
    await Promise.race([once(worker, 'message', { signal }), ended]);
  } finally {
    done.abort();
  }
}
