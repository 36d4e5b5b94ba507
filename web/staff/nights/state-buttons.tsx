import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { CancelNight } from './cancel-night.tsx';
import { changeState } from './change-state.ts';
import { RefundEverybody } from './refund-everybody.tsx';

type StateButtonsProps = { night: StaffNightView; onChanged(night: StaffNightView): void; onRefused(error: unknown): void };

/** Withdraw and cancel, and the way back from both. */
export function StateButtons({ night, onChanged, onRefused }: StateButtonsProps) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const [asks, setAsks] = useState<'cancel' | 'refund'>();
  const [isBusy, setIsBusy] = useState(false);
  const change = async (from: StaffNightView, state: StaffNightView['state'], text: string, undo?: StaffNightView['state']) => {
    setIsBusy(true);
    try {
      const changed = await changeState(from, state);
      onChanged(changed);
      const back = undo && { label: t('staff-nights:undo'), run: () => void change(changed, undo, t('staff-nights:published')) };
      toast.success(text, back);
    } catch (error) {
      onRefused(error);
    } finally {
      setIsBusy(false);
    }
  };
  const close = () => setAsks(undefined);
  return (
    <>
      {night.state === 'published' && night.held + night.sold === 0 && (
        <Button
          look="quiet"
          size="small"
          isPending={isBusy}
          onClick={() => void change(night, 'draft', t('staff-nights:withdrawn'), 'published')}
        >
          {t('staff-nights:withdraw')}
        </Button>
      )}
      {night.state === 'published' && (
        <Button look="quiet" size="small" onClick={() => setAsks('cancel')}>
          {t('staff-nights:cancel')}
        </Button>
      )}
      {night.state === 'cancelled' && (
        <>
          <Button look="quiet" size="small" isPending={isBusy} onClick={() => void change(night, 'published', t('staff-nights:restored'))}>
            {t('staff-nights:restore')}
          </Button>
          {night.sold > 0 && (
            <Button look="secondary" size="small" onClick={() => setAsks('refund')}>
              {t('staff-nights:cancel_again')}
            </Button>
          )}
        </>
      )}
      {asks === 'cancel' && <CancelNight night={night} onClose={close} onCancelled={onChanged} />}
      {asks === 'refund' && <RefundEverybody night={night} onClose={close} />}
    </>
  );
}
