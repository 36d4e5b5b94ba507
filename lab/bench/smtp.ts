import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';

const Taken = z.array(z.number());
const LOOK_MS = 100;

export type SmtpProcess = {
  pid: number;
  /** Environment variables of a server that sends its mails here. */
  variables: Record<string, string>;
  /** Returns when each mail was received, in milliseconds since 1970. */
  taken(): Promise<number[]>;
  /** Waits until this many mails have arrived or `timeoutMs` have passed. Returns when they were received. */
  waitFor(count: number, timeoutMs: number): Promise<number[]>;
  stop(): void;
};

/** Starts the mail server of a measurement in a separate process. */
export async function startSmtp(): Promise<SmtpProcess> {
  const child = fork(import.meta.filename);
  const [port] = await once(child, 'message');
  const taken = async () => {
    const answered = once(child, 'message');
    child.send('taken');
    const [answer] = await answered;
    return Taken.parse(answer);
  };
  const waitFor = async (count: number, timeoutMs: number) => {
    const deadline = performance.now() + timeoutMs;
    let moments = await taken();
    while (moments.length < count && performance.now() < deadline) {
      await sleep(LOOK_MS);
      moments = await taken();
    }
    return moments;
  };
  return {
    pid: child.pid ?? 0,
    variables: { SMTP_URL: `smtp://127.0.0.1:${z.number().parse(port)}` },
    taken,
    waitFor,
    stop: () => void child.kill(),
  };
}

/** Accepts every mail and drops it. Sends its port once it listens, and answers each message with the time of every mail. */
function serve(): void {
  const moments: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => {
        moments.push(Date.now());
        done();
      });
    },
  });
  server.on('error', () => undefined);
  process.on('message', () => process.send?.(moments));
  server.listen(0, '127.0.0.1', () => {
    const address = server.server.address();
    process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
  });
}

if (import.meta.main) serve();
