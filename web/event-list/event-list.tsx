import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';
import { MONTHS, venueTime } from '#shared/dates.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventName, eventTiming, isStageNamed } from '#shared/events/timing.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { useNow } from '#web/lib/now.tsx';
import { paint } from '#web/lib/paint.ts';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, DayText, TimeText, WeekdayText } from '#web/ui/value-text.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { ActNames, stagesOf } from './line-up.tsx';
import { EventPoster } from './event-card.tsx';
import { EventStatus, muted } from './event-status.tsx';

type EventListProps = { events: readonly EventView[]; isPast: boolean };

/** Events grouped by month under sticky headings; running events come first. */
export function EventList({ events, isPast }: EventListProps) {
  const { t } = useTranslation(['common', 'events']);
  const now = useNow();
  const running = isPast ? [] : events.filter((event) => eventTiming(event, now) === 'in_session' && !event.isCancelled);
  const others = events.filter((event) => !running.includes(event));
  return (
    <>
      {running.length > 0 && <Group id="now" title={t('events:now')} events={running} isPast={false} isFirst isNow />}
      {byMonth(others).map(({ key, name, year, events: inMonth }, place) => (
        <Group
          key={key}
          id={`month-${key}`}
          title={`${t(`months.${name}`)} ${year}`}
          events={inMonth}
          isPast={isPast}
          isFirst={place === 0 && running.length === 0}
        />
      ))}
    </>
  );
}

type GroupProps = EventListProps & {
  id: string;
  title: string;
  /** Whether its first poster is the first one in view. */
  isFirst: boolean;
  isNow?: boolean;
};

/** On a phone the first event of a month is a full poster, the others and running events are rows, and past events are in two columns. */
function Group({ id, title, events, isPast, isFirst, isNow = false }: GroupProps) {
  return (
    <section aria-labelledby={id} className="mt-8">
      <div className="sticky top-(--bar-top) z-10 bg-bg py-3">
        <FittedText as="h2" id={id} className="type-display-s">
          {title}
        </FittedText>
      </div>
      <ul className={classNames('border-hairline desktop:block desktop:border-b', isPast ? tiles : 'border-b')}>
        {events.map((event, place) => (
          <li key={event.id} className={classNames('@container border-hairline desktop:border-t', !isPast && 'border-t')}>
            <EventRow
              event={event}
              shape={isPast ? 'tile' : place === 0 && !isNow ? 'poster' : 'row'}
              isPast={isPast}
              isFirst={isFirst && place === 0}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Events below each other, not grouped by month. */
export function EventRows({ events }: { events: readonly EventView[] }) {
  return (
    <ul className="border-b border-hairline">
      {events.map((event) => (
        <li key={event.id} className="@container border-t border-hairline">
          <EventRow event={event} shape="row" isPast={false} isFirst={false} />
        </li>
      ))}
    </ul>
  );
}

/** At most four columns, and on a phone with large text one. */
const tiles = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,25%_-_0.75rem)),1fr))] gap-x-4';

/** The shapes of an event on a phone; tablets have rows instead of full posters, and with large text a row becomes a column. */
const shapes = {
  tile: 'gap-y-3 py-4',
  poster: 'gap-x-4 gap-y-4 py-6 phone:grid-cols-[7rem_minmax(0,1fr)] phone:gap-y-2 phone:py-4',
  row: 'grid-cols-[min(7rem,28vw)_minmax(0,1fr)] gap-x-4 gap-y-2 py-4 @max-[16rem]:grid-cols-1',
} as const;
const posters = {
  tile: '',
  poster: 'phone:row-span-3 phone:w-28',
  row: 'row-span-3 w-[min(7rem,28vw)] @max-[16rem]:row-span-1 @max-[16rem]:w-28',
} as const;

type EventRowProps = {
  event: EventView;
  shape: keyof typeof shapes;
  isPast: boolean;
  /** The first element in view. */
  isFirst: boolean;
};

