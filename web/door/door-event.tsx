import { useState } from 'react';
import type { DoorEvent } from '#shared/door/door.contract.ts';
import { timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { useNow } from '#web/lib/now.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { HoursText } from '#web/ui/value-text.tsx';
import type { DoorEvents } from './use-door-event.ts';
import { dayText } from './verdict.ts';

/** The event of this door in large letters, and the control to choose another one. */
export function EventLine({ door: { standing, events, choose } }: { door: DoorEvents }) {
  const { t } = useTranslation(['common', 'door']);
  const { language } = useLanguage();
  const now = useNow();
  const [isChoosing, setChoosing] = useState(false);
  if (!standing) return null;
  const running = events.filter(({ isRunning }) => isRunning).length;
  return (
    <section
      aria-label={t('door:event')}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-y border-control bg-surface-1 px-5 py-2"
    >
      <p className="min-w-0 grow basis-[10rem] text-[1.75rem] leading-8 font-bold wrap-break-word">{eventName(standing, language)}</p>
      {events.length > 1 && (
        <Button look="secondary" className="grow px-4! phone:grow-0" onClick={() => setChoosing(true)}>
          {t('door:change_event')}
        </Button>
      )}
      <div className="basis-full">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="text-muted">
            <EventDay event={standing} />
          </p>
          <p className="type-tabular text-[1.25rem] font-bold">
            {standing.inside !== null && `${t('door:inside', { number: standing.inside })} · `}
            {timeText(now)}
          </p>
        </div>
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
