import { fork } from 'node:child_process';
import { once } from 'node:events';
import { ignoreProgress, type OnProgress } from '#server/platform/progress.ts';
import { HOUR_MS, SECOND_MS } from '#shared/durations.ts';
import { BackupError } from './backup-error.ts';

/** `nice` lowers the priority of all threads from the start; a process could lower only that of its first thread. */
const NICE = ['-n', '10', process.execPath, '--max-old-space-size=256', '--max-semi-space-size=4'];

/** The variables that the program, Node and the database library need besides DATABASE_URL; none of our secrets. */
const NEEDED = /^(PATH|HOME|TMPDIR|NODE_COMPILE_CACHE|NODE_EXTRA_CA_CERTS|PG[A-Z]+)$/;

/** A million tickets take two minutes on a free machine (docs/performance.md). */
const LONGEST_MS = 3 * HOUR_MS;
/** The time in which the child may clean up. */
const ENDING_MS = 10 * SECOND_MS;

type Options = { stopping?: AbortSignal | undefined; longestMs?: number; onProgress?: OnProgress };
type Answer<Result> = { result: Result } | { error: string };
type Message<Result> = Answer<Result> | { progress: Parameters<OnProgress> };

/**
 * Runs a program of ours (`answerOrder`) in a separate process with a tenth of the site's CPU weight, so that packing and sealing neither
 * delay visitors nor take hours on a busy machine. It ends when `stopping` is aborted, when it takes too long, or when this process dies.
 * @throws BackupError with its reason
 */
export async function runApart<Result>(
  program: string,
  order: object,
  { stopping, longestMs = LONGEST_MS, onProgress = ignoreProgress }: Options = {},
): Promise<Result> {
  const child = fork(program, {
    execPath: 'nice',
    execArgv: NICE,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => NEEDED.test(name))),
  });
  let isTooLong = false;
  let killing: NodeJS.Timeout | undefined;
  const stop = (): void => {
    child.kill('SIGTERM');
    killing ??= setTimeout(() => child.kill('SIGKILL'), ENDING_MS);
  };
  const limit = setTimeout(() => {
    isTooLong = true;
    stop();
  }, longestMs);
  stopping?.addEventListener('abort', stop, { once: true });
  let answer: Answer<Result> | undefined;
  child.on('message', (sent) => {
    const message = asMessage<Result>(sent);
    if ('progress' in message) onProgress(...message.progress);
    else answer = message;
  });
  child.send(order);
  try {
    const [code, signal] = await once(child, 'exit');
    if (answer && 'result' in answer) return answer.result;
    if (isTooLong) throw new BackupError(`the process of the backup did not end within ${longestMs / HOUR_MS} hours, and was stopped.`);
    throw new BackupError(answer?.error ?? `the process of the backup ended with ${signal ?? code}.`);
  } finally {
    clearTimeout(limit);
    clearTimeout(killing);
    stopping?.removeEventListener('abort', stop);
  }
}

/** The other side is a program of ours. */
const asMessage = <Result>(sent: unknown): Message<Result> => sent as Message<Result>;
