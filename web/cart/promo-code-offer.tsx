import Check from 'lucide-react/icons/check';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PromoCodeOfferView } from '#shared/promo-codes/promo-codes.contract.ts';
import { eventName } from '#shared/events/timing.ts';
import { moneyText } from '#shared/money.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Money } from '#web/ui/value-text.tsx';
import { promoCodes } from './promo-codes-api.ts';
import { promoCodeFor, forgetPromoCode, onCodes, rememberPromoCode } from './promo-codes.ts';

/** What a promo code opens, with a line that explains the other price. */
export type OpenedByPromoCode = PromoCodeOfferView & { note: ReactNode };

type PromoCodeOfferProps = { eventId: number; offer: PromoCodeOfferView | undefined; onOffer(offer: OpenedByPromoCode | undefined): void };

/** A promo code on the page of an event: from a link, from before the login, or typed here. Shows what it opens, and at what price. */
export default function PromoCodeOffer({ eventId, offer, onOffer }: PromoCodeOfferProps) {
  const { t } = useTranslation(['common', 'cart', 'errors']);
  const { language } = useLanguage();
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState(() => params.get('code') || (promoCodeFor(eventId) ?? ''));
  const [isPending, setPending] = useState(typed !== '');
  const [problem, setProblem] = useState<string>();

  const accept = (found: PromoCodeOfferView) => {
    rememberPromoCode(eventId, found.code);
    onOffer({ ...found, note: <PriceNote offer={found} /> });
    setPending(false);
  };
  const refuse = (error: unknown) => {
    forgetPromoCode(eventId);
    setProblem(serverMessage(error, t('cart:code_failed'), t));
    setPending(false);
  };
  const look = () => promoCodes.look({ id: eventId, body: { code: typed } });
  const lookAtLinked = useEffectEvent(() => {
    if (typed !== '') look().then(accept, refuse);
  });
  useEffect(() => lookAtLinked(), []);
  const listen = useEffectEvent(() => {
    if (promoCodeFor(eventId) !== undefined) return;
    onOffer(undefined);
    // The purchase found that the code is no longer valid.
    if (offer) setProblem(t('errors:code_invalid'));
  });
  useEffect(() => onCodes(() => listen()), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return setProblem(t('cart:code_empty'));
    setProblem(undefined);
    setPending(true);
    look().then(accept, refuse);
  };
  const leave = () => {
    setTyped('');
    onOffer(undefined);
    forgetPromoCode(eventId);
    setProblem(undefined);
    setParams({}, { replace: true, preventScrollReset: true });
  };
  if (offer)
    return (
      <div className="type-meta flex w-full flex-col items-start gap-1 pb-4">
        <output className="flex gap-2 wrap-anywhere">
          <Check size={20} className="shrink-0" />
          <span>
            {t('cart:code_opens', { code: offer.code, name: eventName({ ...offer, id: offer.eventId }, language) })}{' '}
            <Money gel={offer.price} />
            {offer.publicPrice !== null && offer.publicPrice > offer.price && (
              <>
                {' '}
                <s className="text-muted">
                  <span className="sr-only">{t('cart:instead_of')} </span>
                  <Money gel={offer.publicPrice} />
                </s>
              </>
            )}
          </span>
        </output>
        <Button look="quiet" size="small" className="-ms-1" onClick={leave}>
          {t('cart:code_leave')}
        </Button>
      </div>
    );
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-wrap items-end gap-3 pb-4">
      <Field
        label={t('cart:discount_code')}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="grow basis-[10rem]"
        value={typed}
        error={problem}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" look="secondary" className="min-h-13!" isPending={isPending} pendingLabel={t('cart:code_looking')}>
        {t('cart:code_use')}
      </Button>
    </form>
  );
}

/** `FRIENDS · Friends · instead of 40,00 ₾` */
function PriceNote({ offer: { code, name, nameLat, price, publicPrice } }: { offer: PromoCodeOfferView }) {
  const { t } = useTranslation('cart');
  const { language } = useLanguage();
  const isLess = publicPrice !== null && publicPrice > price;
  return (
    <p className="wrap-anywhere">
      {code} · {eventName({ name, nameLat }, language)}
      {isLess && ` · ${t('instead_of')} ${moneyText(publicPrice)}`}
    </p>
  );
}
