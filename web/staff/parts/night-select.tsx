import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dateText } from '#shared/dates.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Select } from '#web/ui/select.tsx';

type NightSelectProps = {
  label: string;
  /** What is meant when none is chosen. */
  empty: string;
  eventId: number | undefined;
  /** The id as text, or nothing. */
  onChange(night: string): void;
};

/** The nights around the present, to choose one of. */
export function NightSelect({ label, empty, eventId, onChange }: NightSelectProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const nights = useQuery({
    queryKey: ['nights-around'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all((['upcoming', 'past'] as const).map((show) => staffApi.staffNights.list({ show }, { signal })));
      return lists.flatMap(({ items }) => items);
    },
  });
  const isListed = eventId === undefined || nights.data?.some(({ id }) => id === eventId);
  return (
    <Select label={label} className="w-full max-w-100" value={eventId ?? ''} onChange={({ target }) => onChange(target.value)}>
      <option value="">{empty}</option>
      {!isListed && <option value={eventId}>{eventId}</option>}
      {nights.data?.map(({ id, name, nameLat, startDate }) => (
        <option key={id} value={id}>
          {`${language === 'ka' ? name : nameLat} · ${dateText(startDate, language, t)}`}
        </option>
      ))}
    </Select>
  );
}
