import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/errors.ts';
import { eventName } from '#shared/events/timing.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CancelNight, RefundEverybody } from './cancel-night.tsx';
import { ConfirmNight } from './confirm-night.tsx';
import { type Agreed, changeState, useConfirmation } from './night-commands.ts';

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

type DeleteDraftProps = { night: StaffNightView; onClose(): void; onDeleted(): void };

/** Asks before a draft is deleted, which cannot be taken back. */
function DeleteDraft({ night, onClose, onDeleted }: DeleteDraftProps) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { language } = useLanguage();
  const command = useCommand(() => deleteNight(night), {
    onSuccess() {
      toast.success(t('staff-nights:delete.done'));
      onDeleted();
    },
    onSettled: (_, error) => error && onClose(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    command.run();
  };
  return (
    <Dialog title={t('staff-nights:delete.open')} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-5">
        <p className="wrap-anywhere">{t('staff-nights:delete.text', { name: eventName(night, language) })}</p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="danger" isPending={command.isPending} pendingLabel={t('staff-nights:delete.pending')}>
            {t('staff-nights:delete.submit')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('staff-nights:delete.keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A draft that is gone already was deleted by a call whose answer was lost, or by somebody else. */
async function deleteNight({ id, version }: StaffNightView): Promise<void> {
  try {
    await staffApi.staffNights.remove({ id, version });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
