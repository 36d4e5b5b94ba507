import type { BasketView, EventView } from '#shared/events/events.contract.ts';
import { hasSaleBegun, isBeforeEnd, isSaleOver } from '#shared/events/timing.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { Money } from '#web/ui/value-text.tsx';

type Price = BasketView['price'];

/** What a visitor can do about a ticket now. `price` in GEL; null where it is unknown. */
export type Offer =
  | { kind: 'on_sale'; price: number }
  /** No places left, and no later ticket type. */
  | { kind: 'sold_out'; price: number }
  /** `from` is when the next ticket type opens. */
  | { kind: 'not_yet'; price: Price; from: string }
  /** Its sale has closed and the event is not over. */
  | { kind: 'sale_over'; price: number }
  | { kind: 'no_price' }
  /** Spec §2: an event has a Get Ticket button only before its end; its price is still shown. */
  | { kind: 'over'; price: Price }
  | { kind: 'cancelled' };

/** A price is known or will be, but nothing is on sale now; the kind is also the translation key. */
export const isOffSale = (offer: Offer): offer is Extract<Offer, { kind: 'sold_out' | 'not_yet' | 'sale_over' }> =>
  offer.kind === 'sold_out' || offer.kind === 'not_yet' || offer.kind === 'sale_over';

type Offered = Pick<EventView, 'endDate' | 'baskets' | 'isCancelled'>;

/** Uses the first ticket type, which is the one on sale now (spec §3); with nothing on sale, the one that opens next. */
export function offerOf(event: Offered, now: Date): Offer {
  const [ticketType] = event.baskets;
  const price = ticketType?.price ?? null;
  if (event.isCancelled) return { kind: 'cancelled' };
  if (!isBeforeEnd(event, now)) return { kind: 'over', price };
  if (ticketType && ticketType.available > 0 && !isSaleOver(ticketType, now))
    return price === null ? { kind: 'no_price' } : { kind: 'on_sale', price };
  const next = opensNext(event.baskets);
  if (next) return { kind: 'not_yet', ...next };
  if (!ticketType || price === null) return { kind: 'no_price' };
  return { kind: isSaleOver(ticketType, now) ? 'sale_over' : 'sold_out', price };
}

/** The next ticket type, if any: a guest should know which one is on sale and what the next one costs. */
export const nextTicketType = ([, ...later]: readonly BasketView[]): BasketView | undefined =>
  later.find(({ price, available, onSaleFrom }) => price !== null && (available > 0 || onSaleFrom !== null));

/** Returns true if a sale began or closed since the event was fetched, so that it must be fetched again. */
export const isOutdated = ({ baskets }: Pick<EventView, 'baskets'>, now: Date): boolean =>
  baskets.some((ticketType) => hasOpened(ticketType, now) || (ticketType.available > 0 && isSaleOver(ticketType, now)));

/** The ticket type whose sale opens next. */
function opensNext(ticketTypes: readonly BasketView[]): { price: Price; from: string } | undefined {
  const coming = ticketTypes.flatMap(({ price, onSaleFrom: from }) => (from === null ? [] : [{ price, from }]));
  return coming.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))[0];
}

/** The server sends the beginning only of a sale that has not begun. */
const hasOpened = (ticketType: BasketView, now: Date): boolean => ticketType.onSaleFrom !== null && hasSaleBegun(ticketType, now);

/** A price in GEL; the word "free" for 0. */
export function PriceText({ gel }: { gel: number }) {
  const { t } = useTranslation('events');
  return gel === 0 ? t('free') : <Money gel={gel} />;
}

/** `isAside`: there is a second button, so that on a narrow screen the price is below both. */
export function PriceTag({ gel, isAside }: { gel: number; isAside: boolean }) {
  const { t } = useTranslation('events');
  return (
    <div className={classNames('max-w-1/3 desktop:max-w-none', isAside && 'order-1')}>
      <p className="items-baseline justify-between gap-4 desktop:flex">
        <span className="type-lead hidden desktop:inline">{t('price_from')}</span>
        <span className="text-[1.375rem] leading-7 font-bold desktop:text-[2.25rem] desktop:leading-10">
          <PriceText gel={gel} />
        </span>
      </p>
      {gel > 0 && !isAside && <p className="type-meta mt-2 hidden text-muted desktop:block">{t('price_note')}</p>}
    </div>
  );
}
