import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import type { Api } from '#shared/api.ts';
import { VENUE_CAPACITY_TEXT } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { picturesIn } from '#web/gallery/pictures.ts';
import { siteName } from '#web/lib/meta.ts';
import { openingTimes } from '#web/lib/opening.ts';
import type { Meta } from '#web/lib/page.ts';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { Poster } from '#web/ui/poster.tsx';

/** Spec §7: errors of the gallery are swallowed. */
export const loader = (api: Api) =>
  api.gallery.images({ page: 1, limit: 1 }).then(
    ({ images }) => images,
    () => [],
  );

export default function AboutPage() {
  const images = useLoaderData<typeof loader>();
  const { t } = useTranslation('pages');
  const { language } = useLanguage();
  const name = siteName(useSite(), language);
  return (
    <PageBody className="grid gap-10 desktop:grid-cols-2">
      <div className="flex flex-col items-start gap-6">
        <PageTitle>{t('about.title')}</PageTitle>
        <p className="type-lead type-measure">{t('about.p1', { name })}</p>
        <p className="type-lead type-measure">{t('about.p2', { count: VENUE_CAPACITY_TEXT })}</p>
        <section aria-labelledby="hours" className="w-full border-y border-hairline py-5">
          <h2 id="hours" className="type-label text-muted">
            {t('about.hours')}
          </h2>
          <p className="type-lead mt-2 font-semibold">
            {t('about.days')} <span className="type-tabular whitespace-nowrap">{openingTimes}</span>
          </p>
        </section>
        <LinkButton to={paths.gallery} look="secondary">
          {t('about.gallery')}
        </LinkButton>
      </div>
      {picturesIn(images, language).map((picture) => (
        <Poster key={picture.src} {...picture} isFirst className="aspect-3/2 bg-surface-1" />
      ))}
    </PageBody>
  );
}

export const meta: Meta<typeof loader> = ({ t }) => ({
  title: t('pages:about.title'),
  description: t('pages:about.meta', { count: VENUE_CAPACITY_TEXT, times: openingTimes }),
  path: paths.about,
});
