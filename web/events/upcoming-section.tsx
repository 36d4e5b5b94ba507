import { useTranslation } from 'react-i18next';
import type { EventView } from '#shared/events/event.views.ts';
import { paths } from '#shared/paths.ts';
import { EventCard } from './event-card.tsx';
import { SectionHeading } from './section-heading.tsx';

/** Spec §2: the first nights as cards; with none nothing at all. */
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
