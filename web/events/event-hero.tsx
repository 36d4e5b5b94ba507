import type { EventView } from '#shared/events/event.views.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { DayBlock } from './day-block.tsx';
import { HeroArt } from './hero-art.tsx';
import { heroCap, type CapStyle } from './hero-cap.ts';
import { ShareButton } from './share-button.tsx';
import { TimingPill } from './timing-pill.tsx';

/** The event's poster, its name as large as it fits, and its date (art direction §10). */
export function EventHero({ event, name }: { event: EventView; name: string }) {
  const style: CapStyle = { '--hero-cap': heroCap(name) };
  return (
    <header style={style} className="paper desktop:grid desktop:grid-cols-[min(32.5rem,42.2%)_minmax(0,1fr)]">
      <div className="desktop:relative desktop:min-h-[min(40.625rem,52.75vw)]">
        <div className="desktop:absolute desktop:inset-0">
          <HeroArt event={event} wideRatio="4x5" />
        </div>
      </div>
      <div className="flex flex-col justify-between gap-5 p-5 desktop:gap-10 desktop:p-10 desktop:pt-8">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <TimingPill event={event} />
          <ShareButton title={name} />
        </div>
        <div className="flex flex-col gap-5 desktop:gap-10">
          <FittedText as="h1" dir="auto" className="type-display-xl [--cap:min(4.75rem,var(--hero-cap))] desktop:[--cap:var(--hero-cap)]">
            {name}
          </FittedText>
          <DayBlock event={event} />
        </div>
      </div>
    </header>
  );
}
