import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import type { Api } from '#shared/api.ts';
import { GALLERY_PAGE, GALLERY_PAGE_SIZE } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import type { Meta } from '#web/lib/page.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { PictureGrid } from './picture-grid.tsx';
import { picturesIn } from './pictures.ts';

/** Spec §7: errors of the gallery are swallowed. */
export const loader = (api: Api) =>
  api.gallery.images({ page: GALLERY_PAGE, limit: GALLERY_PAGE_SIZE }).then(
    ({ images }) => images,
    () => [],
  );

export default function GalleryPage() {
  const images = useLoaderData<typeof loader>();
  const { t } = useTranslation('pages');
  const { language } = useLanguage();
  return (
    <PageBody className="flex flex-col gap-8">
      <PageTitle>{t('gallery.title')}</PageTitle>
      {images.length > 0 ? <PictureGrid pictures={picturesIn(images, language)} /> : <EmptyState text={t('gallery.none')} />}
    </PageBody>
  );
}

export const meta: Meta<typeof loader> = ({ t }) => ({
  title: t('pages:gallery.title'),
  description: t('pages:gallery.meta'),
  path: paths.gallery,
});
