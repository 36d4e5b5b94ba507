import { businessNight } from '#shared/dates.ts';
import type { DoorEvent } from '#shared/door/door.contract.ts';

/** Which event a doorman chose, and in which business night. */
export type Choice = { eventId: number; night: string };

const KEY = 'rkali.door-event';

/**
 * Returns the event whose door this is: what was chosen in this business night, or since the night of its start while it runs, unless
 * it is over and another runs; else the likeliest, which the server names first.
 */
export function standingAt(events: readonly DoorEvent[], choice: Choice | undefined, now: Date): DoorEvent | undefined {
  const chosen = events.find((event) => event.id === choice?.eventId && isFresh(choice, event, now));
  const isLeft = chosen?.isOver === true && events.some(({ isRunning }) => isRunning);
  return chosen && !isLeft ? chosen : events[0];
}

/** A night that runs past noon is still the one that was chosen; a look at it before its own night was no choice. */
const isFresh = ({ night }: Choice, { startDate, isRunning }: DoorEvent, now: Date): boolean =>
  night === businessNight(now) || (isRunning && night >= businessNight(new Date(startDate)));

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
