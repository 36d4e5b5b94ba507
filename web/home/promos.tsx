import ArrowRight from 'lucide-react/icons/arrow-right';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { VENUE_CAPACITY_TEXT } from '#shared/constants.ts';
import { coverRatios, coverUrl } from '#shared/media/cover-ratios.ts';
import { posterColours, paletteOf } from '#shared/media/palettes.ts';
import { paths } from '#shared/paths.ts';
import { paint } from '#web/lib/paint.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Poster } from '#web/ui/poster.tsx';
import { promoCovers, promoSets } from '#shared/media/promo-covers.ts';

/** Two blocks side by side: rent the room, play here. */
export function Promos() {
  return (
    <div className="grid tablet:grid-cols-2">
      <Promo kind="rent" to={paths.rentals} />
      <Promo kind="play" to={paths.djs} />
    </div>
  );
}

function Promo({ kind, to }: { kind: 'rent' | 'play'; to: string }) {
  const { t } = useTranslation('home');
  const { paper, on, accent } = paletteOf(promoSets[kind]);
  return (
    <section {...paint({ paper: posterColours[paper], on: posterColours[on], accent: posterColours[accent] })}>
      <Link
        to={to}
        className="paper group grid h-full min-h-64 grid-cols-[minmax(0,1fr)_40%] desktop:min-h-90 desktop:grid-cols-[minmax(0,1fr)_46%]"
      >
        <div className="flex flex-col justify-between gap-6 p-5 pe-4 desktop:py-8 desktop:ps-10 desktop:pe-6">
          <FittedText as="h2" className="type-display-m">
            {t(`${kind}.title`)}
          </FittedText>
          <div>
            <p className="font-medium">{t(`${kind}.text`, { count: VENUE_CAPACITY_TEXT })}</p>
            <ArrowRight className="mt-4" />
          </div>
        </div>
        <div className="relative">
          <Poster src={coverUrl(promoCovers[kind], '4x5')} {...coverRatios['4x5']} className="absolute inset-0 h-full" />
        </div>
      </Link>
    </section>
  );
}
