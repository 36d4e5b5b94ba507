import { useTranslation } from 'react-i18next';
import { LANGUAGES, DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { dateText, timeText, venueDay, venueTime, weekdayText } from '#shared/dates.ts';

type At = { at: string };

/** `November 21, 2026`, on the venue's calendar. */
export function DateText({ at }: At) {
  const { t } = useTranslation();
  return <time dateTime={venueDay(at)}>{dateText(at, useDateLanguage(), t)}</time>;
}

/** `23:00` */
export function TimeText({ at }: At) {
  return (
    <time dateTime={at} className="type-tabular">
      {timeText(at)}
    </time>
  );
}

/** `23:00–07:00` */
export function HoursText({ from, to }: { from: string; to: string }) {
  return (
    <span className="whitespace-nowrap">
      <TimeText at={from} />–<TimeText at={to} />
    </span>
  );
}

/** `Saturday` */
export function WeekdayText({ at }: At) {
  const { t } = useTranslation();
  return <span>{weekdayText(at, t)}</span>;
}

/** The day of the month alone, for the large numerals. */
export const DayText = ({ at }: At) => <span>{venueTime(at).day}</span>;

function useDateLanguage(): Language {
  const { i18n } = useTranslation();
  return LANGUAGES.find((language) => language === i18n.language) ?? DEFAULT_LANGUAGE;
}
