import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { refundAll } from './cancel-night.tsx';
import { useRefusal } from './use-refusal.ts';

/** Begins to give the money of a cancelled night back, and says how far it is. */
export function RefundEverybody({ night, onClose }: { night: StaffNightView; onClose(): void }) {
  const { t } = useTranslation(['common', 'staff-nights', 'forms', 'errors']);
  const [reason, setReason] = useState('');
  const { refusal, refuse, refuseFields } = useRefusal();
  const begun = useQuery({
    queryKey: ['event-refund', night.id],
    queryFn: ({ signal }) => staffApi.staffMoney.eventRefund({ id: night.id }, { signal }),
  });
  const refund = async () => {
    if (reason.trim() === '') return refuseFields({ reason: 'validation.reason_required' });
    return refundAll(night.id, reason).then(() => void begun.refetch(), refuse);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void refund();
  };
  return (
    <Dialog title={t('staff-nights:cancel_again')} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-5">
        {begun.data && <output>{t('staff-nights:refund_state', begun.data.orders)}</output>}
        <TextArea
          id="reason"
          label={t('staff-nights:cancel_reason')}
          hint={t('staff-nights:cancel_reason_hint')}
          rows={3}
          value={reason}
          error={refusal.fields['reason'] ?? refusal.message}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button type="submit">{t('staff-nights:cancel_again')}</Button>
      </form>
    </Dialog>
  );
}
