import type { FormEvent } from 'react';
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

type DeleteDraftProps = { night: StaffNightView; onClose(): void; onDeleted(): void };

/** Asks before a draft is deleted, which cannot be taken back. */
export function DeleteDraft({ night, onClose, onDeleted }: DeleteDraftProps) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { language } = useLanguage();
  const { isBusy, run } = useCommand();
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    const { id, version } = night;
    const isDone = await run(async () => {
      await staffApi.staffNights.remove({ id, version }).catch((error: unknown) => {
        // It went already: by an answer that was lost, or by somebody else.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      });
    });
    if (!isDone) return onClose();
    toast.success(t('staff-nights:delete.done'));
    return onDeleted();
  };
  return (
    <Dialog title={t('staff-nights:delete.open')} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={(event) => void remove(event)} className="mt-5 flex flex-col gap-5">
        <p className="wrap-anywhere">{t('staff-nights:delete.text', { name: eventName(night, language) })}</p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="danger" isPending={isBusy} pendingLabel={t('staff-nights:delete.pending')}>
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
