import { useQuery } from '@tanstack/react-query';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Backup } from './backup.tsx';

/** The nightly backups. */
export default function Backups() {
  const { t } = useTranslation(['common', 'staff', 'staff-home']);
  const { data, error, refetch } = useQuery({ queryKey: ['start'], queryFn: ({ signal }) => staffApi.staffStart.get({}, { signal }) });
  return (
    <>
      <SectionTitle>{t('staff:nav.backups')}</SectionTitle>
      {!data && <NotLoaded error={error} box="h-48" onRetry={refetch} />}
      {data?.backup && <Backup backup={data.backup} />}
    </>
  );
}
