import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, type SummaryError } from '#web/ui/error-summary.tsx';
import { SuccessNote } from '#web/ui/success-note.tsx';
import { HoneypotField } from './honeypot-field.tsx';
import type { Enquiry } from './use-enquiry.ts';
import { useErrorTitle } from './use-error-title.ts';
import { validationText } from './validation-text.ts';

type EnquiryFormProps<F extends FieldValues> = {
  form: UseFormReturn<F>;
  enquiry: Enquiry;
  words: { title: string; submit: string; submitting: string; sent: string; failed: string };
  children: ReactNode;
};

/** A form that writes to the club, with what came of it above the fields. */
export function EnquiryForm<F extends FieldValues>({ form, enquiry, words, children }: EnquiryFormProps<F>) {
  const { t } = useTranslation(['common', 'forms']);
  const { isSubmitting } = form.formState;
  const fields: SummaryError[] = Object.entries(enquiry.wrong).map(([id, key]) => ({ id, message: validationText(key, t) }));
  const errors = enquiry.state === 'failed' ? [{ message: words.failed }] : fields;
  useErrorTitle(errors.length > 0);
  return (
    <section aria-labelledby="write" className="flex max-w-162 grow flex-col gap-6">
      <h2 id="write" className="type-display-s">
        {words.title}
      </h2>
      {enquiry.state === 'sent' && <SuccessNote key={enquiry.attempt} text={words.sent} />}
      {errors.length > 0 && <ErrorSummary key={enquiry.attempt} errors={errors} />}
      <form noValidate method="post" action="#write" onSubmit={enquiry.submit} className="flex flex-col gap-6">
        {children}
        <HoneypotField />
        <Button type="submit" isWide isPending={isSubmitting} pendingLabel={words.submitting}>
          {words.submit}
        </Button>
      </form>
    </section>
  );
}
