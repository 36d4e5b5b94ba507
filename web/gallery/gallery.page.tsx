import { useLoaderData } from 'react-router';
import type { Api } from '#shared/api.ts';
import { GALLERY_PAGE, GALLERY_PAGE_SIZE } from '#shared/constants.ts';
import { ApiError } from '#shared/errors.ts';
import type { GalleryImageView } from '#shared/gallery/gallery.contract.ts';
import { paths } from '#shared/paths.ts';
import type { LoadArgs, Meta } from '#web/lib/page.ts';
import { picturesIn } from '#web/lib/pictures.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { PictureGrid } from './picture-grid.tsx';

type Shown = { images: GalleryImageView[]; page: number; pages: number; total: number };

/** The page number in an address; the first page has none. @throws ApiError 404 when it is not valid */
function pageIn({ page }: LoadArgs['params']): number {
  if (page === undefined) return GALLERY_PAGE;
  if (!/^[1-9]\d{0,4}$/.test(page) || Number(page) === GALLERY_PAGE) throw new ApiError(404, { code: 'not_found' });
  return Number(page);
}

/** Spec §7: errors of the gallery are swallowed. */
export async function loader(api: Api, { params }: LoadArgs): Promise<Shown> {
  const page = pageIn(params);
  const answer = await api.gallery.images({ page, limit: GALLERY_PAGE_SIZE, album: 'gallery' }).catch(() => undefined);
  const images = Array.isArray(answer?.images) ? answer.images : [];
  if (answer && images.length === 0 && page > GALLERY_PAGE) throw new ApiError(404, { code: 'not_found' });
  // Spec §7 names no total: without one there is only this page.
  const total = answer?.total ?? images.length;
  return { images, page, pages: Math.ceil(total / GALLERY_PAGE_SIZE), total };
}

export default function GalleryPage() {
  const { images, page, pages, total } = useLoaderData<typeof loader>();
  const { t } = useTranslation('pages');
  const { language } = useLanguage();
  return (
    <PageBody className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <PageTitle>{t('gallery.title')}</PageTitle>
        {images.length > 0 && <p className="type-meta text-muted">{t('gallery.count', { count: total })}</p>}
      </div>
      {images.length > 0 ? <PictureGrid pictures={picturesIn(images, language)} look="rows" isFirst /> : <NoPictures />}
      {pages > 1 && <PageLinks page={page} pages={pages} />}
    </PageBody>
  );
}

const addressOf = (page: number): string => (page === GALLERY_PAGE ? paths.gallery : `${paths.gallery}/${page}`);

/** Plain links work without script, and search engines follow them. */
function PageLinks({ page, pages }: Pick<Shown, 'page' | 'pages'>) {
  const { t } = useTranslation('pages');
  return (
    <nav aria-label={t('gallery.pages.label')} className="flex flex-wrap items-center gap-x-6 gap-y-4">
      {page > 1 && (
        <LinkButton look="secondary" to={addressOf(page - 1)}>
          {t('gallery.pages.previous')}
        </LinkButton>
      )}
      {page < pages && <LinkButton to={addressOf(page + 1)}>{t('gallery.pages.next')}</LinkButton>}
      <p className="type-meta text-muted">{t('gallery.pages.here', { page, pages })}</p>
    </nav>
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

export const meta: Meta<typeof loader> = ({ data: { page }, t }) => ({
  title: page > GALLERY_PAGE ? t('pages:gallery.page_title', { page }) : t('pages:gallery.title'),
  description: t('pages:gallery.meta'),
  path: addressOf(page),
});
