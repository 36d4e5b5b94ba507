import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '#shared/constants.ts';
import type { EnquiryView } from '#shared/staff/enquiries.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { useDraft } from '#web/staff/parts/use-draft.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

type ReplyFormProps = { enquiry: EnquiryView; onChange(next: EnquiryView): void };

/** An answer by mail; where there is no address it says so. */
export function ReplyForm({ enquiry, onChange }: ReplyFormProps) {
  const { t } = useTranslation('staff-enquiries');
  return (
    <section aria-labelledby="answer" className="flex flex-col gap-4">
      <h2 id="answer" className="font-bold">
        {t('answer')}
      </h2>
      {enquiry.email === null ? (
        <p className="text-muted">{t(enquiry.kind === 'dj' ? 'no_address_dj' : 'no_address')}</p>
      ) : (
        <Letter enquiry={enquiry} onChange={onChange} to={enquiry.email} />
      )}
    </section>
  );
}

function Letter({ enquiry: { id, language: guessed }, onChange, to }: ReplyFormProps & { to: string }) {
  const { t } = useTranslation(['common', 'staff-enquiries', 'forms']);
  const [letter, change, forget] = useDraft<Record<'subject' | 'text' | 'language', string>>(`enquiry-reply-${id}`, {
    subject: '',
    text: '',
    language: guessed,
  });
  const { isBusy, wrong, run } = useCommand();
  const language = LANGUAGES.find((one) => one === letter.language) ?? guessed;
  const error = (field: string) => wrong[field] && validationText(wrong[field], t);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { subject: letter.subject, text: letter.text, language };
    const isDone = await run(async (idempotencyKey) => onChange(await staffApi.staffEnquiries.reply({ id, body }, { idempotencyKey })));
    if (!isDone) return;
    forget();
    toast.success(t('staff-enquiries:answered', { address: to }));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p className="break-words text-muted">{t('staff-enquiries:answer_hint', { address: to })}</p>
      <Select
        label={t('staff-enquiries:language')}
        hint={t('staff-enquiries:language_hint')}
        value={language}
        inputClass="max-w-60"
        onChange={({ target }) => change({ language: target.value })}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {t(`staff-enquiries:languages.${one}`)}
          </option>
        ))}
      </Select>
      <Field
        label={t('staff-enquiries:subject')}
        value={letter.subject}
        error={error('subject')}
        onChange={({ target }) => change({ subject: target.value })}
      />
      <TextArea
        label={t('staff-enquiries:text')}
        rows={8}
        value={letter.text}
        error={error('text')}
        onChange={({ target }) => change({ text: target.value })}
      />
      <div>
        <Button type="submit" size="small" isPending={isBusy} pendingLabel={t('staff-enquiries:sending')}>
          {t('staff-enquiries:send')}
        </Button>
      </div>
    </form>
  );
}

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
