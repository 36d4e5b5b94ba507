import { priceText } from '#shared/price-text.ts';
import type { TonightView } from '#shared/staff/tonight.contract.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** How many people have come by each guest list. */
export function Lists({ lists }: Pick<TonightView, 'lists'>) {
  const { t } = useTranslation(['staff-tonight', 'staff']);
  return (
    <section aria-labelledby="tonight-guest-lists">
      <h2 id="tonight-guest-lists" className="text-[1.25rem] leading-7 font-bold">
        {t('lists')}
      </h2>
      <ul aria-labelledby="tonight-guest-lists">
        {lists.map(({ id, name, allocation, price, arrived }) => (
          <li key={id} className="flex items-baseline justify-between gap-5 border-b border-hairline py-2">
            <span className="wrap-anywhere">
              {name}
              {price !== null && (
                <>
                  {' '}
                  <span className="whitespace-nowrap text-muted">· {t('staff:price_at_door', { price: priceText(price) })}</span>
                </>
              )}
            </span>
            <span className="type-tabular whitespace-nowrap text-muted">{t('staff:came_of', { arrived, allocation })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
