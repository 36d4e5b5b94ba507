import { type CSSProperties, lazy, type ReactNode, Suspense } from 'react';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventTiming } from '#shared/events/timing.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { useNow } from '#web/lib/now.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, DayText, HoursText, WeekdayText } from '#web/ui/value-text.tsx';
import { countdown, isFarAway } from './countdown.ts';
import { ActNames, billing } from './line-up.tsx';
import { type EventState, StatusMark } from './status-mark.tsx';

type LinesStyle = CSSProperties & { '--lines': number };

/** The style with the number of lines that a name may take on a hero; type.css computes its size from it. */
export const heroLines = (name: string): LinesStyle => ({ '--lines': name.trim().split(/\s+/).length });

/** The acts, headliners in bold; left out where there is no room. */
export function Billing({ event }: { event: EventView }) {
  return (
    <p className="hidden max-w-[32rem] text-[1.3125rem] leading-8 desktop:block">
      <ActNames acts={billing(event)} />
    </p>
  );
}

/** Only the headliners, on phones; wide screens show all acts. */
export function Headliners({ event, className }: { event: EventView; className: string }) {
  const acts = billing(event).filter(({ isHeaderLineUp }) => isHeaderLineUp);
  if (acts.length === 0) return null;
  return (
    <p className={classNames('desktop:hidden', className)}>
      <ActNames acts={acts} />
    </p>
  );
}

const ListenButtons = lazy(() => import('./listen.tsx'));

/** Plays the headliners that have a sound; its code loads only on such events, and without script it is absent. */
export function Listen({ event }: { event: EventView }) {
  const isHydrated = useHydrated();
  const acts = billing(event).filter(({ isHeaderLineUp, soundUrl }) => isHeaderLineUp && Boolean(soundUrl));
  if (acts.length === 0) return null;
  return (
    // As high as the buttons, so that nothing moves when they are there.
    <div className="min-h-11 noscript:hidden">
      {isHydrated && (
        <Suspense>
          <ListenButtons acts={acts} />
        </Suspense>
      )}
    </div>
  );
}

type DayBlockProps = { event: Pick<EventView, 'startDate' | 'endDate'> };

/** The date on a hero: the day as a large numeral, then weekday, date and hours. On a phone the numeral is left out. */
export function DayBlock({ event: { startDate, endDate } }: DayBlockProps) {
  return (
    <div className="flex items-center gap-5">
      <p aria-hidden="true" className="type-numeral-l hidden desktop:block">
        <DayText at={startDate} />
      </p>
      <p className="desktop:text-[1.25rem] desktop:leading-7">
        <span className="font-semibold">
          <WeekdayText at={startDate} />
          <span className="desktop:hidden">, </span>
          <br className="hidden desktop:inline" />
          <DateText at={startDate} />
        </span>
        <br />
        <HoursText from={startDate} to={endDate} />
      </p>
    </div>
  );
}

type TimingPillProps = { event: Pick<EventView, 'startDate' | 'endDate' | 'isCancelled'>; isSoldOut?: boolean | undefined };

/**
 * Starting soon, in session or ended (spec §4). Before the start also `Sold out` or, earlier than two days before, the number of days left;
 * a cancelled event says so instead.
 */
export function TimingPill({ event, isSoldOut }: TimingPillProps) {
  const { t } = useTranslation('events');
  const now = useNow();
  if (event.isCancelled) return <StatusPill state="called_off">{t('called_off')}</StatusPill>;
  const timing = eventTiming(event, now);
  if (timing !== 'starting_soon') return <StatusPill state={timing}>{t(timing)}</StatusPill>;
  const left = isFarAway(event, now) ? countdown(event, now) : undefined;
  const beside = isSoldOut ? t('sold_out') : left && t(left.key, { count: left.count });
  return (
    <StatusPill state={isSoldOut ? 'sold_out' : timing}>
      {t(timing)}
      {beside !== undefined && ` · ${beside}`}
    </StatusPill>
  );
}

/** A state on an event's paper: its shape and word, outlined; filled while the event is running. */
function StatusPill({ state, children }: { state: EventState; children: ReactNode }) {
  return (
    <p
      className={classNames(
        'type-label inline-flex min-h-8 items-center gap-2.5 rounded-full border-2 border-on px-4 py-1',
        state === 'in_session' ? 'bg-on text-paper' : 'text-on',
      )}
    >
      <StatusMark state={state} />
      {children}
    </p>
  );
}
