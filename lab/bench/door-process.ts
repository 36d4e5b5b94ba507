import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const door = fileURLToPath(new URL('./door.ts', import.meta.url));
const Times = z.array(z.number());

/** A door that sends these scans, 20 a second, until it is closed. */
export type DoorProcess = {
  open(): void;
  /** Returns how long each scan took, in milliseconds. */
  close(): Promise<number[]>;
};

export function startDoor(origin: string, requests: readonly Buffer[]): DoorProcess {
  const child = fork(door);
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
