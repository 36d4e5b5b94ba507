import type { EventView } from '#shared/events/events.contract.ts';
import type { CoverState } from '#shared/media/cover-state.ts';
import { coverRatios, coverUrl } from '#shared/media/covers.ts';
import { usePhoto } from './pictures.ts';

type HeroArtProps = {
  /** The default cover has the id `default`. */
  event: Pick<EventView, 'eventPhotoUrl'> & { id: number | string };
  /** The proportion beside a wide hero; narrow screens get 5:4. */
  wideRatio: '25x32' | '4x5';
  /** How much of the event's poster is printed. */
  state?: CoverState;
};

/** The large picture of a hero: each proportion has a cover of its own instead of a crop. */
export function HeroArt({ event, wideRatio, state }: HeroArtProps) {
  const { photo, watch } = usePhoto(event);
  return (
    <picture>
      {!photo && <source media="(min-width: 64rem)" srcSet={coverUrl(event.id, wideRatio, state)} {...coverRatios[wideRatio]} />}
      <img
        {...watch}
        sizes="(min-width: 64rem) 42vw, 100vw"
        src={photo ?? coverUrl(event.id, '5x4', state)}
        {...coverRatios['5x4']}
        alt=""
        decoding="async"
        fetchPriority="high"
        className="aspect-5/4 w-full object-cover desktop:aspect-auto desktop:size-full"
      />
    </picture>
  );
}
