import { useLoaderData } from 'react-router';
import type { Api } from '#shared/api.ts';
import { HONEYPOT } from '#shared/enquiries/honeypot.ts';
import type { RentalForm } from '#shared/enquiries/enquiry.schemas.ts';
import { ALBUM_PLACES } from '#shared/gallery/pictures.ts';
import { paths } from '#shared/paths.ts';
import { PictureGrid } from '#web/gallery/picture-grid.tsx';
import { api } from '#web/lib/browser-api.ts';
import { ContactBlock, EnquiryForm, ToForm, useEnquiry } from '#web/lib/enquiry-form.tsx';
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

export const loader = (api: Api) => loadAlbum(api, 'rentals', ALBUM_PLACES.rentals);

export default function RentalsPage() {
  const images = useLoaderData<typeof loader>();
  const { t } = useTranslation('pages');
  const { language } = useLanguage();
  const [cover, ...pictures] = picturesIn(images, language);
  return (
    <>
      {cover && <Picture picture={cover} sizes={coverSizes} isFirst className="aspect-21/9" />}
      <PageBody className="flex flex-col gap-10">
        <PageTitle>{t('rentals.title')}</PageTitle>
        <ToForm text={t('rentals.form')} />
        <div className="flex flex-col gap-12 wide:grid wide:grid-cols-[minmax(0,1fr)_30rem] wide:gap-x-16">
          <div className="flex flex-col gap-10">
            <RentalsTexts />
            {pictures.length > 0 && (
              <section aria-label={t('rentals.pictures')}>
                <PictureGrid pictures={pictures} look="strip" />
              </section>
            )}
          </div>
          <div className="flex flex-col gap-12 desktop:flex-row desktop:gap-20 wide:flex-col wide:gap-12">
            <RentalEnquiry />
            <ContactBlock />
          </div>
        </div>
      </PageBody>
    </>
  );
}

export function RentalsTexts() {
  const { t } = useTranslation('pages');
  const { capacity: count } = useSite();
  return (
    <div className="grid gap-5 desktop:grid-cols-2 desktop:gap-6">
      <ProseColumn text={t('rentals.p1', { count })} />
      <ProseColumn text={t('rentals.p2')} />
    </div>
  );
}

export const meta: Meta<typeof loader> = ({ t, site }) => ({
  title: t('pages:rentals.title'),
  description: t('pages:rentals.meta', { count: site.capacity }),
  path: paths.rentals,
});

const empty: RentalForm = { name: '', email: '', eventDescription: '' };

const fetchRules = () => import('#web/lib/enquiry-rules.ts');
const loadJudge = async () => (await fetchRules()).judgeRental;

/** Spec §2 and §8: the form of the rental page. */
function RentalEnquiry() {
  const { t } = useTranslation('pages');
  const enquiry = useEnquiry(empty, loadJudge, async (fields, honeypot) =>
    api.enquiries.rental({ body: (await fetchRules()).joinEnquiry('rental', fields), [HONEYPOT]: honeypot }),
  );
  const texts = {
    title: t('rentals.form'),
    submit: t('rentals.submit'),
    submitting: t('rentals.submitting'),
    sent: t('rentals.sent'),
    failed: t('rentals.failed'),
  };
  return (
    <EnquiryForm enquiry={enquiry} texts={texts}>
      <Field {...enquiry.control('name')} label={t('rentals.name')} autoComplete="name" />
      <Field
        {...enquiry.control('email')}
        label={t('rentals.email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextArea {...enquiry.control('eventDescription')} label={t('rentals.description')} hint={t('rentals.description_hint')} />
    </EnquiryForm>
  );
}
