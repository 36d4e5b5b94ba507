import { Link } from 'react-router';
import { timeText, venueTime } from '#shared/dates.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventName, eventTiming } from '#shared/events/timing.ts';
import { coverRatios, coverUrl, defaultCoverId, eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { paint } from '#web/lib/paint.ts';
import { useNow } from '#web/lib/now.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText } from '#web/ui/value-text.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Poster } from '#web/ui/picture.tsx';
import { EventCard, EventPoster } from '#web/event-list/event-card.tsx';
import { EventRuler, NowList } from './event-ruler.tsx';

/** Spec §2: the first upcoming events as cards; nothing when there are none. */
export function UpcomingSection({ events }: { events: readonly EventView[] }) {
  const { t } = useTranslation('events');
  if (events.length === 0) return null;
  return (
    <section className="px-5 pt-6 pb-12 desktop:px-10 desktop:pb-18">
      <SectionHeading title={t('upcoming')} to={paths.allEvents} linkText={t('all')} size="m" />
      <ul className="grid gap-x-3 phone:grid-cols-2 phone:gap-y-10 desktop:grid-cols-4 desktop:gap-x-6">
        {events.map((event) => (
          <li key={event.id} className="@container border-hairline max-phone:border-t max-phone:py-4 max-phone:last:border-b">
            <EventCard event={event} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Spec §2: the last past events, with the link to all of them. */
export function PastStrip({ events }: { events: readonly EventView[] }) {
  const { t } = useTranslation('events');
  if (events.length === 0) return null;
  return (
    <section className="px-5 pb-12 desktop:px-10 desktop:pb-18">
      <SectionHeading title={t('past_events')} to={paths.events('past')} linkText={t('all_past')} size="s" />
      <ul className="grid grid-cols-1 gap-x-6 gap-y-4 tablet:grid-cols-2 wide:grid-cols-4">
        {events.map((event) => (
          <li key={event.id} className="@container">
            <PastCard event={event} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PastCard({ event }: { event: EventView }) {
  const { language } = useLanguage();
  return (
    <Link
      to={paths.event(event.id)}
      {...paint(eventTheme(event.id))}
      className="group flex items-center gap-4 @max-[16rem]:flex-col @max-[16rem]:items-start"
    >
      <div className="misregister w-24 shrink-0">
        <EventPoster event={event} ratio="1x1" isGrey />
      </div>
      <div className="w-full min-w-0 grow">
        <p className="type-meta mb-1 wrap-anywhere text-muted">
          <DateText at={event.startDate} />
        </p>
        <FittedText as="h3" dir="auto" className="type-display-s [--cap:1.625rem]">
          {eventName(event, language)}
        </FittedText>
      </div>
    </Link>
  );
}

type SectionHeadingProps = { title: string; to: string; linkText: string; size: 'm' | 's' };

/** A section's title and the link to all of it; both lead there, the link with the specified `>>` (spec §2). */
function SectionHeading({ title, to, linkText, size }: SectionHeadingProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6">
      <Link to={to} tabIndex={-1} className="flex min-h-11 min-w-0 grow basis-[10rem] items-end">
        <FittedText as="h2" className={size === 'm' ? 'type-display-m' : 'type-display-s desktop:[--cap:2.5rem]'}>
          {title}
        </FittedText>
      </Link>
      <Link to={to} className="flex min-h-11 items-center gap-2 border-b-2 border-control font-semibold hover:border-accent">
        {linkText}
        <span aria-hidden="true" className="type-display-s [--cap:1.25rem]">
          &gt;&gt;
        </span>
      </Link>
    </div>
  );
}

/** The present act of each stage; with no running event, or no line-up, the default cover (spec §2). */
export function NowPlaying({ event }: { event: EventView | undefined }) {
  const { t } = useTranslation('events');
  const now = useNow();
  const isRunning = event !== undefined && eventTiming(event, now) === 'in_session';
  const isShown = isRunning && event.lineUps.length > 0;
  return (
    <section aria-labelledby="playing-now" className="px-5 py-6 desktop:px-10 [&:has(+div)]:pb-12 desktop:[&:has(+div)]:pb-18">
      <h2 id="playing-now" className="type-label pb-3">
        {t(isRunning ? 'playing_now' : 'next_up')}
        {isShown && <span className="type-tabular tablet:hidden"> · {timeText(now)}</span>}
      </h2>
      {isShown ? (
        <>
          <EventRuler event={event} linkOf={() => paths.event(event.id)} />
          <NowList event={event} />
        </>
      ) : (
        <Doors event={event} isOpen={isRunning} />
      )}
    </section>
  );
}

function Doors({ event, isOpen }: { event: EventView | undefined; isOpen: boolean }) {
  const { t } = useTranslation(['events', 'common']);
  const weekday = event && t(`common:weekdays.${venueTime(new Date(event.startDate)).weekday}`);
  const text = !event
    ? t('none_upcoming')
    : isOpen
      ? t('open_until', { time: timeText(event.endDate) })
      : t('doors_open', { weekday, time: timeText(event.startDate) });
  return (
    <div className="flex flex-col border-y border-hairline tablet:flex-row tablet:items-center tablet:justify-between">
      <p className="type-display-s py-5 pe-5">{text}</p>
      <Poster src={coverUrl(defaultCoverId, '2x1')} {...coverRatios['2x1']} className="aspect-2/1 tablet:w-80" />
    </div>
  );
}
