import { type FormEvent, useRef, useState } from 'react';
import { foldPromoCode } from '#shared/promo-codes/promo-code-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { cart, cartChanged } from './cart.ts';
import { promoCodes } from './promo-codes-api.ts';
import { rememberPromoCode } from './promo-codes.ts';

/** Spec §2: a promo code and Update Cart. It changes the lines of the events that it is for. */
export default function PromoCodeForm() {
  const { t } = useTranslation(['common', 'cart', 'errors']);
  const [typed, setTyped] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const focus = () => field.current?.focus();

  const apply = async () => {
    const answer = await promoCodes.apply({ body: { code: typed } });
    cart.take(answer);
    cartChanged();
    const opened = answer.ticketItems.filter(({ code }) => code !== null && foldPromoCode(code) === foldPromoCode(typed));
    for (const { eventId } of opened) rememberPromoCode(eventId, typed);
    setTyped('');
    toast.success(t('cart:code_applied'));
  };
  const applying = useCall(apply, { failed: t('cart:code_failed'), onFailed: focus });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (applying.isPending) return;
    setEmpty(typed.trim() === '');
    if (typed.trim() === '') focus();
    else applying.run();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3 pt-3">
      <Field
        ref={field}
        label={t('cart:discount_code')}
        name="discountCode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="grow basis-50"
        value={typed}
        error={isEmpty ? t('cart:code_empty') : applying.problem}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" look="secondary" className="min-h-13!" isPending={applying.isPending} pendingLabel={t('cart:updating')}>
        {t('cart:update_cart')}
      </Button>
    </form>
  );
}
