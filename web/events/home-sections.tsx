import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EventView } from '#shared/events/event.views.ts';
import { eventName } from '#shared/events/timing.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { paint } from '#web/lib/paint.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { EventCard, EventPoster } from './event-card.tsx';

/** Spec §2: the first upcoming events as cards; nothing when there are none. */
export function UpcomingSection({ events }: { events: readonly EventView[] }) {
  const { t } = useTranslation('events');
  if (events.length === 0) return null;
  return (
    <section className="px-5 pt-6 pb-12 desktop:px-10 desktop:pb-18">
      <SectionHeading title={t('upcoming')} to={paths.allEvents} linkText={t('all')} size="m" />
      <ul className="grid gap-x-3 gap-y-10 phone:grid-cols-2 desktop:grid-cols-4 desktop:gap-x-6">
        {events.map((event) => (
          <li key={event.id}>
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
      <SectionHeading title={t('past_nights')} to={paths.events('past')} linkText={t('all_past')} size="s" />
      <ul className="grid grid-cols-1 gap-x-6 gap-y-4 tablet:grid-cols-2 wide:grid-cols-4">
        {events.map((event) => (
          <li key={event.id}>
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
    <Link to={paths.event(event.id)} {...paint(eventTheme(event.id))} className="group flex items-center gap-4">
      <div className="misregister w-24 shrink-0">
        <EventPoster event={event} ratio="1x1" isGrey />
      </div>
      <div className="min-w-0 grow">
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
export function SectionHeading({ title, to, linkText, size }: SectionHeadingProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6">
      <Link to={to} tabIndex={-1} className="flex min-h-11 min-w-0 grow basis-40 items-end">
        <FittedText as="h2" className={size === 'm' ? 'type-display-m' : 'type-display-s desktop:[--cap:2.5rem]'}>
          {title}
        </FittedText>
      </Link>
      <Link to={to} className="flex min-h-11 items-center gap-2 border-b-2 border-accent font-semibold hover:border-b-4">
        {linkText}
        <span aria-hidden="true" className="type-display-s [--cap:1.25rem]">
          &gt;&gt;
        </span>
      </Link>
    </div>
  );
}
