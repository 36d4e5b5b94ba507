import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import type { Offer } from './offer.ts';
import { PriceText } from './price-text.tsx';

type OverCardProps = { offer: Extract<Offer, { kind: 'over' | 'cancelled' }> };

/** In place of the button when the night is over, with what it cost, or will not take place at all. */
export function OverCard({ offer }: OverCardProps) {
  const { t } = useTranslation('events');
  return (
    <div className="flex flex-col items-start gap-4 border-t-4 border-accent bg-surface-1 p-7">
      <p className="type-lead font-semibold">{t(offer.kind)}</p>
      {offer.kind === 'over' && offer.price !== null && (
        <p className="type-meta text-muted">
          {t('price_from')} <PriceText gel={offer.price} />
        </p>
      )}
      <LinkButton look="secondary" to={paths.events('upcoming')}>
        {t('to_upcoming')}
      </LinkButton>
    </div>
  );
}
