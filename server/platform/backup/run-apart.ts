import { fork } from 'node:child_process';
import { once } from 'node:events';
import { BackupError } from './backup-error.ts';

/** The program `nice` lowers the priority of all threads from the beginning; the process itself could lower only its first one. */
const NICE = ['-n', '10', process.execPath, '--max-old-space-size=256', '--max-semi-space-size=4'];

/** What it runs with, and what the database library and Node connect with besides DATABASE_URL; none of our secrets. */
const NEEDED = /^(PATH|HOME|TMPDIR|NODE_COMPILE_CACHE|NODE_EXTRA_CA_CERTS|PG[A-Z]+)$/;

type Answer<Result> = { result: Result } | { error: string };

/**
 * Runs a program of ours (`answerOrder`) in a process of its own with a tenth of the site's claim to the CPU: packing and sealing must not
 * delay visitors, and must not take hours on a busy machine. It ends when `stopping` is aborted or this process dies. @throws BackupError
 * with its reason
 */
export async function runApart<Result>(program: string, order: object, stopping?: AbortSignal): Promise<Result> {
  const child = fork(program, {
    execPath: 'nice',
    execArgv: NICE,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => NEEDED.test(name))),
  });
  const stop = (): void => void child.kill('SIGTERM');
  stopping?.addEventListener('abort', stop, { once: true });
  let answer: Answer<Result> | undefined;
  child.once('message', (message) => (answer = asAnswer<Result>(message)));
  child.send(order);
  try {
    const [code, signal] = await once(child, 'exit');
    if (answer && 'result' in answer) return answer.result;
    throw new BackupError(answer?.error ?? `the process of the backup ended with ${signal ?? code}.`);
  } finally {
    stopping?.removeEventListener('abort', stop);
  }
}

/** The other end is a program of ours. */
const asAnswer = <Result>(message: unknown): Answer<Result> => message as Answer<Result>;
