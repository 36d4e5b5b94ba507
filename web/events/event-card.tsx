import { Link } from 'react-router';
import type { EventView } from '#shared/events/event.views.ts';
import { eventName } from '#shared/events/timing.ts';
import { eventTheme } from '#shared/media/event-theme.ts';
import { paths } from '#shared/paths.ts';
import { paint } from '#web/lib/paint.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { DateText, DayText, WeekdayText } from '#web/ui/date-text.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { EventPoster } from './event-poster.tsx';

/** Poster, day in its own accent, weekday, date and name; one link (art direction §10). */
export function EventCard({ event }: { event: EventView }) {
  const { language } = useLanguage();
  return (
    <Link to={paths.event(event.id)} {...paint(eventTheme(event.id))} className="block">
      <div className="misregister">
        <EventPoster event={event} ratio="4x5" />
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2">
        <p aria-hidden="true" className="type-numeral text-accent">
          <DayText at={event.startDate} />
        </p>
        <p className="type-meta whitespace-nowrap text-muted">
          <WeekdayText at={event.startDate} />
          <br />
          <DateText at={event.startDate} />
        </p>
      </div>
      <div className="mt-4">
        <FittedText as="h3" dir="auto" className="type-display-s">
          {eventName(event, language)}
        </FittedText>
      </div>
    </Link>
  );
}
