import { useTranslation } from 'react-i18next';
import { WEEKDAYS } from '#shared/dates.ts';
import { openingAxis, type Weekday } from '#shared/opening.ts';
import { useOpening } from '#web/lib/opening.ts';
import { axisColumns, HourAxis } from '#web/ui/hour-axis.tsx';

const nextDay = (day: Weekday) => WEEKDAYS[(WEEKDAYS.indexOf(day) + 1) % WEEKDAYS.length] ?? day;

/** The opening hours on the axis of the night ruler: a row for each night, from one day into the next (art direction §8). */
export function OpeningRuler() {
  const { t } = useTranslation();
  const opening = useOpening();
  const { begins, hours: count } = openingAxis(opening);
  const hours = Array.from({ length: count + 1 }, (_, place) => ({
    text: String((begins + place) % 24).padStart(2, '0'),
    line: 1 + place,
  }));
  const isOvernight = opening.to <= opening.from;
  return (
    <div style={axisColumns(count)} className="w-full">
      <HourAxis hours={hours} columns={count} className="tablet:ms-30" />
      <ol className="border-b border-hairline">
        {opening.days.map((day) => (
          <li key={day} className="border-t border-hairline py-[5px] tablet:flex">
            <span className="type-label flex shrink-0 items-center py-2 text-muted tablet:w-30 tablet:py-0">{t(`weekdays.${day}`)}</span>{' '}
            <span className="type-tabular flex min-h-10.5 grow flex-wrap items-center justify-between gap-x-4 bg-surface-2 px-3 text-[0.9375rem]">
              <span className="font-bold">{opening.from}</span>{' '}
              <span>
                <span className="sr-only">– </span>
                {t(`weekdays.${isOvernight ? nextDay(day) : day}`)}, {opening.to}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
