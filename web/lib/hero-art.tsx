import type { EventView } from '#shared/events/events.contract.ts';
import type { CoverState } from '#shared/media/cover-state.ts';
import { coverRatios, coverUrl } from '#shared/media/covers.ts';
import { classNames } from '#web/ui/class-names.ts';
import { lowArt } from './low-art.ts';
import { usePhoto } from './pictures.ts';

type HeroArtProps = {
  /** The default cover has the id `default`. */
  event: Pick<EventView, 'eventPhotoUrl'> & { id: number | string };
  /** The proportion beside a wide hero. */
  wideRatio: '25x32' | '4x5';
  /** The proportion on narrow screens; with 2:1 more fits into the first view, and a phone of 800 px or more still has room for 5:4. */
  narrowRatio?: '5x4' | '2x1';
  /** How much of the event's poster is printed. */
  state?: CoverState;
  /** The print moves into register when the event begins. */
  isRunning?: boolean;
};

const HIGH_PHONE = '(width < 48rem) and (height >= 50rem)';

/** The large picture of a hero: each proportion has a cover of its own instead of a crop. */
export function HeroArt({ event, wideRatio, narrowRatio = '5x4', state, isRunning = false }: HeroArtProps) {
  const { photo, watch } = usePhoto(event);
  return (
    <picture className={isRunning ? 'into-register' : undefined}>
      {!photo && <source media="(min-width: 64rem)" srcSet={coverUrl(event.id, wideRatio, state)} {...coverRatios[wideRatio]} />}
      {!photo && narrowRatio === '2x1' && <source media={HIGH_PHONE} srcSet={coverUrl(event.id, '5x4', state)} {...coverRatios['5x4']} />}
      <img
        {...watch}
        sizes="(min-width: 64rem) 42vw, 100vw"
        src={photo ?? coverUrl(event.id, narrowRatio, state)}
        {...coverRatios[narrowRatio]}
        alt=""
        decoding="async"
        fetchPriority="high"
        className={classNames('w-full object-cover desktop:aspect-auto desktop:size-full', narrowRatio === '5x4' ? 'aspect-5/4' : lowArt)}
      />
    </picture>
  );
}
