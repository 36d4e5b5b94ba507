import { Piscina } from 'piscina';
import type { TicketPdf } from './ticket-pdf.ts';

/** The thread goes when nobody has printed for a while: it holds the fonts. */
const IDLE_MS = 60_000;
/** Longer than this nothing is drawn: then the thread is stuck and is replaced. */
const TIMEOUT_MS = 30_000;

/** One thread, started by the first ticket. A debugger's port and other flags of this process are not for it. */
const printers = new Piscina<TicketPdf, Uint8Array>({
  filename: new URL('./ticket-pdf.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: IDLE_MS,
  execArgv: [],
});

/** Draws tickets in a thread, in the order they came, because the server goes on answering meanwhile. */
export const printTickets = async (pdf: TicketPdf): Promise<Buffer> =>
  Buffer.from(await printers.run(pdf, { signal: AbortSignal.timeout(TIMEOUT_MS) }));
