import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import type { Api } from '#shared/api.ts';
import { paths } from '#shared/paths.ts';
import { ContactBlock } from '#web/lib/contact-block.tsx';
import type { Meta } from '#web/lib/page.ts';
import { picturesIn } from '#web/lib/pictures.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { DjEnquiry } from './dj-enquiry.tsx';

const stages = ['main', 'space'] as const;

/** Spec §7: errors of the gallery are swallowed. */
export const loader = (api: Api) =>
  api.gallery.images({ page: 1, limit: stages.length, album: 'djs' }).then(
    ({ images }) => images,
    () => [],
  );

export default function DjsPage() {
  const images = useLoaderData<typeof loader>();
  const { t } = useTranslation('pages');
  const { language } = useLanguage();
  const pictures = picturesIn(images, language);
  return (
    <PageBody className="flex flex-col gap-10">
      <PageTitle>{t('djs.title')}</PageTitle>
      <div className="grid gap-6 tablet:grid-cols-2 tablet:gap-1">
        {stages.map((stage, place) => {
          const picture = pictures[place];
          return (
            picture && (
              <figure key={stage}>
                <Picture picture={picture} sizes="(width >= 48rem) 50vw, 100vw" isFirst={place === 0} isEager className="aspect-3/2" />
                <figcaption className="type-label mt-3 text-muted">{t(`djs.${stage}`)}</figcaption>
              </figure>
            )
          );
        })}
      </div>
      <div className="flex flex-col gap-5">
        <p className="type-lead type-measure">{t('djs.p1')}</p>
        <p className="type-lead type-measure">{t('djs.p2')}</p>
      </div>
      <div className="flex flex-col gap-12 desktop:flex-row desktop:gap-20">
        <DjEnquiry />
        <ContactBlock />
      </div>
    </PageBody>
  );
}

export const meta: Meta<typeof loader> = ({ t }) => ({
  title: t('pages:djs.title'),
  description: t('pages:djs.meta'),
  path: paths.djs,
});
