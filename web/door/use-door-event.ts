import { useEffect, useState } from 'react';
import type { DoorEvent } from '#shared/door/door.contract.ts';
import { businessNight } from '#shared/venue-moments.ts';
import { api } from '#web/lib/browser-api.ts';
import { useNow } from '#web/lib/now.tsx';
import { inTime, isCutOff } from './ask-decision.ts';

const LOOK_MS = 20_000;
/** The retry interval while the server does not answer. */
const RETRY_MS = 5_000;

export type DoorEvents = {
  /** Known after the server's first answer; `standing` is undefined if there is no event. */
  state: 'loading' | 'ready' | 'failed';
  standing: DoorEvent | undefined;
  events: readonly DoorEvent[];
  error: unknown;
  /** The last request failed. */
  isCutOff: boolean;
  choose(eventId: number): void;
  refetch(): void;
};

/** The event of this door, read at intervals: events begin, end and are cancelled while the scanner is open. */
export function useDoorEvent(): DoorEvents {
  const now = useNow();
  const [events, setEvents] = useState<readonly DoorEvent[]>();
  const [error, setError] = useState<unknown>();
  const [choice, setChoice] = useState(readChoice);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const failure = await loadEvents().then(
        (found) => void (isOver || setEvents(found)),
        (reason: unknown) => reason,
      );
      if (isOver) return;
      setError(failure);
      clearTimeout(timer);
      timer = setTimeout(() => void look(), failure === undefined ? LOOK_MS : RETRY_MS);
    };
    const refetchNow = () => void look();
    refetchNow();
    globalThis.addEventListener('online', refetchNow);
    return () => {
      isOver = true;
      clearTimeout(timer);
      globalThis.removeEventListener('online', refetchNow);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt looks at once
  }, [attempt]);

  return {
    state: events ? 'ready' : error === undefined ? 'loading' : 'failed',
    standing: events && standingAt(events, choice, now),
    events: events ?? [],
    error,
    isCutOff: isCutOff(error),
    choose(eventId) {
      const chosen = { eventId, businessNight: businessNight(now) };
      storeChoice(chosen);
      setChoice(chosen);
    },
    refetch: () => setAttempt((before) => before + 1),
  };
}

const loadEvents = (): Promise<readonly DoorEvent[]> => inTime((signal) => api.door.events({}, { signal }));

/** The event chosen by the door staff, and the business night of the choice. */
type Choice = { eventId: number; businessNight: string };

const KEY = 'rkali.door-event';

/**
 * Returns the event of this door: the one chosen in this business night, or since the night of its start while it runs, unless it is over
 * and another runs; else the likeliest, which the server names first.
 */
export function standingAt(events: readonly DoorEvent[], choice: Choice | undefined, now: Date): DoorEvent | undefined {
  const chosen = events.find((event) => event.id === choice?.eventId && isFresh(choice, event, now));
  const isLeft = chosen?.isOver === true && events.some(({ isRunning }) => isRunning);
  return chosen && !isLeft ? chosen : events[0];
}

/** An event that runs past noon remains chosen; a choice from before the event's own business night expires. */
const isFresh = (choice: Choice, { startDate, isRunning }: DoorEvent, now: Date): boolean =>
  choice.businessNight === businessNight(now) || (isRunning && choice.businessNight >= businessNight(new Date(startDate)));

function readChoice(): Choice | undefined {
  try {
    const [chosenOn, eventId] = (localStorage.getItem(KEY) ?? '').split(' ');
    return chosenOn && Number(eventId) > 0 ? { businessNight: chosenOn, eventId: Number(eventId) } : undefined;
  } catch {
    return undefined;
  }
}

/** If storage is forbidden, the choice lasts as long as the screen. */
function storeChoice(choice: Choice): void {
  try {
    localStorage.setItem(KEY, `${choice.businessNight} ${choice.eventId}`);
  } catch {
    // Storage is forbidden.
  }
}
