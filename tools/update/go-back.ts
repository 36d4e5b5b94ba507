import type { Env } from '#server/platform/config/env.ts';
import { readOthersSince } from './fleet.ts';
import { stateOf } from './interrupted.ts';
import type { Place } from './place.ts';
import type { SafeCopy } from './safe-copy.ts';

/** `at`: when the copy was begun, by the clock of a database that other machines may use. */
export type Copy = { copy: SafeCopy; at: string | undefined };

/**
 * Brings back the copy of the data from before the migrations, unless another machine has served since: what it sold is in the database
 * alone. Then the old release goes on with the new tables. Returns a sentence about it. @throws when it does not work with them
 */
export async function goBack(place: Place, { copy, at }: Copy, env: Env): Promise<string> {
  const others = await readOthersSince(env, at);
  if (others.length === 0) {
    copy.bringBack();
    return `The data of ${copy.name} is back.`;
  }
  const since = `${others.join(', ')} has served since the copy was begun (${copy.name}), so the copy is not restored`;
  if ((await stateOf(place, env)) !== 'newer') return `${since}: the old version goes on with the new tables.`;
  throw new Error(
    `${since}: it lacks what was sold there. The old version does not work with the new tables: correct the new one, and run npm run update again.`,
  );
}
