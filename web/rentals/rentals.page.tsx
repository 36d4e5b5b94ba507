import { useTranslation } from 'react-i18next';
import { ProseColumn } from '#web/lib/prose.tsx';
import { useLoaderData } from 'react-router';
import type { Api } from '#shared/api.ts';
import { ALBUM_PLACES } from '#shared/gallery/albums.ts';
import { VENUE_CAPACITY_TEXT } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { PictureGrid } from '#web/gallery/picture-grid.tsx';
import { ContactBlock } from '#web/lib/contact-block.tsx';
import type { Meta } from '#web/lib/page.ts';
import { loadAlbum, picturesIn } from '#web/lib/pictures.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { RentalEnquiry } from './rental-enquiry.tsx';

/** Beside the side header, which is 13rem wide. */
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
        <div className="grid gap-5 desktop:grid-cols-2 desktop:gap-1">
          <ProseColumn text={t('rentals.p1', { count: VENUE_CAPACITY_TEXT })} />
          <ProseColumn text={t('rentals.p2')} />
        </div>
        {pictures.length > 0 && (
          <section aria-label={t('rentals.pictures')}>
            <PictureGrid pictures={pictures} look="strip" />
          </section>
        )}
        <div className="mt-2 flex flex-col gap-12 desktop:mt-8 desktop:flex-row desktop:gap-20">
          <RentalEnquiry />
          <ContactBlock />
        </div>
      </PageBody>
    </>
  );
}

export const meta: Meta<typeof loader> = ({ t }) => ({
  title: t('pages:rentals.title'),
  description: t('pages:rentals.meta', { count: VENUE_CAPACITY_TEXT }),
  path: paths.rentals,
});
