import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DjForm } from '#shared/enquiries/enquiry.schemas.ts';
import { HONEYPOT } from '#shared/enquiries/honeypot.ts';
import { joinEnquiry } from '#shared/enquiries/joined-text.ts';
import { api } from '#web/lib/browser-api.ts';
import { EnquiryForm } from '#web/lib/enquiry-form.tsx';
import { useFirstFill } from '#web/lib/first-fill.ts';
import { useControl, useEnquiry } from '#web/lib/use-enquiry.ts';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

const empty: DjForm = { fullName: '', stageName: '', socialLink: '', musicLink: '', motivation: '' };
const link = { type: 'url', inputMode: 'url', autoComplete: 'url', autoCapitalize: 'none', spellCheck: false } as const;

/** Spec §2 and §8: the request form of the DJ page. */
export function DjEnquiry() {
  const { t } = useTranslation('pages');
  const form = useForm<DjForm>({ ...useFirstFill(empty), resolver: zodResolver(DjForm), shouldFocusError: false });
  const control = useControl(form);
  const enquiry = useEnquiry(form, empty, (fields, honeypot) =>
    api.enquiries.dj({ body: joinEnquiry('dj', fields), [HONEYPOT]: honeypot }),
  );
  const words = {
    title: t('djs.form'),
    submit: t('djs.submit'),
    submitting: t('djs.submitting'),
    sent: t('djs.sent'),
    failed: t('djs.failed'),
  };
  return (
    <EnquiryForm form={form} enquiry={enquiry} words={words}>
      <Field {...control('fullName')} label={t('djs.full_name')} autoComplete="name" />
      <Field {...control('stageName')} label={t('djs.stage_name')} autoComplete="nickname" />
      <Field {...control('socialLink')} {...link} label={t('djs.social_link')} hint={t('djs.social_hint')} />
      <Field {...control('musicLink')} {...link} label={t('djs.music_link')} hint={t('djs.music_hint')} />
      <TextArea {...control('motivation')} label={t('djs.motivation')} />
    </EnquiryForm>
  );
}
