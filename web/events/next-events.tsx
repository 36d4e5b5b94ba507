import { isUpcoming } from '#shared/events/timing.ts';
import { api } from '#web/lib/browser-api.ts';
import { useNow } from '#web/lib/now.tsx';
import { useLoad } from '#web/lib/use-load.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { asEvents } from './answers.tsx';
import { EventRows } from './event-list.tsx';

const COUNT = 3;

/** The next events with their prices, where there is nothing else to show. They are an offer: if they cannot be fetched, nothing is said. */
export default function NextEvents() {
  const { t, ready } = useTranslation(['common', 'events']);
  const now = useNow();
  const { data = [] } = useLoad(async (signal) => asEvents(await api.events.list({}, { signal })), []);
  const events = data.filter((event) => isUpcoming(event, now) && !event.isCancelled).slice(0, COUNT);
  if (!ready || events.length === 0) return null;
  return (
    <section aria-labelledby="next-events" className="w-full">
      <h2 id="next-events" className="type-display-s pb-4">
        {t('events:upcoming')}
      </h2>
      <EventRows events={events} />
    </section>
  );
}
