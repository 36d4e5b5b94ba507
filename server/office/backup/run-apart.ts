import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { NightlyOrder, NightlyResult } from './nightly-run.ts';

const PROGRAM = fileURLToPath(new URL('./nightly-process.ts', import.meta.url));
const HEAP = '--max-old-space-size=256';

export type Answer = { result: NightlyResult } | { error: string };

/** Runs the nightly backup in a process of its own, which ends when `stopping` is aborted or this process dies. */
export async function runApart(order: NightlyOrder, stopping?: AbortSignal): Promise<Answer> {
  const { PATH, TMPDIR } = process.env;
  const child = fork(PROGRAM, { execArgv: [HEAP], stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: { PATH, TMPDIR } });
  const stop = (): void => void child.kill('SIGTERM');
  stopping?.addEventListener('abort', stop, { once: true });
  let answer: Answer | undefined;
  child.once('message', (message) => (answer = asAnswer(message)));
  child.send(order);
  try {
    const [code, signal] = await once(child, 'exit');
    return answer ?? { error: `the process of the backup ended with ${signal ?? code}.` };
  } finally {
    stopping?.removeEventListener('abort', stop);
  }
}

/** The other end is a program of ours. */
const asAnswer = (message: unknown): Answer => message as Answer;
