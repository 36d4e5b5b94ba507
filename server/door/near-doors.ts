import { HOUR_MS } from '#shared/durations.ts';
import { lastIfEndsAfter } from './passes/pass-state.ts';

/** A door is near from so long before its event: on the day of the night. */
const BEFORE_START_HOURS = 12;

/** What an event must be for its door to be near. */
export type NearDoors = { startsBefore: Date; endsAfter: Date };

/** The doors that are near at a moment are those of events that start before `startsBefore` and end after `endsAfter`: as long as passes last. */
export const nearDoors = (now: Date): NearDoors => ({
  startsBefore: new Date(now.getTime() + BEFORE_START_HOURS * HOUR_MS),
  endsAfter: lastIfEndsAfter(now),
});

export function isDoorNear({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date): boolean {
  const { startsBefore, endsAfter } = nearDoors(now);
  return startsAt < startsBefore && endsAt > endsAfter;
}
