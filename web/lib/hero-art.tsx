import type { EventView } from '#shared/events/events.contract.ts';
import type { CoverState } from '#shared/media/cover-state.ts';
import { coverRatios, coverUrl } from '#shared/media/covers.ts';
import { classNames } from '#web/ui/class-names.ts';
import { usePhoto } from './pictures.ts';

type HeroArtProps = {
  /** The default cover has the id `default`. */
  event: Pick<EventView, 'eventPhotoUrl'> & { id: number | string };
  /** The proportion beside a wide hero. */
  wideRatio: '25x32' | '4x5';
  /** The proportion on narrow screens; 5:4 unless more must fit in the first view. */
  narrowRatio?: '5x4' | '2x1';
  /** How much of the event's poster is printed. */
  state?: CoverState;
};

/** The large picture of a hero: each proportion has a cover of its own instead of a crop. */
export function HeroArt({ event, wideRatio, narrowRatio = '5x4', state }: HeroArtProps) {
  const { photo, watch } = usePhoto(event);
  return (
    <picture>
      {!photo && <source media="(min-width: 64rem)" srcSet={coverUrl(event.id, wideRatio, state)} {...coverRatios[wideRatio]} />}
      <img
        {...watch}
        sizes="(min-width: 64rem) 42vw, 100vw"
        src={photo ?? coverUrl(event.id, narrowRatio, state)}
        {...coverRatios[narrowRatio]}
        alt=""
        decoding="async"
        fetchPriority="high"
        className={classNames(
          'w-full object-cover desktop:aspect-auto desktop:size-full',
          narrowRatio === '5x4' ? 'aspect-5/4' : 'aspect-2/1',
        )}
      />
    </picture>
  );
}
