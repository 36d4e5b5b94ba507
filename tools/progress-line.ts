import ora, { type Ora } from 'ora';
import type { OnProgress } from '#server/platform/progress.ts';
import { secondsLeft } from '#shared/time-left.ts';

const TICK_MS = 1_000;
/** Off a terminal a step that goes on is written this often. */
const LINE_EVERY_MS = 10_000;

type Step = { name: string; begunAt: number; done?: number | undefined; total?: number | undefined };

// A terminal may not know its width, as in some containers; ora divides by it.
const isTerminal = process.stderr.isTTY && process.stderr.columns > 0 && process.env['TERM'] !== 'dumb';

let step: Step | undefined;
let writtenAt: number | undefined;
let ticking: NodeJS.Timeout | undefined;
let spinner: Ora | undefined;

/**
 * Shows on stderr what the command does, how far it is and how long it still takes: one line on a terminal, plain lines elsewhere. A
 * command that ends within a second shows nothing.
 */
export const showProgress: OnProgress = (name, done, total) => {
  if (step?.name !== name) {
    step = { name, begunAt: performance.now() };
    writtenAt = undefined;
  }
  Object.assign(step, { done, total });
  ticking ??= setInterval(tick, TICK_MS).unref();
};

/** Takes the line away: before a result, and before a question. */
export function clearProgress(): void {
  clearInterval(ticking);
  spinner?.stop();
  ticking = step = spinner = undefined;
}

/** Writes what a child of the command says, without a piece of the progress line in it. */
export function writeBesideProgress(stream: NodeJS.WriteStream, text: string | Uint8Array): void {
  spinner?.clear();
  stream.write(text);
}

function tick(): void {
  if (!step) return;
  const now = performance.now();
  const text = progressText(step, now);
  if (isTerminal) {
    // Without `discardStdin` a question after it can be answered.
    spinner ??= ora({ stream: process.stderr, isEnabled: true, discardStdin: false }).start();
    spinner.text = text;
  } else if (writtenAt === undefined || now - writtenAt >= LINE_EVERY_MS) {
    writtenAt = now;
    process.stderr.write(`… ${text}\n`);
  }
}

/** `Saving the tables: 42%, about 12 s left`, or with an unknown end `Checking the data, 12 s`. */
export function progressText({ name, begunAt, done, total }: Step, now: number): string {
  const took = now - begunAt;
  if (done === undefined || !total) return `${name}, ${durationText(Math.round(took / 1_000))}`;
  const share = Math.min(1, done / total);
  const left = secondsLeft(share, took);
  return `${name}: ${Math.floor(share * 100)}%${left === undefined ? '' : `, about ${durationText(left)} left`}`;
}

const durationText = (seconds: number): string => (seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);
