import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { EnquiryView } from '#shared/staff/enquiries.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { useDraft } from '#web/staff/parts/use-draft.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

type NoteFormProps = { enquiry: EnquiryView; onChange(next: EnquiryView): void };

/** A few words for the other staff. */
export function NoteForm({ enquiry: { id }, onChange }: NoteFormProps) {
  const { t } = useTranslation(['common', 'staff-enquiries', 'forms']);
  const [{ text }, change, forget] = useDraft(`enquiry-note-${id}`, { text: '' });
  const { isBusy, wrong, run } = useCommand();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isDone = await run(async (idempotencyKey) =>
      onChange(await staffApi.staffEnquiries.addNote({ id, body: { text } }, { idempotencyKey })),
    );
    if (!isDone) return;
    forget();
    toast.success(t('staff-enquiries:note_added'));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextArea
        label={t('staff-enquiries:new_note')}
        hint={t('staff-enquiries:note_hint')}
        rows={3}
        value={text}
        error={wrong['text'] && validationText(wrong['text'], t)}
        onChange={({ target }) => change({ text: target.value })}
      />
      <div>
        <Button type="submit" look="secondary" size="small" isPending={isBusy} pendingLabel={t('staff-enquiries:adding')}>
          {t('staff-enquiries:add_note')}
        </Button>
      </div>
    </form>
  );
}
