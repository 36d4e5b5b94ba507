import { useQuery } from '@tanstack/react-query';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { BankCheck } from './checks.tsx';
import { ForAdmin } from './for-admin.tsx';

/** Whether a bank takes the payments, and a test of it. */
export default function PaymentSettings() {
  const { t } = useTranslation(['common', 'staff', 'staff-home']);
  const { data, error, refetch } = useQuery({ queryKey: ['start'], queryFn: ({ signal }) => staffApi.staffStart.get({}, { signal }) });
  return (
    <>
      <SectionTitle>{t('staff:nav.payments')}</SectionTitle>
      {!data && <NotLoaded error={error} box="h-24" onRetry={refetch} />}
      {data && <p>{t(data.steps.bank ? 'staff-home:bank_connected' : 'staff-home:how.bank')}</p>}
      <BankCheck />
      {data?.steps.bank === false && <ForAdmin of="bank" />}
    </>
  );
}
