import { useQuery } from '@tanstack/react-query';
import { errorText } from '#web/lib/error-text.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Backup } from './backup.tsx';

/** The nightly backups. */
export default function Backups() {
  const { t } = useTranslation(['common', 'staff', 'staff-start', 'errors']);
  const { data, error, refetch } = useQuery({ queryKey: ['start'], queryFn: ({ signal }) => staffApi.staffStart.get({}, { signal }) });
  return (
    <>
      <SectionTitle>{t('staff:nav.backups')}</SectionTitle>
      {!data &&
        (error ? <ErrorState message={errorText(error, t)} onRetry={() => void refetch()} /> : <Skeleton className="h-48 w-full" />)}
      {data?.backup && <Backup backup={data.backup} />}
    </>
  );
}
