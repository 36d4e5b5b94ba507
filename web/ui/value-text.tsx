import type { Language } from '#shared/constants.ts';
import { dateText, timeText, venueDay, venueTime, weekdayText } from '#shared/dates.ts';
import { moneyText } from '#shared/money.ts';
import { useTranslation } from './translation.tsx';

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

const useDateLanguage = (): Language => useTranslation().translator.language;

/** A price. This file has the only formatters of the browser. */
export function Money({ gel }: { gel: number }) {
  return <span className="type-tabular whitespace-nowrap">{moneyText(gel)}</span>;
}

/** A phone number as a `tel:` link, which takes only digits and the plus. */
export const PhoneLink = ({ phone, className = '' }: { phone: string; className?: string }) => (
  <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={`type-tabular inline-flex min-h-11 items-center ${className}`}>
    {phone}
  </a>
);
