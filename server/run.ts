import type { DestinationStream } from 'pino';
import { openOutput, reasonOf } from '#server/platform/log.ts';
import { createShutdown, followNpm, type Shutdown } from '#server/platform/shutdown.ts';

const DRAIN_MS = 10_000;
/** How long after the signal to stop a guest's request may wait for a bank; the rest of `DRAIN_MS` is for the answer. */
const LAST_CALLS_MS = 2_500;

/**
 * `draining`: the load balancer must notice, and all is served as before; `soft`: nothing new begins; `hard`: aborts calls that wait for a
 * bank or a mail server.
 */
type Stop = { draining: AbortController; drainMs: number; soft: AbortController; hard: AbortController; exit(code: number): Promise<void> };

/** What a start gets: where to register how its parts end, the stop signals, and the output of its log. */
export type Run = {
  shutdown: Shutdown;
  draining: AbortSignal;
  /** Sets the time between `draining` and `soft` for a site that is open. */
  drainFor(ms: number): void;
  soft: AbortSignal;
  hard: AbortController;
  output: DestinationStream;
};

/** Opens the site and serves until SIGTERM or SIGINT. A start that cannot succeed reports why in one line and exits with 1. */
export async function runUntilStopped(open: (run: Run) => Promise<void>): Promise<void> {
  const shutdown = createShutdown();
  const output = openOutput();
  // Node's own exit waits for a write that a stalled reader never completes.
  const exit = async (code: number): Promise<void> => {
    if (await output.flush()) process.exit(code);
    process.kill(process.pid, 'SIGKILL');
  };
  const [draining, soft, hard] = [new AbortController(), new AbortController(), new AbortController()];
  const stop: Stop = { draining, drainMs: 0, soft, hard, exit };
  const drainFor = (ms: number): void => void (stop.drainMs = ms);
  const opening = open({ shutdown, draining: draining.signal, drainFor, soft: soft.signal, hard, output: output.to });
  closeOnSignal(shutdown, opening, stop);
  try {
    await opening;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason !== '') console.error(`Rkali cannot start: ${reason}`);
    await shutdown.run();
    await exit(1);
  }
}

/** Completes a running start first, so that nothing it began is left behind. */
function closeOnSignal(shutdown: Shutdown, opening: Promise<void>, stopped: Stop): void {
  const { draining, soft, hard, exit } = stopped;
  const stop = (): void => {
    if (draining.signal.aborted) return;
    draining.abort();
    if (stopped.drainMs === 0) end();
    else setTimeout(end, stopped.drainMs);
  };
  const end = (): void => {
    soft.abort();
    setTimeout(() => hard.abort(), LAST_CALLS_MS).unref();
    setTimeout(() => void exit(1), DRAIN_MS).unref();
    void opening
      .catch(() => undefined)
      .then(() => shutdown.run())
      .then((isInTime) => exit(isInTime ? 0 : 1));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  followNpm(stop);
}
