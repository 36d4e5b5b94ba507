import { Link } from 'react-router';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventName } from '#shared/events/timing.ts';
import { coverState } from '#shared/media/cover-state.ts';
import { coverRatios, coverUrl, eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { paint } from '#web/lib/paint.ts';
import { useNow } from '#web/lib/now.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { usePhoto } from '#web/lib/pictures.ts';
import { classNames } from '#web/ui/class-names.ts';
import { DateText, DayText, TimeText, WeekdayText } from '#web/ui/value-text.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Poster } from '#web/ui/picture.tsx';
import { EventStatus } from './event-status.tsx';
import { Headliners } from './hero-parts.tsx';

/**
 * Poster, day in its own accent, weekday, hour, date, name, and price or state; on a phone a row, as in the list of events. Its parent is
 * the container: with large text the row becomes a column.
 */
export function EventCard({ event }: { event: EventView }) {
  const { language } = useLanguage();
  return (
    <article
      {...paint(eventTheme(event.id))}
      className="relative grid grid-cols-[min(7rem,28vw)_minmax(0,1fr)] gap-x-4 gap-y-2 phone:grid-cols-1 phone:gap-y-4 @max-[16rem]:grid-cols-1"
    >
      <div className="misregister row-span-3 mb-auto phone:row-span-1 phone:mb-1 @max-[16rem]:row-span-1">
        <EventPoster event={event} ratio="4x5" />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 phone:gap-x-5">
        <p aria-hidden="true" className="type-numeral text-accent max-phone:[--cap:2.5rem]">
          <DayText at={event.startDate} />
        </p>
        <p className="type-meta text-muted">
          <WeekdayText at={event.startDate} />, <TimeText at={event.startDate} />
          <br />
          <DateText at={event.startDate} />
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <Link to={paths.event(event.id)} className="covers-card">
          <FittedText as="h3" dir="auto" className="type-display-s">
            {eventName(event, language)}
          </FittedText>
        </Link>
        <div className="phone:hidden">
          <Headliners event={event} className="type-meta" />
        </div>
      </div>
      <EventStatus event={event} />
    </article>
  );
}

type EventPosterProps = {
  event: EventView;
  ratio: '4x5' | '1x1';
  isFirst?: boolean;
  /** Shows the photo in black and white; the cover of a past event already is. */
  isGrey?: boolean;
  className?: string;
};

/** The drawn widths: a card in two columns, a card in four, a thumbnail. */
const sizes = { '4x5': '(min-width: 64rem) 25vw, 50vw', '1x1': '7rem' } as const;
const shapes = { '4x5': 'aspect-4/5', '1x1': 'aspect-square' } as const;

/** The event's photo, or its cover. `alt` is empty because the name is beside it. */
export function EventPoster({ event, ratio, isGrey = false, className, ...look }: EventPosterProps) {
  const now = useNow();
  const { photo, watch } = usePhoto(event);
  const shape = classNames('bg-paper', shapes[ratio], className);
  return (
    <Poster
      {...watch}
      {...look}
      src={photo ?? coverUrl(event.id, ratio, coverState(event, now))}
      {...coverRatios[ratio]}
      sizes={sizes[ratio]}
      isGrey={isGrey && photo !== undefined}
      className={shape}
    />
  );
}
