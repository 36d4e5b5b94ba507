import { businessNight } from '#shared/dates.ts';
import type { DoorEvent } from '#shared/door/door.contract.ts';

/** Which event a doorman chose, and in which business night. */
export type Choice = { eventId: number; night: string };

const KEY = 'rkali.door-event';

/**
 * The event whose door this is: what was chosen in this business night, unless that is over and another runs; else the likeliest, which
 * the server names first.
 */
export function standingAt(events: readonly DoorEvent[], choice: Choice | undefined, now: Date): DoorEvent | undefined {
  const chosen = choice?.night === businessNight(now) ? events.find(({ id }) => id === choice.eventId) : undefined;
  const isLeft = chosen?.isOver === true && events.some(({ isRunning }) => isRunning);
  return chosen && !isLeft ? chosen : events[0];
}

export function readChoice(): Choice | undefined {
  try {
    const [night, eventId] = (localStorage.getItem(KEY) ?? '').split(' ');
    return night && Number(eventId) > 0 ? { night, eventId: Number(eventId) } : undefined;
  } catch {
    return undefined;
  }
}

/** Where storage is forbidden the choice lasts as long as the screen. */
export function keepChoice({ night, eventId }: Choice): void {
  try {
    localStorage.setItem(KEY, `${night} ${eventId}`);
  } catch {
    // Nothing to do.
  }
}
