import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** A process that does not send its metrics within this time is left out. */
const TIMEOUT_MS = 1_000;

/**
 * The messages by which the process that answers `/metrics` collects those of the others, through the primary: it sends `ask` and gets all
 * `numbers`; each of the others gets `report` and answers `reported`.
 */
const Message = z.discriminatedUnion('metrics', [
  z.object({ metrics: z.literal('ask'), id: z.string() }),
  z.object({ metrics: z.literal('numbers'), id: z.string(), own: z.number(), others: z.array(z.number()) }),
  z.object({ metrics: z.literal('report'), id: z.string(), to: z.number() }),
  z.object({ metrics: z.literal('reported'), id: z.string(), to: z.number(), from: z.number(), lines: z.array(z.string()) }),
]);
type Message = z.infer<typeof Message>;

/** The metrics of a process and its number; the number is missing if it is the only one. */
type Report = { number?: number; lines: readonly string[] };

/** Runs in the primary and forwards messages. `numberOf` returns the number of a running process, from 1. */
export function relayMetrics(numberOf: (worker: Worker) => number | undefined): void {
  const all = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const send = (worker: Worker | undefined, message: Message): void => void (worker?.isConnected() && worker.send(message));
  cluster.on('message', (sender, received: unknown) => {
    const message = Message.safeParse(received).data;
    if (message?.metrics === 'ask') {
      const others = all().filter((worker) => worker !== sender && numberOf(worker) !== undefined);
      send(sender, {
        metrics: 'numbers',
        id: message.id,
        own: numberOf(sender) ?? 0,
        others: others.flatMap((worker) => numberOf(worker) ?? []),
      });
      for (const worker of others) send(worker, { metrics: 'report', id: message.id, to: sender.id });
    }
    if (message?.metrics === 'reported') send(cluster.workers?.[message.to], { ...message, from: numberOf(sender) ?? 0 });
  });
}

/**
 * Runs in a process: sends its metrics when asked, and returns a function that collects the metrics of all. `own` returns the lines of this
 * one.
 */
export function shareMetrics(own: () => string[]): { collect(): Promise<Report[]>; stop(): void } {
  const { worker } = cluster;
  if (!worker) return { collect: async () => [{ lines: own() }], stop: () => undefined };
  const hear = (received: unknown): void => {
    const message = Message.safeParse(received).data;
    if (message?.metrics === 'report')
      worker.send({ metrics: 'reported', id: message.id, to: message.to, from: 0, lines: own() } satisfies Message);
  };
  process.on('message', hear);
  return { collect: () => collect(worker, own()), stop: () => void process.off('message', hear) };
}

function collect(worker: Worker, lines: string[]): Promise<Report[]> {
  const id = randomUUID();
  const reports = new Map<number, Report>();
  return new Promise((resolve) => {
    let expected = Infinity;
    const end = (): void => {
      clearTimeout(timer);
      process.off('message', hear);
      resolve([...reports.values()].toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0)));
    };
    const hear = (received: unknown): void => {
      const message = Message.safeParse(received).data;
      if (message?.id !== id) return;
      if (message.metrics === 'numbers') {
        expected = message.others.length + 1;
        reports.set(message.own, { number: message.own, lines });
      }
      if (message.metrics === 'reported') reports.set(message.from, { number: message.from, lines: message.lines });
      if (reports.size >= expected) end();
    };
    const timer = setTimeout(end, TIMEOUT_MS);
    process.on('message', hear);
    worker.send({ metrics: 'ask', id } satisfies Message);
  });
}

/** Merges the lines of all processes, each metric once, with the label `process` if there are several. */
export function mergeReports(reports: readonly Report[]): string[] {
  const metrics = new Map<string, string[]>();
  for (const { number, lines } of reports) {
    let samples: string[] = [];
    for (const line of lines) {
      if (line.startsWith('#')) {
        samples = metrics.get(line) ?? [];
        metrics.set(line, samples);
      } else samples.push(number === undefined ? line : labelled(line, number));
    }
  }
  return [...metrics].flatMap(([type, samples]) => [type, ...samples]);
}

/** `name{a="b"} 1` or `name 1`, with one more label. */
function labelled(sample: string, number: number): string {
  const label = `process="${number}"`;
  const brace = sample.indexOf('{');
  if (brace >= 0) return `${sample.slice(0, brace + 1)}${label},${sample.slice(brace + 1)}`;
  const space = sample.indexOf(' ');
  return `${sample.slice(0, space)}{${label}}${sample.slice(space)}`;
}
