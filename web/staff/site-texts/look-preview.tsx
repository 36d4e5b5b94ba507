import type { CSSProperties } from 'react';
import { eventTheme } from '#shared/media/covers.ts';
import { readColour, readLogo, standardLook } from '#shared/site-texts/club-look.ts';
import { siteName } from '#web/lib/meta.ts';
import { paint } from '#web/lib/paint.ts';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** Its paper is dark and coloured. */
const SOME_EVENT = 1;

type LookStyle = CSSProperties & Record<`--${string}`, string>;

/** What a club's colours and logo are on: a page, an event's paper, and the head of a mail. */
export function LookPart({ texts }: { texts: readonly { key: string; value: string }[] }) {
  const { t } = useTranslation(['common', 'home']);
  const { language } = useLanguage();
  const name = siteName(useSite(), language);
  const valueOf = (key: string): string => texts.find((text) => text.key === key)?.value ?? '';
  const colour = readColour(valueOf('club:colour')) ?? standardLook.colour;
  const textColour = readColour(valueOf('club:text_colour')) ?? standardLook.textColour;
  const logo = readLogo(valueOf('club:logo'));
  const style: LookStyle = {
    '--color-sulphur': colour,
    '--accent': colour,
    '--color-text': textColour,
    '--color-bone': textColour,
    ...('ratio' in logo && {
      '--logo': `url("data:image/svg+xml,${encodeURIComponent(valueOf('club:logo'))}")`,
      '--logo-ratio': String(logo.ratio),
    }),
  };
  const brand = (
    <span className="flex min-h-11 items-center">
      <span className="brand flex items-end gap-3">
        <Mark size={40} />
        <span className="type-display-s -mb-1 [--cap:1.875rem]">{name}</span>
      </span>
    </span>
  );
  return (
    <div data-logo={'ratio' in logo ? '' : undefined} style={style} className="flex flex-col bg-bg text-text">
      <div className="flex flex-col gap-5 p-5">
        {brand}
        <p>
          <span aria-current="page" className="link">
            {t('nav.events')}
          </span>{' '}
          · {t('nav.gallery')} · {t('nav.about')}
        </p>
        <p>{t('per_person.one')}</p>
        <div className="flex flex-wrap gap-4">
          <Button>{t('nav.cart')}</Button>
          <Button look="secondary">{t('nav.my_tickets')}</Button>
        </div>
        <p className="border-s-4 border-accent bg-surface-1 px-5 py-3">{t('home:about.title')}</p>
      </div>
      <div className="paper p-5" {...paint(eventTheme(SOME_EVENT))}>
        {brand}
      </div>
      <div className="bg-sulphur p-5 text-coal">
        {brand}
        <p className="mt-4 text-[1.5rem] font-bold">{t('nav.my_tickets')}</p>
      </div>
    </div>
  );
}
