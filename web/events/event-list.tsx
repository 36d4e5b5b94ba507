import { useTranslation } from 'react-i18next';
import type { EventView } from '#shared/events/event.views.ts';
import { EventRow } from './event-row.tsx';
import { byMonth } from './months.ts';

/** Nights under the months they fall in; the month stays in view. */
export function EventList({ events, isPast }: { events: readonly EventView[]; isPast: boolean }) {
  const { t } = useTranslation();
  return byMonth(events).map(({ key, name, year, events: nights }) => (
    <section key={key} aria-labelledby={`month-${key}`} className="mt-8">
      <h2 id={`month-${key}`} className="type-display-s sticky top-(--bar-top) z-10 bg-bg py-3">
        {t(`months.${name}`)} {year}
      </h2>
      <ul className="grid gap-x-3 border-b border-hairline phone:grid-cols-2 desktop:block">
        {nights.map((event) => (
          <li key={event.id} className="border-t border-hairline">
            <EventRow event={event} isPast={isPast} isFirst={event === events[0]} />
          </li>
        ))}
      </ul>
    </section>
  ));
}
