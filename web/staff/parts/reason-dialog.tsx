import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { REASON_MAX } from '#shared/staff/limits.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { useCommand } from './use-command.ts';
import { useDraft } from './use-draft.ts';

type ReasonDialogProps = {
  /** Names what it is about: the reason that was typed is kept under it. */
  draft: string;
  title: string;
  /** What follows from it. */
  text: string;
  hint?: string;
  submit: string;
  pending: string;
  look?: 'primary' | 'danger';
  /** The key makes a repeated try after a lost answer the same command. */
  send(reason: string, idempotencyKey: string): Promise<void>;
  onClose(): void;
  onDone(): void;
};

/** A command that needs to be thought over once more, and a reason. Its words of error are in `forms`. */
export function ReasonDialog({ draft, title, text, hint, submit, pending, look = 'primary', send, onClose, onDone }: ReasonDialogProps) {
  const { t } = useTranslation(['common', 'staff', 'forms']);
  const [{ reason }, change, forget] = useDraft(draft, { reason: '' });
  const [isTried, setTried] = useState(false);
  const { isBusy, wrong, run } = useCommand();
  const problem = isTried && reason.trim() === '' ? 'validation.reason_required' : wrong['reason'];
  const decide = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() === '' || !(await run((key) => send(reason, key)))) return;
    forget();
    onClose();
    onDone();
  };
  return (
    <Dialog title={title} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={(event) => void decide(event)} className="mt-5 flex flex-col gap-5">
        <p>{text}</p>
        <TextArea
          label={t('staff:reason')}
          hint={hint}
          rows={3}
          value={reason}
          maxLength={REASON_MAX}
          error={problem && validationText(problem, t)}
          onChange={({ target }) => change({ reason: target.value })}
        />
        <Button type="submit" look={look} isPending={isBusy} pendingLabel={pending}>
          {submit}
        </Button>
      </form>
    </Dialog>
  );
}
