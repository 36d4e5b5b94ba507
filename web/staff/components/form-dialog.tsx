import type { FormEvent, ReactNode } from 'react';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type FormDialogProps = {
  title: string;
  /** Of `useStaffForm`. */
  form: { isPending: boolean; isRestored: boolean; discard(): void; submit(event: FormEvent): void };
  /** What comes before the sending, and decides whether it begins. */
  onSubmit?: (event: FormEvent) => void;
  /** Without it the form can't be sent any more. */
  submit: string | undefined;
  isDanger?: boolean | undefined;
  /** Given when someone else has changed what the form changes. */
  onOverwrite?: (() => void) | undefined;
  onClose(): void;
  children: ReactNode;
};

/** A form in a dialog. Closing it keeps what was typed; Cancel drops it. */
export function FormDialog({ title, form, submit, isDanger = false, onOverwrite, onClose, children, ...props }: FormDialogProps) {
  const { t } = useTranslation('staff');
  const { isPending, discard } = form;
  const button = { size: 'small', isPending, pendingLabel: t('pending') } as const;
  return (
    <Dialog title={title} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={props.onSubmit ?? form.submit} className="mt-6 flex flex-col gap-5">
        <Kept {...form} />
        {children}
        <div className="flex flex-wrap gap-4">
          {onOverwrite && (
            <Button {...button} onClick={onOverwrite}>
              {t('overwrite')}
            </Button>
          )}
          {!onOverwrite && submit !== undefined && (
            <Button {...button} type="submit" look={isDanger ? 'danger' : 'primary'}>
              {submit}
            </Button>
          )}
          <Button
            look="secondary"
            size="small"
            onClick={() => {
              discard();
              onClose();
            }}
          >
            {t('cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
