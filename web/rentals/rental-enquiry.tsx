import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { RentalForm } from '#shared/enquiries/enquiry.schemas.ts';
import { HONEYPOT } from '#shared/enquiries/honeypot.ts';
import { joinEnquiry } from '#shared/enquiries/joined-text.ts';
import { api } from '#web/lib/browser-api.ts';
import { EnquiryForm } from '#web/lib/enquiry-form.tsx';
import { useFirstFill } from '#web/lib/first-fill.ts';
import { useControl, useEnquiry } from '#web/lib/use-enquiry.ts';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

const empty: RentalForm = { name: '', email: '', eventDescription: '' };

/** Spec §2 and §8: the form of the rental page. */
export function RentalEnquiry() {
  const { t } = useTranslation('pages');
  const form = useForm<RentalForm>({ ...useFirstFill(empty), resolver: zodResolver(RentalForm), shouldFocusError: false });
  const control = useControl(form);
  const enquiry = useEnquiry(form, empty, (fields, honeypot) =>
    api.enquiries.rental({ body: joinEnquiry('rental', fields), [HONEYPOT]: honeypot }),
  );
  const words = {
    title: t('rentals.form'),
    submit: t('rentals.submit'),
    submitting: t('rentals.submitting'),
    sent: t('rentals.sent'),
    failed: t('rentals.failed'),
  };
  return (
    <EnquiryForm form={form} enquiry={enquiry} words={words}>
      <Field {...control('name')} label={t('rentals.name')} autoComplete="name" />
      <Field {...control('email')} label={t('rentals.email')} type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
      <TextArea {...control('eventDescription')} label={t('rentals.description')} hint={t('rentals.description_hint')} />
    </EnquiryForm>
  );
}
