import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { drawTicketPdf, type TicketPdf } from './ticket-pdf.ts';

/** What the printer is asked and what it answers: `number` tells the orders apart. */
export type PrintOrder = { number: number; pdf: TicketPdf };
export type PrintAnswer = { number: number; content: Uint8Array } | { number: number; failure: string };

// Nobody waits for a drawing as those wait who buy or stand at the door. Elsewhere than on Linux this would be the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

parentPort?.on('message', (order: PrintOrder) => void answer(order));

async function answer({ number, pdf }: PrintOrder): Promise<void> {
  try {
    send({ number, content: await drawTicketPdf(pdf) });
  } catch (error) {
    send({ number, failure: error instanceof Error ? error.message : String(error) });
  }
}

// The rule knows windows: a thread takes no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const send = (message: PrintAnswer): void => parentPort?.postMessage(message);
