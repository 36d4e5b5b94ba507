import { useTranslation } from 'react-i18next';
import { addDays, fromVenue, timeText, venueDay, venueTime } from '#shared/dates.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { eventTiming } from '#shared/events/timing.ts';
import { coverRatios, coverUrl, defaultCoverId } from '#shared/media/covers.ts';
import { standardOpening } from '#shared/opening.ts';
import { paths } from '#shared/paths.ts';
import { useNow } from '#web/lib/now.tsx';
import { useOpening } from '#web/lib/site.tsx';
import { Poster } from '#web/ui/poster.tsx';
import { EventRuler, NowList } from './event-ruler.tsx';

/** The present act of each stage; with no running event, or no line-up, the default cover (spec §2). */
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
          <EventRuler event={event} linkOf={() => paths.event(event.id)} />
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

const DAYS_OF_A_WEEK = 7;
const MINUTE_MS = 60_000;

/** When the doors open next: for the next event, else on the next opening day (spec §1). */
export function nextDoors(event: Pick<EventView, 'startDate'> | undefined, now: Date, opening = standardOpening): Date {
  if (event && Date.parse(event.startDate) > now.getTime()) return new Date(event.startDate);
  const openings = Array.from({ length: DAYS_OF_A_WEEK + 1 }, (_, days) => venueMoment(venueDay(addDays(now, days)), opening.from));
  const isOpeningDay = (at: Date) => opening.days.some((day) => day === venueTime(at).weekday);
  return openings.find((at) => isOpeningDay(at) && at > now) ?? now;
}

/** The moment of a venue day and time, `23:30`. */
const venueMoment = (day: string, time: string): Date =>
  new Date(fromVenue(day, Number(time.slice(0, 2))).getTime() + Number(time.slice(3, 5)) * MINUTE_MS);
