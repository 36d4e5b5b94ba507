import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';

/** The share of the cores that each of so many processes has, one at least: connections and heavy work are counted by it. */
export const coresFor = (processes: number): number => Math.max(1, Math.floor(availableParallelism() / processes));

/** This process's share. `primary.ts` tells each of several processes how many they are. */
export const ownCores = coresFor(cluster.isWorker ? Math.max(1, Number(process.env['PROCESSES']) || 1) : 1);
