import { useTranslation } from 'react-i18next';
import type { EventView } from '#shared/events/event.views.ts';
import { playingNow } from '#shared/events/timing.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useNow } from '#web/lib/now.tsx';
import { actAnchor } from './line-up.tsx';
import { NightRuler } from './night-ruler.tsx';
import { NowList } from './now-list.tsx';

/** The ruler on the event's own page: its blocks lead to the line-up below. */
export function EventNight({ event, className }: { event: EventView; className: string }) {
  const { t } = useTranslation('events');
  const isPlaying = playingNow(event, useNow()).length > 0;
  if (event.lineUps.length === 0) return null;
  return (
    <section aria-label={t('night')} className={classNames(className, !isPlaying && 'hidden tablet:block')}>
      <NightRuler event={event} linkOf={({ id }) => `#${actAnchor(id)}`} />
      {isPlaying && <NowList event={event} />}
    </section>
  );
}
