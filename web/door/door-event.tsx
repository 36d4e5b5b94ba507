import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { businessNight } from '#shared/dates.ts';
import type { DoorEvent } from '#shared/door/door.contract.ts';
import { ApiError } from '#shared/errors.ts';
import { eventName } from '#shared/events/timing.ts';
import { api } from '#web/lib/browser-api.ts';
import { useNow } from '#web/lib/now.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { HoursText } from '#web/ui/value-text.tsx';
import { inTime } from './ask-decision.ts';
import { dayText } from './verdict.ts';

const LOOK_MS = 20_000;
/** The interval of retries while the server does not answer. */
const RETRY_MS = 5_000;

export type DoorEvents = {
  /** Known after the first answer of the server; `standing` is undefined when it has no event. */
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
    isCutOff: error instanceof ApiError && error.status === 0,
    choose(eventId) {
      const chosen = { eventId, businessNight: businessNight(now) };
      keepChoice(chosen);
      setChoice(chosen);
    },
    refetch: () => setAttempt((before) => before + 1),
  };
}

/** A server with only the specification's endpoints has no list of events: then tickets are scanned without naming one. */
async function loadEvents(): Promise<readonly DoorEvent[]> {
  try {
    const found: unknown = await inTime((signal) => api.door.events({}, { signal }));
    return Array.isArray(found) ? found : [];
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return [];
    throw failure;
  }
}

/** The event that a doorman chose, and the business night of the choice. */
type Choice = { eventId: number; businessNight: string };

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

/** An event that runs past noon stays chosen; a choice from before the event's own business night expires. */
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

/** Where storage is forbidden the choice lasts as long as the screen. */
function keepChoice(choice: Choice): void {
  try {
    localStorage.setItem(KEY, `${choice.businessNight} ${choice.eventId}`);
  } catch {
    // Storage is forbidden.
  }
}

/** The event of this door in large letters, and the control to choose another one. */
export function EventLine({ door: { standing, events, choose } }: { door: DoorEvents }) {
  const { t } = useTranslation(['common', 'door']);
  const { language } = useLanguage();
  const [isChoosing, setChoosing] = useState(false);
  if (!standing) return null;
  const running = events.filter(({ isRunning }) => isRunning).length;
  return (
    <section
      aria-label={t('door:event')}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-y border-control bg-surface-1 px-5 py-2"
    >
      <p className="min-w-0 grow basis-40 text-[1.75rem] leading-8 font-bold wrap-break-word">{eventName(standing, language)}</p>
      {events.length > 1 && (
        <Button look="secondary" className="grow px-4! phone:grow-0" onClick={() => setChoosing(true)}>
          {t('door:change_event')}
        </Button>
      )}
      <div className="basis-full">
        <p className="text-muted">
          <EventDay event={standing} />
        </p>
        {!standing.isRunning && <p className="font-semibold text-warn">{t(standing.isOver ? 'door:is_over' : 'door:not_yet')}</p>}
        {running > 1 && <p className="font-semibold text-warn">{t('door:several_run', { number: running })}</p>}
      </div>
      {isChoosing && (
        <EventChoice
          events={events}
          standing={standing}
          onClose={() => setChoosing(false)}
          onChoose={(id) => {
            choose(id);
            setChoosing(false);
          }}
        />
      )}
    </section>
  );
}

function EventDay({ event: { startDate, endDate } }: { event: DoorEvent }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  return (
    <>
      {dayText(startDate, language, t)} · <HoursText from={startDate} to={endDate} />
    </>
  );
}

type EventChoiceProps = { events: readonly DoorEvent[]; standing: DoorEvent; onChoose(id: number): void; onClose(): void };

function EventChoice({ events, standing, onChoose, onClose }: EventChoiceProps) {
  const { t } = useTranslation(['common', 'door']);
  const { language } = useLanguage();
  return (
    <Dialog title={t('door:choose_event')} className="flex flex-col gap-5 p-5" onClose={onClose}>
      <ul className="flex flex-col gap-3">
        {events.map((event) => (
          <li key={event.id}>
            <button
              type="button"
              aria-current={event.id === standing.id ? 'true' : undefined}
              onClick={() => onChoose(event.id)}
              className="w-full rounded-control border border-control px-4 py-3 text-start hover:bg-surface-2 aria-[current]:border-2 aria-[current]:border-accent"
            >
              <span className="block text-[1.25rem] font-bold wrap-anywhere">{eventName(event, language)}</span>
              <span className="block text-muted">
                <EventDay event={event} />
              </span>
              {event.isRunning && <span className="block font-semibold text-ok">{t('door:running')}</span>}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
