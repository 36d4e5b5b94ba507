import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type ConfirmDialogProps = {
  title: string;
  /** The consequence of the command. */
  text: string;
  submit: string;
  pending: string;
  isPending: boolean;
  onSubmit(): void;
  onClose(): void;
};

/** Asks once before a command that needs no reason. */
export function ConfirmDialog({ title, text, submit, pending, isPending, onSubmit, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation('staff-team');
  return (
    <Dialog title={title} className="flex flex-col gap-5 p-5" onClose={onClose}>
      <p>{text}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="danger" size="small" isPending={isPending} pendingLabel={pending} onClick={onSubmit}>
          {submit}
        </Button>
        <Button look="secondary" size="small" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