/** An event in the list: on a wide screen a row that takes the event's paper colour under the pointer. */
function EventRow({ event, shape, isPast, isFirst }: EventRowProps) {
  const { language } = useLanguage();
  const isTile = shape === 'tile';
  return (
    <article
      {...paint(eventTheme(event.id))}
      className={classNames(
        'group relative grid content-start desktop:-mx-4 desktop:grid-cols-[10rem_7rem_minmax(0,1fr)_9rem] desktop:gap-x-6 desktop:px-4 min-[80rem]:grid-cols-[10rem_11rem_minmax(0,1fr)_16rem] min-[80rem]:gap-x-8 desktop:py-6 desktop:hover:bg-paper desktop:hover:text-on',
        shapes[shape],
      )}
    >
      <EventPoster
        event={event}
        ratio="4x5"
        isGrey={isPast}
        isFirst={isFirst}
        className={classNames('desktop:row-span-1 desktop:w-40', posters[shape])}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 desktop:flex-col desktop:items-start desktop:gap-5">
        <p
          aria-hidden="true"
          className={classNames(
            'type-numeral max-desktop:[--cap:3.25rem] desktop:group-hover:text-on',
            isPast ? 'text-muted group-hover:text-accent' : 'text-accent',
            isTile && 'hidden desktop:block',
          )}
        >
          <DayText at={event.startDate} />
        </p>
        <p className={`type-meta max-desktop:text-[0.875rem] max-desktop:leading-5 ${muted}`}>
          <WeekdayText at={event.startDate} />, <TimeText at={event.startDate} />
          <br /> <DateText at={event.startDate} />
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-2 desktop:gap-4">
        <Link to={paths.event(event.id)} className="covers-card">
          <FittedText
            as="h3"
            dir="auto"
            className={classNames('type-display-m', isTile ? 'max-desktop:[--cap:1.5rem]' : 'max-desktop:[--cap:2.125rem]')}
          >
            {eventName(event, language)}
          </FittedText>
        </Link>
        <Acts event={event} isInline={!isTile} />
      </div>
      <div
        className={classNames(
          'items-center justify-between gap-4 desktop:flex desktop:items-start desktop:pt-2',
          isTile ? 'hidden' : 'flex',
        )}
      >
        {!isPast && <EventStatus event={event} />}
        <ArrowRight className="ms-auto hidden shrink-0 min-[80rem]:block" />
      </div>
    </article>
  );
}

/** Who plays on each stage (spec §2). `isInline`: below a wide screen the acts begin beside the name of their stage, not under it. */
function Acts({ event, isInline }: { event: EventView; isInline: boolean }) {
  const { t } = useTranslation('events');
  const isNamed = isStageNamed(event, useSite());
  return (
    <dl className={classNames('grid gap-x-8 min-[80rem]:grid-cols-2 desktop:gap-y-3', isInline ? 'gap-y-1' : 'gap-y-2.5')}>
      {stagesOf(event).map(({ floor, acts }) => (
        <div key={floor} className="type-meta max-desktop:text-[0.875rem] max-desktop:leading-5">
          <dt
            className={
              isNamed ? classNames('type-label desktop:mb-1', isInline && 'max-desktop:me-2 max-desktop:inline', muted) : 'sr-only'
            }
          >
            {t(isNamed ? `stages.${floor}` : 'line_up')}
          </dt>{' '}
          <dd className={isInline ? 'max-desktop:inline' : undefined}>
            <ActNames acts={acts} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Month<E> = { key: string; year: number; name: (typeof MONTHS)[number]; events: E[] };

/** Groups neighbours of one month, in their given order. */
export function byMonth<E extends Pick<EventView, 'startDate'>>(events: readonly E[]): Month<E>[] {
  const months: Month<E>[] = [];
  for (const event of events) {
    const { year, month, monthName } = venueTime(event.startDate);
    const key = `${year}-${month}`;
    const last = months.at(-1);
    if (last?.key === key) last.events.push(event);
    else months.push({ key, year, name: monthName, events: [event] });
  }
  return months;
}
