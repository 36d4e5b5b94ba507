import { useTranslation } from 'react-i18next';
import { Money } from '#web/ui/money.tsx';

/** A price in GEL; nothing to pay is said in a word. */
export function PriceText({ gel }: { gel: number }) {
  const { t } = useTranslation('events');
  return gel === 0 ? t('free') : <Money gel={gel} />;
}
