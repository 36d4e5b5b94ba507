import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/browser-api.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { DateText, WeekdayText } from '#web/ui/date-text.tsx';

/** The nights an order is for. They are decoration here: one that cannot be fetched is left out. */
export function OrderedNights({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation('orders');
  const { language } = useLanguage();
  const { data: nights = [] } = useLoad(
    async (signal) => {
      const asked = await Promise.allSettled(ids.map((id) => api.events.get({ id }, { signal })));
      return asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    },
    [ids.join()],
  );
  if (nights.length === 0) return null;
  return (
    <ul aria-label={t('nights')} className="flex flex-col gap-2">
      {nights.map((night) => (
        <li key={night.id}>
          <Link to={paths.event(night.id)} className="inline-flex min-h-11 items-end font-semibold underline underline-offset-4">
            {eventName(night, language)}
          </Link>
          <p className="type-meta">
            <WeekdayText at={night.startDate} />, <DateText at={night.startDate} />, {timeText(night.startDate)}
          </p>
        </li>
      ))}
    </ul>
  );
}
