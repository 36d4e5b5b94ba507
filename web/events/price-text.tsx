import { useTranslation } from 'react-i18next';
import { classNames } from '#web/ui/class-names.ts';
import { Money } from '#web/ui/money.tsx';

/** A price in GEL; the word "free" for 0. */
export function PriceText({ gel }: { gel: number }) {
  const { t } = useTranslation('events');
  return gel === 0 ? t('free') : <Money gel={gel} />;
}

/** `isAside`: on a narrow screen it leaves room for a second button. */
export function PriceTag({ gel, isAside }: { gel: number; isAside: boolean }) {
  const { t } = useTranslation('events');
  return (
    <div className={classNames('max-w-1/3 desktop:max-w-none', isAside && 'hidden desktop:block')}>
      <p className="items-baseline justify-between gap-4 desktop:flex">
        <span className="type-lead hidden desktop:inline">{t('price_from')}</span>
        <span className="text-[1.375rem] leading-7 font-bold desktop:text-[2.25rem] desktop:leading-10">
          <PriceText gel={gel} />
        </span>
      </p>
      {gel > 0 && (
        <>
          <p className="type-small text-muted desktop:hidden">{t('no_fees')}</p>
          <p className="type-meta mt-2 hidden text-muted desktop:block">{t('price_note')}</p>
        </>
      )}
    </div>
  );
}
