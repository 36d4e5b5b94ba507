import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'react-router';
import type { ExpiredLineView } from '#shared/cart/cart.contract.ts';
import { timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { paths } from '#shared/paths.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, WeekdayText, Money } from '#web/ui/value-text.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { CartPicture, LineProblem } from './cart-line.tsx';
import type { LineAction } from './use-cart.ts';

/** The present state of an expired place: free at a price (GEL), available only to others until a moment, sold out, or not on sale. */
export type FormerPlace = { kind: 'free'; price: number } | { kind: 'resting'; until: string } | { kind: 'gone' } | { kind: 'off_sale' };

type ExpiredLineProps = {
  line: ExpiredLineView;
  place: FormerPlace;
  pending: LineAction | undefined;
  problem: string | undefined;
  onTake(): void;
  onForget(): void;
};

/** A line whose hold has expired; it offers a place at the present price while there are any. */
export function ExpiredLine({ line: { eventId, quantity, event }, place, pending, problem, onTake, onForget }: ExpiredLineProps) {
  const { t } = useTranslation(['common', 'cart']);
  const { language } = useLanguage();
  const name = eventName(event, language);
  return (
    <article className="flex flex-wrap gap-4 border-b border-hairline py-5 tablet:gap-5">
      <CartPicture eventId={eventId} image={event.eventPhotoUrl} cover={event} name={name} isGrey />
      <div className="flex min-w-0 grow basis-36 flex-col gap-1.5">
        <div className="flex flex-wrap items-start justify-between gap-x-5 gap-y-1">
          <div className="min-w-0 grow basis-[10rem]">
            <FittedText as="h2" className="type-display-s text-muted">
              {name}
            </FittedText>
          </div>
          {place.kind === 'free' && (
            <p className="text-[1.25rem] leading-8 font-bold text-muted">
              {quantity > 1 && <span className="type-tabular">{quantity} × </span>}
              <Money gel={place.price} />
            </p>
          )}
        </div>
        <p className="type-meta">
          <Link to={paths.event(eventId)} className="hover:underline">
            <WeekdayText at={event.startDate} />, <DateText at={event.startDate} />
          </Link>
        </p>
        <p className="type-meta flex gap-2 text-warn">
          <TriangleAlert size={20} className="shrink-0" />
          <span>
            {t('cart:reservation_expired')}{' '}
            {place.kind === 'resting' ? t('cart:place_resting', { time: timeText(place.until) }) : t(`cart:place_${place.kind}`)}
          </span>
        </p>
        <LineProblem text={problem} />
        <div className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-2">
          {place.kind === 'free' && (
            <Button
              look="secondary"
              size="small"
              isPending={pending === 'take'}
              pendingLabel={t('cart:taking')}
              aria-label={t('cart:take_again_named', { name })}
              onClick={onTake}
            >
              {t('cart:take_again')}
            </Button>
          )}
          <Button
            look="quiet"
            size="small"
            className="-ms-1"
            isPending={pending === 'remove'}
            aria-label={t('cart:remove_named', { name })}
            onClick={onForget}
          >
            {t('cart:remove')}
          </Button>
        </div>
      </div>
    </article>
  );
}
