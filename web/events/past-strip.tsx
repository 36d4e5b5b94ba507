import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EventView } from '#shared/events/event.views.ts';
import { eventName } from '#shared/events/timing.ts';
import { eventTheme } from '#shared/media/event-theme.ts';
import { paths } from '#shared/paths.ts';
import { paint } from '#web/lib/paint.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { EventPoster } from './event-poster.tsx';
import { SectionHeading } from './section-heading.tsx';

/** Spec §2: the last nights, with the way to all of them. */
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
