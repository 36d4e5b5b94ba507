import { z } from 'zod';
import { REASON_MAX, ReasonInput } from '#shared/staff/reason.schemas.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { TextArea } from '#web/ui/fields.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useStaffForm } from './staff-form.ts';

export const ReasonDraft = z.object({ reason: z.string() });

type ReasonDialogProps = {
  /** The name under which the typed reason is stored. */
  draft: string;
  title: string;
  /** The consequence of the command. */
  text: string;
  hint?: string;
  submit: string;
  pending: string;
  look?: 'primary' | 'danger';
  send(reason: string, idempotencyKey: string): Promise<unknown>;
  onClose(): void;
  onDone(): void;
};

/** A command with a confirmation and a reason. Its validation messages are in `forms`. */
export function ReasonDialog({ draft, title, text, hint, submit, pending, look = 'primary', send, onClose, onDone }: ReasonDialogProps) {
  const { t } = useTranslation(['common', 'staff', 'forms']);
  const form = useStaffForm({
    schema: ReasonInput,
    defaultValues: { reason: '' },
    draft: { name: draft, schema: ReasonDraft },
    send: ({ reason }, idempotencyKey) => send(reason, idempotencyKey),
    onSent() {
      onClose();
      onDone();
    },
  });
  return (
    <Dialog title={title} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={form.submit} className="mt-5 flex flex-col gap-5">
        <Kept {...form} />
        <p>{text}</p>
        <TextArea label={t('staff:reason')} hint={hint} rows={3} maxLength={REASON_MAX} {...form.control('reason')} />
        <Button type="submit" look={look} isPending={form.isPending} pendingLabel={pending}>
          {submit}
        </Button>
      </form>
    </Dialog>
  );
}
