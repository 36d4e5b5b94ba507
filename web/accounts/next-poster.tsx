import { useSyncExternalStore } from 'react';
import { nextEvent } from '#shared/events/timing.ts';
import { defaultCoverId } from '#shared/media/cover-choice.ts';
import { coverRatios, coverUrl } from '#shared/media/cover-ratios.ts';
import { api } from '#web/lib/browser-api.ts';
import { useNow } from '#web/lib/now.tsx';
import { useLoad } from '#web/lib/use-load.ts';
import { usePhoto } from '#web/lib/use-photo.ts';
import { Poster } from '#web/ui/poster.tsx';

const WIDE = '(width >= 80rem)';

/** On wide screens the poster of the next night fills the right third (art direction §10), or the cover of none; nothing is fetched for others. */
export function NextPoster() {
  const isWide = useSyncExternalStore(
    watchWidth,
    () => matchMedia(WIDE).matches,
    () => false,
  );
  const now = useNow();
  const events = useLoad(isWide ? (signal) => api.events.list({}, { signal }) : undefined, [isWide]);
  const event = nextEvent(events.data ?? [], now);
  const hasCome = events.state === 'ready' || events.state === 'failed';
  const cover = event?.id ?? (hasCome ? defaultCoverId : undefined);
  const { photo, watch } = usePhoto({ eventPhotoUrl: event?.eventPhotoUrl ?? null });
  return (
    <div className="sticky top-0 hidden h-dvh bg-surface-1 min-[80rem]:block">
      {cover !== undefined && <Poster {...watch} src={photo ?? coverUrl(cover, '1x2')} {...coverRatios['1x2']} className="h-full" />}
    </div>
  );
}

function watchWidth(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
