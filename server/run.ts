import type { DestinationStream } from 'pino';
import { openOutput, reasonOf } from '#server/platform/log.ts';
import { createShutdown, followNpm, type Shutdown } from '#server/platform/shutdown.ts';

const DRAIN_MS = 10_000;
/** How long after the signal to stop a guest's request may wait for a bank; the rest of `DRAIN_MS` is for the answer. */
const LAST_CALLS_MS = 2_500;

/** `soft`: nothing new begins; `hard`: aborts calls that wait for a bank or a mail server. */
type Stop = { soft: AbortController; hard: AbortController; exit(code: number): Promise<void> };

/** What a start gets: where to register how its parts end, the stop signals, and the output of its log. */
export type Run = { shutdown: Shutdown; soft: AbortSignal; hard: AbortController; output: DestinationStream };

/** Opens the site and serves until SIGTERM or SIGINT. A start that cannot succeed reports why in one line and exits with 1. */
export async function runUntilStopped(open: (run: Run) => Promise<void>): Promise<void> {
  const shutdown = createShutdown();
  const output = openOutput();
  // Node's own exit waits for a write that a stalled reader never completes.
  const exit = async (code: number): Promise<void> => {
    if (await output.flush()) process.exit(code);
    process.kill(process.pid, 'SIGKILL');
  };
  const stop: Stop = { soft: new AbortController(), hard: new AbortController(), exit };
  const opening = open({ shutdown, soft: stop.soft.signal, hard: stop.hard, output: output.to });
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
function closeOnSignal(shutdown: Shutdown, opening: Promise<void>, { soft, hard, exit }: Stop): void {
  const stop = (): void => {
    if (soft.signal.aborted) return;
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
