import { NEAR_BEFORE_START_HOURS, DEVICE_AFTER_EVENT_HOURS } from '#shared/door/scanner-devices.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { lastIfEndsAfter } from './scanner-devices/device-state.ts';

/** The condition on an event for its door to be near. */
export type NearDoors = { startsBefore: Date; endsAfter: Date };

/** Doors are near for as long as scanner devices last: for events that start before `startsBefore` and end after `endsAfter`. */
export const nearDoors = (now: Date): NearDoors => ({
  startsBefore: new Date(now.getTime() + NEAR_BEFORE_START_HOURS * HOUR_MS),
  endsAfter: lastIfEndsAfter(now),
});

export function isDoorNear({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date): boolean {
  const { startsBefore, endsAfter } = nearDoors(now);
  return startsAt < startsBefore && endsAt > endsAfter;
}

/** @throws door_not_near (`params`: the door is near from `before` hours before the event until `after` hours after it) */
export function requireNear(event: { startsAt: Date; endsAt: Date }, now: Date): void {
  if (!isDoorNear(event, now))
    throw new AppError('door_not_near', { params: { before: NEAR_BEFORE_START_HOURS, after: DEVICE_AFTER_EVENT_HOURS } });
}
