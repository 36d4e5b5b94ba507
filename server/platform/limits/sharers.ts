import type { Env } from '#server/platform/config/env.ts';
import { type Deps, perServer } from '#server/platform/context.ts';

export type Sharing = Pick<Deps, 'shared'> & { env: Pick<Env, 'processes' | 'rateLimitScale'> };

const others = perServer<{ processes: number }, Pick<Deps, 'shared'>>(() => ({ processes: 0 }));

/** Sets how many processes serve on other machines (server/platform/heartbeat.ts). */
export const countOthers = (deps: Pick<Deps, 'shared'>, processes: number): void => void (others(deps).processes = processes);

/** Returns how many processes share a limit: those of this machine and of all others. */
export const countSharers = (deps: Sharing): number => deps.env.processes + others(deps).processes;
