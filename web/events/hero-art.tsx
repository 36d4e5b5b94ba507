import type { EventView } from '#shared/events/event.views.ts';
import { coverRatios, coverUrl } from '#shared/media/cover-ratios.ts';
import { usePhoto } from '#web/lib/use-photo.ts';

type HeroArtProps = {
  event: Pick<EventView, 'id' | 'eventPhotoUrl'>;
  /** Beside a wide hero; narrow screens get 5:4. */
  wideRatio: '25x32' | '4x5';
};

/** The large picture of a hero: a cover is composed for each proportion instead of cut. */
export function HeroArt({ event, wideRatio }: HeroArtProps) {
  const { photo, watch } = usePhoto(event);
  return (
    <picture>
      {!photo && <source media="(min-width: 64rem)" srcSet={coverUrl(event.id, wideRatio)} {...coverRatios[wideRatio]} />}
      <img
        {...watch}
        sizes="(min-width: 64rem) 42vw, 100vw"
        src={photo ?? coverUrl(event.id, '5x4')}
        {...coverRatios['5x4']}
        alt=""
        decoding="async"
        fetchPriority="high"
        className="aspect-5/4 w-full object-cover desktop:aspect-auto desktop:size-full"
      />
    </picture>
  );
}
