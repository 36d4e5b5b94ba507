import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import type { EnquiryView } from '#shared/staff/enquiries.contract.ts';
import { EnquiryNoteInput, EnquiryReplyInput } from '#shared/staff/enquiries.schemas.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/staff/components/command-button.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Field, Select, TextArea } from '#web/ui/fields.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type FormProps = { enquiry: EnquiryView; onChange(next: EnquiryView): void };

/** A reply by mail, or why none is possible. */
export function ReplyForm({ enquiry, onChange }: FormProps) {
  const { t } = useTranslation(['staff-inbox', 'staff-errors']);
  return (
    <section aria-labelledby="answer" className="flex flex-col gap-4">
      <h2 id="answer" className="text-[1.25rem] leading-7 font-bold">
        {t('answer')}
      </h2>
      {enquiry.email === null ? (
        <p className="text-muted">{t(enquiry.kind === 'dj' ? 'no_address_dj' : 'staff-errors:enquiry_without_address')}</p>
      ) : (
        <MailForm enquiry={enquiry} onChange={onChange} to={enquiry.email} />
      )}
    </section>
  );
}

const ReplyDraft = z.object({ subject: z.string(), text: z.string(), language: z.enum(LANGUAGES) });

function MailForm({ enquiry: { id, kind, language }, onChange, to }: FormProps & { to: string }) {
  const { t, translator } = useTranslation(['common', 'staff-inbox', 'forms']);
  // In the guest's language; if its texts are not loaded here, staff write the subject.
  const subject = translator.of<'staff-inbox'>('staff-inbox', language)(`reply_subject.${kind}`, { defaultValue: '' });
  const form = useStaffForm({
    schema: EnquiryReplyInput,
    defaultValues: { subject, text: '', language },
    draft: { name: `enquiry-reply-${id}`, schema: ReplyDraft },
    send: (body, idempotencyKey) => staffApi.staffEnquiries.reply({ id, body }, { idempotencyKey }),
    onSent(next) {
      onChange(next);
      toast.success(t('staff-inbox:answered', { address: to }));
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <Kept {...form} />
      <p className="break-words text-muted">{t('staff-inbox:answer_hint', { address: to })}</p>
      <Select label={t('language')} hint={t('staff-inbox:language_hint')} inputClass="max-w-60" {...form.control('language')}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {t(`languages.${one}`)}
          </option>
        ))}
      </Select>
      <Field label={t('staff-inbox:subject')} {...form.control('subject')} />
      <TextArea label={t('staff-inbox:text')} rows={8} {...form.control('text')} />
      <div>
        <SubmitButton size="small" form={form}>
          {t('staff-inbox:send')}
        </SubmitButton>
      </div>
    </form>
  );
}

const NoteDraft = z.object({ text: z.string() });

export function NoteForm({ enquiry: { id }, onChange }: FormProps) {
  const { t } = useTranslation(['common', 'staff-inbox', 'forms', 'staff']);
  const form = useStaffForm({
    schema: EnquiryNoteInput,
    defaultValues: { text: '' },
    draft: { name: `enquiry-note-${id}`, schema: NoteDraft },
    send: (body, idempotencyKey) => staffApi.staffEnquiries.addNote({ id, body }, { idempotencyKey }),
    onSent(next) {
      onChange(next);
      toast.success(t('staff-inbox:note_added'));
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <Kept {...form} />
      <TextArea label={t('staff-inbox:new_note')} hint={t('staff:staff_only')} rows={3} {...form.control('text')} />
      <div>
        <SubmitButton look="secondary" size="small" form={form}>
          {t('staff-inbox:add_note')}
        </SubmitButton>
      </div>
    </form>
  );
}
