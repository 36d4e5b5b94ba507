import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/lib/error-text.ts';
import { SectionTitle } from '#web/staff/section-title.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StepList } from './step-list.tsx';
import { Today } from './today.tsx';

/** Where the console begins: what leads to the first night on sale, and afterwards what waits today. */
export default function Start() {
  const { t } = useTranslation(['common', 'staff', 'staff-start', 'errors']);
  const { data, error, refetch } = useQuery({ queryKey: ['start'], queryFn: ({ signal }) => staffApi.staffStart.get({}, { signal }) });
  const isSetUp = data !== undefined && Object.values(data.steps).every(Boolean);
  return (
    <>
      <SectionTitle>{t('staff:sections.start')}</SectionTitle>
      {!data && error && <ErrorState message={errorText(error, t)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data?.steps.published && <Today start={data} />}
      {data && !isSetUp && <StepList start={data} />}
    </>
  );
}
