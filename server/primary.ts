import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { z } from 'zod';
import { connectNamed } from '#server/platform/db/lock-wait.ts';
import { relayMetrics } from '#server/platform/http/sibling-metrics.ts';
import { openLog } from '#server/platform/log.ts';
import { keepProcesses } from '#server/platform/processes.ts';
import { connectionsFor, prepare, readSettings } from './prepare.ts';
import { type Run, runUntilStopped } from './run.ts';

/** What a process gets from the primary: the database, and whether it greets the operator. */
const Task = z.object({ databaseUrl: z.string(), isFirst: z.boolean() });

/**
 * Starts `PROCESSES` processes and keeps them running until SIGTERM or SIGINT. This process, the primary, owns the bundled database and
 * migrates it before the first of them begins.
 */
export const startProcesses = (): Promise<void> => runUntilStopped(open);

async function open({ shutdown, draining, drainFor, soft, output }: Run): Promise<void> {
  const env = readSettings();
  const log = openLog(env, output);
  const databaseUrl = await prepare(env, log, shutdown);
  await checkConnections(databaseUrl, env.processes);
  let isFirst = true;
  const numbers = new Map<Worker, number>();
  relayMetrics((worker) => numbers.get(worker));
  const processes = keepProcesses({ count: env.processes, log, stopping: soft }, () => {
    const worker = cluster.fork({ PROCESSES: String(env.processes) });
    numbers.set(worker, lowestFree(numbers.values()));
    worker.once('exit', () => numbers.delete(worker));
    worker.send({ databaseUrl, isFirst } satisfies z.infer<typeof Task>);
    isFirst = false;
    return worker;
  });
  shutdown.add('processes', processes.stop);
  draining.addEventListener('abort', processes.drain);
  // The first process serves before the others have started.
  drainFor(env.drainMs);
  await processes.started;
}

/** Returns the number of a process in the metrics: a replacement gets the number of the process it replaces. */
function lowestFree(taken: Iterable<number>): number {
  const known = new Set(taken);
  let number = 1;
  while (known.has(number)) number += 1;
  return number;
}

/** Waits for the primary's message, in one of several processes. */
export async function hearFromPrimary(): Promise<z.infer<typeof Task>> {
  const [task] = await once(process, 'message');
  return Task.parse(task);
}

/** Tells the primary, if there is one, that this process serves. */
export const tellPrimary = (): void => void cluster.worker?.send('listening');

/** @throws when the processes would use more connections than the database allows: requests would fail in a rush */
async function checkConnections(databaseUrl: string, processes: number): Promise<void> {
  const client = await connectNamed(databaseUrl);
  try {
    const { rows } = await client.query<{ allowed: number }>(`select current_setting('max_connections')::int as allowed`);
    const allowed = rows[0]?.allowed ?? 0;
    const needed = connectionsFor(processes);
    if (needed <= allowed) return;
    throw new Error(
      `PROCESSES: ${processes} processes need ${needed} connections and the database allows ${allowed}: set fewer, or raise its max_connections.`,
    );
  } finally {
    await client.end();
  }
}
