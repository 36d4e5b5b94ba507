import { useParams } from 'react-router';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { staffApi, usePages } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { OrderTable } from './orders.tsx';

/** The orders whose payment a person must decide about. */
export default function PaymentsToReview() {
  const { t } = useTranslation(['staff', 'staff-orders']);
  const { id } = useParams();
  const pages = usePages(['payments-to-review'], (before, signal) =>
    staffApi.staffOrders.list({ isFlagged: true, ...(before !== undefined && { before }) }, { signal }),
  );
  return (
    <>
      <SectionTitle isCovered={id !== undefined}>{t('staff:nav.payments_to_review')}</SectionTitle>
      <p className="mb-5 text-muted">{t('staff-orders:flagged_what')}</p>
      <OrderTable list="sales/payments" id={id} pages={pages} empty={t('staff-orders:none_flagged')} />
    </>
  );
}
