import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { timeText } from '#shared/dates.ts';
import { moneyText } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { DateText, WeekdayText } from '#web/ui/date-text.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { CartPicture } from './cart-picture.tsx';
import type { CartItem } from './cart-store.ts';
import { HoldTimer } from './hold-timer.tsx';
import { descriptionOf, nameOf } from './item-text.ts';
import { LineProblem } from './line-problem.tsx';

type CartLineProps = { item: CartItem; isLeaving: boolean; problem: string | undefined; onRemove(): void };

/** A line of the cart: picture, what it is, until when it is held, its price, and the way out. */
export function CartLine({ item, isLeaving, problem, onRemove }: CartLineProps) {
  const { t } = useTranslation(['common', 'cart']);
  const { language } = useLanguage();
  const name = nameOf(item, language);
  const description = descriptionOf(item, language);
  return (
    <article className="flex flex-wrap gap-4 border-b border-hairline py-5 tablet:gap-5">
      <CartPicture eventId={item.eventId} image={item.image} name={name} />
      {/* Large letters need the whole width: then it stands below the picture. */}
      <div className="flex min-w-0 grow basis-36 flex-col gap-1.5">
        <div className="flex flex-wrap items-start justify-between gap-x-5 gap-y-1">
          <div className="min-w-0 grow basis-40">
            <FittedText as="h2" className="type-display-s">
              {name}
            </FittedText>
          </div>
          <p className="text-[1.25rem] leading-8 font-bold">
            {item.quantity > 1 && <span className="type-tabular">{item.quantity} × </span>}
            <Money gel={item.price} />
          </p>
        </div>
        <p className="type-meta">
          <Link to={paths.event(item.eventId)} className="hover:underline">
            <WeekdayText at={item.date} />, <DateText at={item.date} />
          </Link>
        </p>
        <p className="type-meta text-muted">
          {t('cart:doors', { time: timeText(item.date) })}. {t('cart:entry', { count: item.quantity })}.
        </p>
        {description !== '' && <p className="type-meta line-clamp-2 text-muted">{description}</p>}
        {item.presentPrice !== null && item.presentPrice !== item.price && (
          <p className="type-meta">{t('cart:price_kept', { price: moneyText(item.presentPrice) })}</p>
        )}
        {item.heldUntil !== null && <HoldTimer heldUntil={item.heldUntil} />}
        <LineProblem text={problem} />
        <div>
          <Button
            look="quiet"
            size="small"
            className="-ms-1"
            isPending={isLeaving}
            aria-label={t('cart:remove_named', { name })}
            onClick={onRemove}
          >
            {t('cart:remove')}
          </Button>
        </div>
      </div>
    </article>
  );
}
