import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { bringInto, changeState } from './night-commands.ts';
import { useRefusal } from './use-saving.ts';

type CancelNightProps = { night: StaffNightView; onClose(): void; onCancelled(night: StaffNightView): void };

/** Asks before a night is cancelled, why, and whether the money goes back at once. */
export function CancelNight({ night, onClose, onCancelled }: CancelNightProps) {
  const { t } = useTranslation(['common', 'staff-nights', 'forms', 'errors']);
  const [reason, setReason] = useState('');
  const [isRefunding, setIsRefunding] = useState(night.sold > 0);
  const [isBusy, setIsBusy] = useState(false);
  const { refusal, refuse, refuseFields } = useRefusal();
  const holders = useQuery({
    queryKey: ['holders', night.id],
    queryFn: ({ signal }) => staffApi.staffNights.holders({ id: night.id }, { signal }),
  });
  const cancel = async () => {
    if (isRefunding && reason.trim() === '') return refuseFields({ reason: 'validation.reason_required' });
    setIsBusy(true);
    try {
      onCancelled(isRefunding ? await cancelAndRefund(night, reason.trim()) : await changeState(night, 'cancelled', { reason }));
      toast.success(t('staff-nights:cancelled'));
      if (isRefunding) toast.info(t('staff-nights:refund_begun'));
      onClose();
    } catch (error) {
      refuse(error);
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void cancel();
  };
  return (
    <Dialog title={t('staff-nights:cancel')} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-5">
        <p>{t('staff-nights:cancel_text', { places: night.sold })}</p>
        {holders.data && holders.data.people > 0 && <p>{t('staff-nights:cancel_told', holders.data)}</p>}
        <TextArea
          id="reason"
          label={t('staff-nights:cancel_reason')}
          hint={t('staff-nights:cancel_reason_hint')}
          rows={3}
          value={reason}
          error={refusal.fields['reason'] ?? refusal.message}
          onChange={({ target }) => setReason(target.value)}
        />
        {night.sold > 0 && (
          <Checkbox
            id="refund"
            label={t('staff-nights:cancel_refund')}
            checked={isRefunding}
            onChange={({ target }) => setIsRefunding(target.checked)}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="danger" isPending={isBusy} pendingLabel={t('staff-nights:saving')}>
            {t('staff-nights:cancel')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('staff-nights:keep_it')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** One command, so that everybody reads one mail. */
async function cancelAndRefund(night: StaffNightView, reason: string): Promise<StaffNightView> {
  const { id } = night;
  const cancelled = await bringInto(night, 'cancelled', (version) => staffApi.staffMoney.cancelEvent({ id, body: { version, reason } }));
  // Somebody else cancelled it meanwhile, without the money.
  if ((await staffApi.staffMoney.eventRefund({ id })) === null) await refundAll(id, reason);
  return cancelled;
}

const refundAll = (id: number, reason: string) => staffApi.staffMoney.refundEvent({ id, body: { reason: reason.trim() } });

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
