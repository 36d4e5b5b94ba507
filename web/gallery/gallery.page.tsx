import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import type { Api } from '#shared/api.ts';
import { GALLERY_PAGE, GALLERY_PAGE_SIZE } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import type { Meta } from '#web/lib/page.ts';
import { picturesIn } from '#web/lib/pictures.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { PictureGrid } from './picture-grid.tsx';

/** Spec §7: errors of the gallery are swallowed. */
export const loader = (api: Api) =>
  api.gallery.images({ page: GALLERY_PAGE, limit: GALLERY_PAGE_SIZE, album: 'gallery' }).then(
    ({ images }) => images,
    () => [],
  );

export default function GalleryPage() {
  const images = useLoaderData<typeof loader>();
  const { t } = useTranslation('pages');
  const { language } = useLanguage();
  return (
    <PageBody className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <PageTitle>{t('gallery.title')}</PageTitle>
        {images.length > 0 && <p className="type-meta text-muted">{t('gallery.count', { count: images.length })}</p>}
      </div>
      {images.length > 0 ? <PictureGrid pictures={picturesIn(images, language)} look="rows" isFirst /> : <NoPictures />}
    </PageBody>
  );
}

function NoPictures() {
  const { t } = useTranslation('pages');
  return (
    <EmptyState text={t('gallery.none')}>
      <LinkButton to={paths.allEvents}>{t('gallery.to_events')}</LinkButton>
    </EmptyState>
  );
}

export const meta: Meta<typeof loader> = ({ t }) => ({
  title: t('pages:gallery.title'),
  description: t('pages:gallery.meta'),
  path: paths.gallery,
});
