import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { measure } from './load.ts';

const SCANS_PER_SECOND = 20;
const Order = z.object({ origin: z.url(), requests: z.array(z.base64()) });
const Times = z.array(z.number());

/** A door that sends these scans, 20 a second, until it is closed. */
type DoorProcess = {
  open(): void;
  /** Returns how long each scan took, in milliseconds. */
  close(): Promise<number[]>;
};

/** Starts the door of a rush as a separate process, so that its measurements do not wait for the visitors' work. */
export function startDoor(origin: string, requests: readonly Buffer[]): DoorProcess {
  const child = fork(import.meta.filename);
  return {
    open: () => void child.send({ origin, requests: requests.map((request) => request.toString('base64')) }),
    async close() {
      const answered = once(child, 'message');
      child.send('close');
      const [times] = await answered;
      child.disconnect();
      return Times.parse(times);
    },
  };
}

/**
 * Receives the server's address and the requests by a message, sends them one at a time at an even pace until a second message, and returns
 * how long each took.
 */
function work(): void {
  process.once('message', (message) => {
    let isOpen = true;
    process.once('message', () => (isOpen = false));
    void scan(Order.parse(message), () => isOpen).then((times) => process.send?.(times));
  });
}

async function scan({ origin, requests }: z.infer<typeof Order>, isOpen: () => boolean): Promise<number[]> {
  const startedAt = performance.now();
  const scans: Promise<number>[] = [];
  for (const [index, request] of requests.entries()) {
    const wait = startedAt + (index * 1_000) / SCANS_PER_SECOND - performance.now();
    if (wait > 1) await sleep(wait);
    if (!isOpen()) break;
    scans.push(time(origin, Buffer.from(request, 'base64')));
  }
  return Promise.all(scans);
}

async function time(origin: string, request: Buffer): Promise<number> {
  const { accepted, p50 } = await measure({ origin, next: () => request, connections: 1, amount: 1 });
  if (accepted !== 1) throw new Error('a valid ticket was not admitted');
  return p50;
}

if (import.meta.main) work();
