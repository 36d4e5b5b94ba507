import { useTranslation } from 'react-i18next';
import { CLOSING_HOUR, OPENING_DAYS, OPENING_HOUR } from '#shared/constants.ts';
import { WEEKDAYS } from '#shared/dates.ts';
import { onTheHour } from '#web/lib/opening.ts';
import { axisColumns, HourAxis } from '#web/ui/hour-axis.tsx';

const HOURS = 24 - OPENING_HOUR + CLOSING_HOUR;
const hours = Array.from({ length: HOURS + 1 }, (_, place) => ({
  text: String((OPENING_HOUR + place) % 24).padStart(2, '0'),
  line: 1 + place,
}));

const nextDay = (day: (typeof OPENING_DAYS)[number]) => WEEKDAYS[(WEEKDAYS.indexOf(day) + 1) % WEEKDAYS.length] ?? day;

/** The opening hours on the axis of the night ruler: a row for each night, from one day into the next (art direction §8). */
export function OpeningRuler() {
  const { t } = useTranslation();
  return (
    <div style={axisColumns(HOURS)} className="w-full">
      <HourAxis hours={hours} columns={HOURS} className="tablet:ms-30" />
      <ol className="border-b border-hairline">
        {OPENING_DAYS.map((day) => (
          <li key={day} className="border-t border-hairline py-[5px] tablet:flex">
            <span className="type-label flex shrink-0 items-center py-2 text-muted tablet:w-30 tablet:py-0">{t(`weekdays.${day}`)}</span>{' '}
            <span className="type-tabular flex min-h-10.5 grow flex-wrap items-center justify-between gap-x-4 bg-surface-2 px-3 text-[0.9375rem]">
              <span className="font-bold">{onTheHour(OPENING_HOUR)}</span>{' '}
              <span>
                <span className="sr-only">– </span>
                {t(`weekdays.${nextDay(day)}`)}, {onTheHour(CLOSING_HOUR)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
