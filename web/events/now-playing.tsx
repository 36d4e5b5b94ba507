import { useTranslation } from 'react-i18next';
import { timeText, venueTime } from '#shared/dates.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { eventTiming } from '#shared/events/timing.ts';
import { defaultCoverId } from '#shared/media/cover-choice.ts';
import { coverRatios, coverUrl } from '#shared/media/cover-ratios.ts';
import { paths } from '#shared/paths.ts';
import { useNow } from '#web/lib/now.tsx';
import { Poster } from '#web/ui/poster.tsx';
import { useOpening } from '#web/lib/opening.ts';
import { nextDoors } from './next-doors.ts';
import { NightRuler } from './night-ruler.tsx';
import { NowList } from './now-list.tsx';

/** What is playing now on each stage; with nothing in session, or no line-up, the default cover (spec §2). */
export function NowPlaying({ event }: { event: EventView | undefined }) {
  const { t } = useTranslation('events');
  const now = useNow();
  const isRunning = event !== undefined && eventTiming(event, now) === 'in_session';
  const isShown = isRunning && event.lineUps.length > 0;
  return (
    <section aria-labelledby="playing-now" className="px-5 py-6 desktop:px-10 [&:has(+div)]:pb-12 desktop:[&:has(+div)]:pb-18">
      <h2 id="playing-now" className="type-label pb-3">
        {t(isRunning ? 'playing_now' : 'next_up')}
        {isShown && <span className="type-tabular tablet:hidden"> · {timeText(now)}</span>}
      </h2>
      {isShown ? (
        <>
          <NightRuler event={event} linkOf={() => paths.event(event.id)} />
          <NowList event={event} />
        </>
      ) : (
        <Doors event={event} isOpen={isRunning} />
      )}
    </section>
  );
}

function Doors({ event, isOpen }: { event: EventView | undefined; isOpen: boolean }) {
  const { t } = useTranslation(['events', 'common']);
  const opening = nextDoors(event, useNow(), useOpening());
  const text =
    isOpen && event
      ? t('open_until', { time: timeText(event.endDate) })
      : t('doors_open', { weekday: t(`common:weekdays.${venueTime(opening).weekday}`), time: timeText(opening) });
  return (
    <div className="flex flex-col border-y border-hairline tablet:flex-row tablet:items-center tablet:justify-between">
      <p className="type-display-s py-5 pe-5">{text}</p>
      <Poster src={coverUrl(defaultCoverId, '2x1')} {...coverRatios['2x1']} className="aspect-2/1 tablet:w-80" />
    </div>
  );
}
