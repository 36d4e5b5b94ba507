import type { EventView } from '#shared/events/event.views.ts';
import { DateText, DayText, HoursText, WeekdayText } from '#web/ui/date-text.tsx';

type DayBlockProps = { event: Pick<EventView, 'startDate' | 'endDate'> };

/** The night on a hero: the day as a large numeral, then weekday, date and hours. On a phone the numeral is left out. */
export function DayBlock({ event: { startDate, endDate } }: DayBlockProps) {
  return (
    <div className="flex items-center gap-5">
      <p aria-hidden="true" className="type-numeral-l hidden desktop:block">
        <DayText at={startDate} />
      </p>
      <p className="desktop:text-[1.25rem] desktop:leading-7">
        <span className="font-semibold">
          <WeekdayText at={startDate} />
          <span className="desktop:hidden">, </span>
          <br className="hidden desktop:inline" />
          <DateText at={startDate} />
        </span>
        <br />
        <HoursText from={startDate} to={endDate} />
      </p>
    </div>
  );
}
