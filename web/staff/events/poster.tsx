import type { StaffEventRow } from '#shared/staff/events.contract.ts';
import { coverRatios, coverUrl, defaultCoverId } from '#shared/media/covers.ts';
import { useNow } from '#web/lib/now.tsx';
import { usePhoto } from '#web/lib/pictures.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Poster } from '#web/ui/picture.tsx';

type PosterOf = Pick<StaffEventRow, 'id' | 'state' | 'endDate' | 'eventPhotoUrl'>;

/** An event's photo, or its cover, grey once it is over; a draft has the default cover. */
export function EventPoster({ event, sizes, className }: { event: PosterOf; sizes: string; className: string }) {
  const { photo, watch } = usePhoto(event);
  const now = useNow();
  const isOver = event.state === 'cancelled' || new Date(event.endDate) < now;
  const cover = event.state === 'draft' ? coverUrl(defaultCoverId, '4x5') : coverUrl(event.id, '4x5', isOver ? 'over' : undefined);
  return (
    <span className={classNames('block shrink-0', className)}>
      <Poster
        {...watch}
        src={photo ?? cover}
        {...coverRatios['4x5']}
        sizes={sizes}
        isGrey={isOver && photo !== undefined}
        className="aspect-4/5 bg-surface-2"
      />
    </span>
  );
}
