import type { CSSProperties, ReactNode } from 'react';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventTiming } from '#shared/events/timing.ts';
import { useNow } from '#web/lib/now.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, DayText, HoursText, WeekdayText } from '#web/ui/value-text.tsx';
import { countdown, isFarAway } from './countdown.ts';
import { ActNames, billing } from './line-up.tsx';

export type CapStyle = CSSProperties & { '--hero-cap': string };

/** The largest size of a name by its number of lines, so that a long one leaves room for the date below it. */
const CAPS = ['15rem', '12rem', '8.75rem', '7rem'] as const;
const SMALL_CAP = '5.5rem';
const LETTERS_PER_LINE = 9;
/** A name of this length gets the smallest size, so that the date stays in view. */
const LONG_NAME = 60;
const LONG_CAP = '2.5rem';

export function heroCap(name: string): string {
  if (name.length > LONG_NAME) return LONG_CAP;
  const lines = Math.max(name.trim().split(/\s+/).length, Math.ceil(name.length / LETTERS_PER_LINE));
  return CAPS[lines - 1] ?? SMALL_CAP;
}

/** Headline acts in bold; left out where there is no room. */
export function Billing({ event }: { event: EventView }) {
  return (
    <p className="hidden max-w-[32rem] text-[1.3125rem] leading-8 desktop:block">
      <ActNames acts={billing(event)} />
    </p>
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

type Timed = { event: Pick<EventView, 'startDate' | 'endDate' | 'isCancelled'> };

/** Starting soon, in session or ended (spec §4), or cancelled; earlier than two days before, in how many days. */
export function TimingPill({ event }: Timed) {
  const { t } = useTranslation('events');
  const now = useNow();
  const timing = eventTiming(event, now);
  const left = isFarAway(event, now) ? countdown(event, now) : undefined;
  if (event.isCancelled) return <StatusPill isLive={false}>{t('called_off')}</StatusPill>;
  return <StatusPill isLive={timing === 'in_session'}>{left ? t(left.key, { count: left.count }) : t(timing)}</StatusPill>;
}

/** A state on an event's paper: outlined when it is to come, filled with a dot when it is running. */
function StatusPill({ isLive, children }: { isLive: boolean; children: ReactNode }) {
  return (
    <p
      className={classNames(
        'type-label inline-flex min-h-8 items-center gap-2.5 rounded-full border-2 border-on px-4 py-1',
        isLive ? 'bg-on text-paper' : 'text-on',
      )}
    >
      {isLive && <span className="size-2 rounded-full bg-current" />}
      {children}
    </p>
  );
}
