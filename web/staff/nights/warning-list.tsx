import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import { dateText, timeText, weekdayText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import type { NightWarning } from '#shared/staff/night-warnings.views.ts';
import { useLanguage } from '#web/lib/use-language.ts';

/** What speaks against a night, in words. */
export function WarningList({ warnings }: { warnings: readonly NightWarning[] }) {
  const words = useWarningText();
  return (
    <ul className="flex flex-col gap-3">
      {warnings.map((warning) => (
        <li key={warning.key} className="flex gap-3">
          <TriangleAlert size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
          <span className="min-w-0 wrap-anywhere">{words(warning)}</span>
        </li>
      ))}
    </ul>
  );
}

function useWarningText(): (warning: NightWarning) => string {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { language } = useLanguage();
  return (warning) => {
    switch (warning.code) {
      case 'evening_taken': {
        const { startDate, endDate } = warning.night;
        const date = `${weekdayText(startDate, t)}, ${dateText(startDate, language, t)}`;
        const hours = { date, from: timeText(startDate), until: timeText(endDate) };
        return t('staff-nights:confirm.evening_taken', { name: eventName(warning.night, language), ...hours });
      }
      case 'too_long':
        return t('staff-nights:confirm.too_long', { hours: warning.hours });
      case 'acts_outside': {
        const acts = warning.acts.map(({ name, startDate }) => `${name} (${timeText(startDate)})`).join(', ');
        return t('staff-nights:confirm.acts_outside', { acts });
      }
      case 'holders_told':
        return t(`staff-nights:confirm.${warning.news}`, { people: warning.people, tickets: warning.tickets });
      case 'past':
      case 'nothing_on_sale':
        return t(`staff-nights:confirm.${warning.code}`);
    }
  };
}
