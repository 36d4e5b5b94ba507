import { calendarUrl, eventCalendarUrl } from '#shared/sharing/addresses.ts';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { useTranslation } from '#web/ui/translation.tsx';

export const quiet = 'type-meta inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-bone';

export function CalendarLink({ id }: { id: number }) {
  const { t } = useTranslation('events');
  const { language } = useLanguage();
  return (
    <a href={eventCalendarUrl(id, language)} className={quiet}>
      {t('calendar.add')}
    </a>
  );
}

/** Subscribes the reader's calendar to all events; a plain file where no program handles the address. */
export function CalendarLinks() {
  const { t } = useTranslation('events');
  const { language } = useLanguage();
  const { publicUrl } = useSite();
  const file = calendarUrl(language);
  return (
    <p className="mt-10 flex flex-wrap gap-x-6">
      <a href={publicUrl.replace(/^https?/, 'webcal') + file} className={quiet}>
        {t('calendar.subscribe')}
      </a>
      <a href={file} className={quiet}>
        {t('calendar.file')}
      </a>
    </p>
  );
}
