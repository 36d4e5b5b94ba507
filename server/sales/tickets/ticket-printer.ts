import { Worker } from 'node:worker_threads';
import type { TicketPdf } from './ticket-pdf.ts';
import type { PrintAnswer, PrintOrder } from './ticket-pdf.worker.ts';

/** The thread goes when nobody has printed for a while: it holds the fonts. */
const IDLE_MS = 60_000;
/** Longer than this nothing is drawn: then the thread is stuck and is replaced. */
const PATIENCE_MS = 30_000;

type Waiting = { resolve(content: Buffer): void; reject(error: Error): void };
type Printer = { worker: Worker; waiting: Map<number, Waiting> };

let printer: Printer | undefined;
let lastNumber = 0;

/** Draws tickets in a thread of its own, in the order they came, because the server goes on answering meanwhile. */
export function printTickets(pdf: TicketPdf): Promise<Buffer> {
  const { worker, waiting } = (printer ??= startPrinter());
  const number = (lastNumber += 1);
  const printed = new Promise<Buffer>((resolve, reject) => waiting.set(number, { resolve, reject }));
  // The rule knows windows: a thread takes no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage({ number, pdf } satisfies PrintOrder);
  const stuck = setTimeout(() => void worker.terminate(), PATIENCE_MS);
  return printed.finally(() => clearTimeout(stuck));
}

function startPrinter(): Printer {
  // Flags of this process, such as a debugger's port, are not for the thread; those that bound its heap hold for it all the same.
  const worker = new Worker(new URL('./ticket-pdf.worker.ts', import.meta.url), { execArgv: [] });
  const started: Printer = { worker, waiting: new Map() };
  const idle = setTimeout(() => started.waiting.size === 0 && end(), IDLE_MS).unref();
  const end = (): void => {
    forget(started);
    void worker.terminate();
  };
  const fail = (error: Error): void => {
    clearTimeout(idle);
    forget(started);
    for (const { reject } of started.waiting.values()) reject(error);
    started.waiting.clear();
  };
  worker.on('message', (answer: PrintAnswer) => {
    settle(started, answer);
    idle.refresh().unref();
  });
  worker.once('error', fail);
  worker.once('exit', () => fail(new Error('The thread that prints tickets ended.')));
  // It never keeps a process alive that is done.
  worker.unref();
  return started;
}

function forget(ended: Printer): void {
  if (printer === ended) printer = undefined;
}

function settle({ waiting }: Printer, answer: PrintAnswer): void {
  const { resolve, reject } = waiting.get(answer.number) ?? {};
  waiting.delete(answer.number);
  if ('content' in answer) resolve?.(Buffer.from(answer.content));
  else reject?.(new Error(answer.failure));
}
