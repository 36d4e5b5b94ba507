import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useLoaderData } from 'react-router';
import type { Api } from '#shared/api.ts';
import { FLOORS } from '#shared/constants.ts';
import { HONEYPOT, joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { DjForm } from '#shared/enquiries/enquiry.schemas.ts';
import { ALBUM_PLACES } from '#shared/gallery/pictures.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/browser-api.ts';
import { ContactBlock, EnquiryForm, ToForm, useControl, useEnquiry, useFirstFill } from '#web/lib/enquiry-form.tsx';
import type { Meta } from '#web/lib/page.ts';
import { loadAlbum, picturesIn } from '#web/lib/pictures.ts';
import { ProseColumn } from '#web/lib/prose.tsx';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { Field, TextArea } from '#web/ui/fields.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** The side header takes 13rem of the width. */
const coverSizes = '(width >= 64rem) calc(100vw - 13rem), 100vw';

export const loader = (api: Api) => loadAlbum(api, 'djs', ALBUM_PLACES.djs);

export default function DjsPage() {
  const images = useLoaderData<typeof loader>();
  const { t } = useTranslation(['pages', 'events']);
  const { language } = useLanguage();
  const { stages } = useSite();
  const [cover, ...pictures] = picturesIn(images, language);
  return (
    <>
      {cover && <Picture picture={cover} sizes={coverSizes} isFirst className="aspect-21/9" />}
      <PageBody className="flex flex-col gap-10">
        <PageTitle>{t('djs.title')}</PageTitle>
        <ToForm text={t('djs.form')} />
        {pictures.length > 0 && (
          <div className="grid gap-6 tablet:grid-cols-2 tablet:gap-1">
            {pictures.map((picture, place) => {
              const floor = FLOORS[place];
              return (
                <figure key={picture.src}>
                  <Picture picture={picture} sizes="(width >= 48rem) 50vw, 100vw" className="aspect-3/2" />
                  {floor !== undefined && floor <= stages && stages > 1 && (
                    <figcaption className="type-label mt-3 text-muted">{t(`events:stages.${floor}`)}</figcaption>
                  )}
                </figure>
              );
            })}
          </div>
        )}
        <DjsTexts />
        <div className="mt-2 flex flex-col gap-12 desktop:mt-8 desktop:flex-row desktop:gap-20">
          <DjEnquiry />
          <ContactBlock />
        </div>
      </PageBody>
    </>
  );
}

/** What the club looks for. */
export function DjsTexts() {
  const { t } = useTranslation('pages');
  return (
    <div className="grid gap-5 desktop:grid-cols-2 desktop:gap-1">
      <ProseColumn text={t('djs.p1')} />
      <ProseColumn text={t('djs.p2')} />
    </div>
  );
}

export const meta: Meta<typeof loader> = ({ t }) => ({
  title: t('pages:djs.title'),
  description: t('pages:djs.meta'),
  path: paths.djs,
});

const empty: DjForm = { fullName: '', stageName: '', socialLink: '', musicLink: '', motivation: '' };
const link = { type: 'url', inputMode: 'url', autoComplete: 'url', autoCapitalize: 'none', spellCheck: false } as const;

/** Spec §2 and §8: the request form of the DJ page. */
function DjEnquiry() {
  const { t } = useTranslation('pages');
  const form = useForm<DjForm>({ ...useFirstFill(empty), resolver: zodResolver(DjForm), shouldFocusError: false });
  const control = useControl(form);
  const enquiry = useEnquiry(form, empty, (fields, honeypot) =>
    api.enquiries.dj({ body: joinEnquiry('dj', fields), [HONEYPOT]: honeypot }),
  );
  const texts = {
    title: t('djs.form'),
    submit: t('djs.submit'),
    submitting: t('djs.submitting'),
    sent: t('djs.sent'),
    failed: t('djs.failed'),
  };
  return (
    <EnquiryForm form={form} enquiry={enquiry} texts={texts}>
      <Field {...control('fullName')} label={t('djs.full_name')} autoComplete="name" />
      <Field {...control('stageName')} label={t('djs.stage_name')} autoComplete="nickname" />
      <Field {...control('socialLink')} {...link} label={t('djs.social_link')} hint={t('djs.social_hint')} />
      <Field {...control('musicLink')} {...link} label={t('djs.music_link')} hint={t('djs.music_hint')} />
      <TextArea {...control('motivation')} label={t('djs.motivation')} />
    </EnquiryForm>
  );
}
