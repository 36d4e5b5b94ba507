import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { CancelNight } from './cancel-night.tsx';
import { changeState } from './change-state.ts';
import { ConfirmNight } from './confirm-night.tsx';
import { DeleteDraft } from './delete-draft.tsx';
import { RefundEverybody } from './refund-everybody.tsx';
import { useConfirmation, type Agreed } from './use-confirmation.ts';

type Change = { state: StaffNightView['state']; text: string; undo?: StaffNightView['state'] };
type StateButtonsProps = {
  night: StaffNightView;
  onChanged(night: StaffNightView): void;
  onRefused(error: unknown): void;
  onDeleted(): void;
};

/** Withdraw and cancel, and the way back from both. */
export function StateButtons({ night, onChanged, onRefused, onDeleted }: StateButtonsProps) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const [asks, setAsks] = useState<'cancel' | 'refund' | 'delete'>();
  const { asked, ask, close: leave } = useConfirmation();
  const [isBusy, setIsBusy] = useState(false);
  const change = async (from: StaffNightView, { state, text, undo }: Change, { confirmed, reason }: Partial<Agreed> = {}) => {
    setIsBusy(true);
    try {
      const changed = await changeState(from, state, { ...(confirmed && { confirmed }), ...(reason !== undefined && { reason }) });
      leave();
      onChanged(changed);
      const back = undo && {
        label: t('staff-nights:undo'),
        run: () => void change(changed, { state: undo, text: t('staff-nights:published') }),
      };
      toast.success(text, back);
    } catch (error) {
      const again = (agreed: Agreed) => void change(from, { state, text }, agreed);
      if (!(await ask(error, { id: from.id }, again).catch(() => false))) onRefused(error);
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
          onClick={() => void change(night, { state: 'draft', text: t('staff-nights:withdrawn'), undo: 'published' })}
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
          <Button
            look="quiet"
            size="small"
            isPending={isBusy}
            onClick={() => void change(night, { state: 'published', text: t('staff-nights:restored') })}
          >
            {t('staff-nights:restore')}
          </Button>
          {night.sold > 0 && (
            <Button look="secondary" size="small" onClick={() => setAsks('refund')}>
              {t('staff-nights:cancel_again')}
            </Button>
          )}
        </>
      )}
      {night.state === 'draft' && (
        <Button look="quiet" size="small" onClick={() => setAsks('delete')}>
          {t('staff-nights:delete.open')}
        </Button>
      )}
      {asked && <ConfirmNight asked={asked} act={night.state === 'cancelled' ? 'restore' : 'publish'} isBusy={isBusy} onClose={leave} />}
      {asks === 'delete' && <DeleteDraft night={night} onClose={close} onDeleted={onDeleted} />}
      {asks === 'cancel' && <CancelNight night={night} onClose={close} onCancelled={onChanged} />}
      {asks === 'refund' && <RefundEverybody night={night} onClose={close} />}
    </>
  );
}
