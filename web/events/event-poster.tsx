import type { EventView } from '#shared/events/event.views.ts';
import { coverRatios, coverUrl } from '#shared/media/cover-ratios.ts';
import { classNames } from '#web/ui/class-names.ts';
import { usePhoto } from '#web/lib/use-photo.ts';
import { Poster } from '#web/ui/poster.tsx';

type EventPosterProps = {
  event: Pick<EventView, 'id' | 'eventPhotoUrl'>;
  ratio: '4x5' | '1x1';
  isFirst?: boolean;
  isGrey?: boolean;
  className?: string;
};

/** A card in two columns, a card in four, a thumbnail. */
const sizes = { '4x5': '(min-width: 64rem) 25vw, 50vw', '1x1': '7rem' } as const;
const shapes = { '4x5': 'aspect-4/5', '1x1': 'aspect-square' } as const;

/** The event's photo, or the cover printed for it. The name stands beside it, so it says nothing. */
export function EventPoster({ event, ratio, className, ...look }: EventPosterProps) {
  const { photo, watch } = usePhoto(event);
  const shape = classNames('bg-paper', shapes[ratio], className);
  return (
    <Poster {...watch} src={photo ?? coverUrl(event.id, ratio)} {...coverRatios[ratio]} sizes={sizes[ratio]} {...look} className={shape} />
  );
}
