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
import { DateText, DayText, WeekdayText } from '#web/ui/value-text.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Poster } from '#web/ui/picture.tsx';

/** Poster, day in its own accent, weekday, date and name; one link. */
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

type EventPosterProps = {
  event: EventView;
  ratio: '4x5' | '1x1';
  isFirst?: boolean;
  /** Its photo in black and white, as the cover of a past event is by itself. */
  isGrey?: boolean;
  className?: string;
};

/** The drawn widths: a card in two columns, a card in four, a thumbnail. */
const sizes = { '4x5': '(min-width: 64rem) 25vw, 50vw', '1x1': '7rem' } as const;
const shapes = { '4x5': 'aspect-4/5', '1x1': 'aspect-square' } as const;

/** The event's photo, or its cover. The name stands beside it, so `alt` is empty. */
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
