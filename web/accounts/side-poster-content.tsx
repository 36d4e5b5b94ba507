import type { EventView } from '#shared/events/events.contract.ts';
import { eventName, eventTiming, nextEvent } from '#shared/events/timing.ts';
import { coverState } from '#shared/media/cover-state.ts';
import { coverRatios, coverUrl, defaultCoverId, eventTheme } from '#shared/media/covers.ts';
import { api } from '#web/lib/browser-api.ts';
import { useNow } from '#web/lib/now.tsx';
import { paint } from '#web/lib/paint.ts';
import { usePhoto } from '#web/lib/pictures.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Poster } from '#web/ui/picture.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, WeekdayText } from '#web/ui/value-text.tsx';

/** The poster of the chosen or next event, with its name. */
export default function SidePosterContent({ chosen }: { chosen: EventView | undefined }) {
  const { t } = useTranslation('accounts');
  const now = useNow();
  const events = useLoad((signal) => api.events.list({}, { signal }), []);
  // The running event is in the bar above every page.
  const toCome = (events.data ?? []).filter((event) => eventTiming(event, now) === 'starting_soon' && !event.isCancelled);
  const event = chosen ?? nextEvent(toCome, now);
  const hasCome = events.state === 'ready' || events.state === 'failed';
  const cover = event?.id ?? (hasCome ? defaultCoverId : undefined);
  const { photo, watch } = usePhoto({ eventPhotoUrl: event?.eventPhotoUrl ?? null });
  return (
    <>
      <div className="relative grow">
        {cover !== undefined && (
          <Poster
            {...watch}
            src={photo ?? coverUrl(cover, '1x2', event && coverState(event, now))}
            {...coverRatios['1x2']}
            className="absolute inset-0 h-full"
          />
        )}
      </div>
      {event && <Caption event={event} label={t(chosen ? 'chosen' : 'next')} />}
    </>
  );
}

function Caption({ event, label }: { event: EventView; label: string }) {
  const { language } = useLanguage();
  return (
    <div {...paint(eventTheme(event.id))}>
      <div className="paper flex flex-col gap-2 p-5">
        <p className="type-label">{label}</p>
        <FittedText as="p" dir="auto" className="type-display-s">
          {eventName(event, language)}
        </FittedText>
        <p className="type-meta">
          <WeekdayText at={event.startDate} />, <DateText at={event.startDate} />
        </p>
      </div>
    </div>
  );
}
