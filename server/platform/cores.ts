import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';

/** The cores per process, at least one: it determines the number of connections and of heavy tasks at once. */
export const coresFor = (processes: number): number => Math.max(1, Math.floor(availableParallelism() / processes));

/** The cores of this process. `primary.ts` tells the processes how many there are. */
export const ownCores = coresFor(cluster.isWorker ? Math.max(1, Number(process.env['PROCESSES']) || 1) : 1);
