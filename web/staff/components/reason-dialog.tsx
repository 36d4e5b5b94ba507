import type { ReactNode } from 'react';
import { z } from 'zod';
import { REASON_MAX, ReasonInput } from '#shared/staff/reason.schemas.ts';
import { TextArea } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useStaffForm } from './staff-form.ts';

export const ReasonDraft = z.object({ reason: z.string() });

type ReasonDialogProps = {
  /** The name under which the typed reason is stored. */
  draft: string;
  title: string;
  /** The consequence of the command. */
  text: ReactNode;
  hint?: string;
  submit: string;
  isDanger?: boolean;
  send(reason: string, idempotencyKey: string): Promise<unknown>;
  onClose(): void;
  onDone(): void;
};

/** A command with a confirmation and a reason. Its validation messages are in `forms`. */
export function ReasonDialog({ draft, text, hint, send, onClose, onDone, ...dialog }: ReasonDialogProps) {
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
    <FormDialog {...dialog} form={form} onClose={onClose}>
      <p>{text}</p>
      <TextArea label={t('staff:reason')} hint={hint} rows={3} maxLength={REASON_MAX} {...form.control('reason')} />
    </FormDialog>
  );
}
