import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';

/** Spec §2: a discount code and Update cart, which call nothing. */
export function DiscountRow() {
  const { t } = useTranslation(['common', 'cart']);
  return (
    <form onSubmit={(event) => event.preventDefault()} className="flex flex-wrap items-end gap-3">
      <Field label={t('cart:discount_code')} name="discountCode" autoComplete="off" className="grow basis-50" />
      <Button type="submit" look="secondary" className="min-h-13!">
        {t('cart:update_cart')}
      </Button>
    </form>
  );
}
