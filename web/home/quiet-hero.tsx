import { siteName } from '#web/lib/meta.ts';
import { openingDaysShort, openingTimes } from '#shared/opening.ts';
import { useOpening } from '#web/lib/opening.ts';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { useTranslation } from 'react-i18next';

/** The top of the home page when no night is announced: the club's name and its hours. */
export function QuietHero() {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const opening = useOpening();
  const name = siteName(useSite(), language);
  return (
    <section className="flex min-h-80 flex-col justify-end gap-6 px-5 py-10 desktop:min-h-120 desktop:px-10">
      <FittedText as="h1" className="type-display-xl">
        {name}
      </FittedText>
      <p className="type-lead">
        {openingDaysShort(opening, t)} <span className="type-tabular">{openingTimes(opening)}</span>
      </p>
    </section>
  );
}
