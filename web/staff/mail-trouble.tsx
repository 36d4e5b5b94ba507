import { useQuery } from '@tanstack/react-query';
import { SECOND_MS } from '#shared/durations.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { LinkWith, OnlyWith } from './rights.tsx';
import { staffApi, staffPath } from './staff-api.ts';

const ASK_AGAIN_MS = 30 * SECOND_MS;

/** Says on every screen of the console that no mail leaves, because the mail about it does not leave either. */
export function MailTrouble() {
  return (
    <OnlyWith right="alerts.handle">
      <Notice />
    </OnlyWith>
  );
}

function Notice() {
  const { t } = useTranslation('staff');
  const { data } = useQuery({
    queryKey: ['mail-trouble'],
    queryFn: ({ signal }) => staffApi.staffAlerts.list({}, { signal }),
    refetchInterval: ASK_AGAIN_MS,
  });
  if (!data?.items.some(({ kind }) => kind === 'mails_stuck')) return null;
  return (
    <output className="no-print block mb-5 border-s-4 border-danger ps-4">
      <span className="block">
        <strong>{t('mail_trouble.title')}</strong> {t('mail_trouble.text')}
      </span>
      <LinkWith right="mails.manage" to={staffPath('enquiries/mails')} className="link inline-flex min-h-11 items-center">
        {t('mail_trouble.link')}
      </LinkWith>
    </output>
  );
}
