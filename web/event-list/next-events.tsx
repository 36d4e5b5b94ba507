import { eventTiming } from '#shared/events/timing.ts';
import { api } from '#web/lib/browser-api.ts';
import { useNow } from '#web/lib/now.tsx';
import { useLoad } from '#web/lib/use-load.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { asEvents } from './as-event.ts';
import { EventRows } from './event-list.tsx';

const COUNT = 3;

/**
 * The next events with their prices, where there is nothing else to show. They are an extra: if they cannot be fetched, nothing is shown.
 */
export default function NextEvents() {
  const { t, ready } = useTranslation(['common', 'events']);
  const now = useNow();
  const { data = [], state } = useLoad(async (signal) => asEvents(await api.events.list({}, { signal })), []);
  const events = data.filter((event) => eventTiming(event, now) === 'starting_soon' && !event.isCancelled).slice(0, COUNT);
  if (!ready || state === 'loading') return <Outline />;
  // A hidden element releases the reserved room (rows.css).
  if (events.length === 0) return <span hidden />;
  return (
    <section aria-labelledby="next-events" className="w-full">
      <h2 id="next-events" className="type-display-s pb-4">
        {t('events:upcoming')}
      </h2>
      <EventRows events={events} />
    </section>
  );
}

/** As high as the list, so that what is below does not move when the list has loaded. */
const Outline = () => (
  <div className="flex flex-col gap-8">
    <Skeleton className="h-8 w-60 max-w-full" />
    {Array.from({ length: COUNT }, (_, place) => (
      <Skeleton key={place} className="h-32" />
    ))}
  </div>
);
