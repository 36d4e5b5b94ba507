import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { openConnection } from './load.ts';

const SCANS_PER_SECOND = 20;
/** Each phone keeps its connection open, as a browser does. */
const PHONES = 5;
const Order = z.object({ origin: z.url(), requests: z.array(z.base64()) });
const Times = z.array(z.number());

/** A door that sends these scans at 20 a second until it is closed. */
type DoorProcess = {
  open(): void;
  /** Returns the duration of each scan in milliseconds. */
  close(): Promise<number[]>;
};

/** Runs the door of a rush in a separate process, so that the visitors' work does not delay its measurements. */
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
 * Receives the server's address and the requests by message, sends them at an even pace until a second message, and returns the duration of
 * each in milliseconds.
 */
function work(): void {
  process.once('message', (message) => {
    let isOpen = true;
    process.once('message', () => (isOpen = false));
    void scan(Order.parse(message), () => isOpen).then((times) => process.send?.(times));
  });
}

async function scan({ origin, requests }: z.infer<typeof Order>, isOpen: () => boolean): Promise<number[]> {
  const phones = await Promise.all(Array.from({ length: PHONES }, () => openConnection(origin)));
  const startedAt = performance.now();
  const scans: Promise<number>[] = [];
  for (const [index, request] of requests.entries()) {
    const wait = startedAt + (index * 1_000) / SCANS_PER_SECOND - performance.now();
    if (wait > 1) await sleep(wait);
    if (!isOpen()) break;
    const phone = phones[index % PHONES];
    if (phone) scans.push(time(phone.send(Buffer.from(request, 'base64'))));
  }
  const times = await Promise.all(scans);
  for (const phone of phones) phone.close();
  return times;
}

/** The wait for the phone's previous scan counts. */
async function time(answered: Promise<number>): Promise<number> {
  const startedAt = performance.now();
  if ((await answered) >= 300) throw new Error('a valid ticket was not admitted');
  return performance.now() - startedAt;
}

if (import.meta.main) work();
