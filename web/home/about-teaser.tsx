import { useTranslation } from 'react-i18next';
import { VENUE_CAPACITY_TEXT } from '#shared/constants.ts';
import type { GalleryImageView } from '#shared/gallery/gallery.contract.ts';
import { paths } from '#shared/paths.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useOpening } from '#web/lib/opening.ts';
import { picturesIn } from '#web/lib/pictures.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Picture } from '#web/ui/picture.tsx';

/** Pictures that lie are drawn wider than the standing boxes they fill. */
const sizes = '(width >= 64rem) 36vw, 85vw';

/** What the place is, in two pictures and a few lines, with the way to the gallery. */
export function AboutTeaser({ pictures }: { pictures: readonly GalleryImageView[] }) {
  const { t } = useTranslation('home');
  const { language } = useLanguage();
  const { from, to } = useOpening();
  return (
    <section className="grid gap-8 px-5 py-12 desktop:grid-cols-2 desktop:gap-12 desktop:px-10 desktop:py-18">
      <div className="flex flex-col items-start gap-6">
        <FittedText as="h2" className="type-display-m">
          {t('about.title')}
        </FittedText>
        <p className="type-lead type-measure">{t('about.text', { from, to, count: VENUE_CAPACITY_TEXT })}</p>
        <LinkButton to={paths.gallery} look="secondary">
          {t('about.gallery')}
        </LinkButton>
      </div>
      <div className="grid grid-cols-2 gap-1">
        {picturesIn(pictures, language).map((picture) => (
          <Picture key={picture.src} picture={picture} sizes={sizes} className="aspect-4/5" />
        ))}
      </div>
    </section>
  );
}
