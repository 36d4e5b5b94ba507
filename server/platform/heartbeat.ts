import type { Deps } from '#server/platform/context.ts';
import { BEAT_MS, noteMachine } from '#server/platform/db/machines.ts';
import { countOthers } from '#server/platform/limits/quota.ts';

/**
 * Notes every ten seconds that this machine lives, and how many processes of others do, which share the limits in memory. Returns the
 * function that stops.
 */
export function startHeartbeat(deps: Deps): () => Promise<void> {
  const beat = async (): Promise<void> => {
    // While the database is away the last count remains.
    await noteMachine(deps.database.priorityPool, deps.env).then(
      (others) => countOthers(deps, others),
      () => undefined,
    );
  };
  let beating = beat();
  const timer = setInterval(() => (beating = beating.then(beat)), BEAT_MS).unref();
  return async () => {
    clearInterval(timer);
    await beating;
  };
}
