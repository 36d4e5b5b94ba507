import ArrowRight from 'lucide-react/icons/arrow-right';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, type RefCallback, useState } from 'react';
import { dateText, timeText } from '#shared/dates.ts';
import { ApiError } from '#shared/errors.ts';
import type { BasketView } from '#shared/events/events.contract.ts';
import { eventName } from '#shared/events/timing.ts';
import { paths } from '#shared/paths.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { useSite } from '#web/lib/site.tsx';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { focusTarget } from '#web/ui/page.tsx';
import { nextTicketType, PriceTag, PriceText, isOffSale, type Offer } from '#web/event-list/offer.tsx';

type BuyCardProps = {
  offer: Offer;
  ticketTypes: readonly BasketView[];
  /** Explains another price, in place of the ticket types. */
  priceNote?: ReactNode;
  isVerifiedOnly: boolean;
  /** Each ticket belongs to one guest: a buyer of several shares a link for the others. */
  hasNames?: boolean;
  isSignedIn: boolean;
  buying: Buying;
};

/** Price and button: a card beside the page, a bar at the bottom of a narrow screen. */
export function BuyCard({ offer, ticketTypes, priceNote, isVerifiedOnly, hasNames = false, isSignedIn, buying }: BuyCardProps) {
  const { t } = useTranslation('events');
  const reason = useReason(offer);
  const { waitlist } = useSite();
  if (offer.kind === 'over' || offer.kind === 'cancelled') return <OverCard offer={offer} />;
  const isAdded = buying.state === 'added';
  const isOff = offer.kind !== 'on_sale';
  const isAwaited = waitlist && offer.kind === 'sold_out';
  return (
    <div data-bottom-bar ref={barHeight} className="buy-card">
      {offer.kind !== 'no_price' && offer.price !== null && <PriceTag gel={offer.price} isAside={isAdded} />}
      <div
        className={classNames(
          'flex flex-1 gap-3 desktop:flex-wrap desktop:not-first:mt-4',
          isAdded ? 'min-w-full' : 'min-w-[min(100%,max(50%,10rem))]',
        )}
      >
        {isAwaited ? (
          <LinkButton
            to="#waitlist"
            look="secondary"
            onClick={focusTarget}
            className="min-w-0 flex-auto noscript:hidden desktop:hidden px-3!"
          >
            {t('wait')}
          </LinkButton>
        ) : (
          <Button
            look={isAdded ? 'secondary' : 'primary'}
            disabled={isOff}
            isPending={buying.state === 'adding'}
            pendingLabel={isOff ? undefined : t('adding')}
            aria-describedby="buy-note"
            onClick={buying.add}
            className="min-w-0 flex-auto desktop:min-w-auto px-3!"
          >
            {isAdded && <Check size={20} />}
            {t(isAdded ? 'in_cart' : isOffSale(offer) ? offer.kind : 'get_ticket')}
            {!isAdded && !isOff && <ArrowRight size={20} className="max-[22.5rem]:hidden" />}
          </Button>
        )}
        {isAdded && (
          <LinkButton to={paths.cart} className="min-w-0 flex-auto px-3!">
            {t('view_cart')}
          </LinkButton>
        )}
      </div>
      <div id="buy-note" className={classNames('type-small desktop:mt-3', isAdded ? 'order-1 grow basis-[12rem]' : 'w-full')}>
        {!isOff && buying.warning !== undefined && (
          <p className="flex gap-2 text-warn">
            <TriangleAlert size={20} className="shrink-0" />
            {buying.warning}
          </p>
        )}
        {isVerifiedOnly && <p className="font-bold">{t('verified_only')}</p>}
        {hasNames && !isOff && <p>{t('for_friends')}</p>}
        {isOff ? <p>{reason}</p> : (priceNote ?? <TicketTypes ticketTypes={ticketTypes} />)}
        {!isOff && buying.warning === undefined && <Notes isFree={offer.price === 0} isSignedIn={isSignedIn} />}
      </div>
    </div>
  );
}

/** On narrow screens one line also says that nothing is added to the price; on wide ones that is below the price. */
function Notes({ isFree, isSignedIn }: { isFree: boolean; isSignedIn: boolean }) {
  const { t } = useTranslation('events');
  return (
    <p className="text-muted">
      {!isFree && (
        <span className="desktop:hidden">
          {t('no_fees')}
          {!isSignedIn && ' · '}
        </span>
      )}
      {!isSignedIn && t('login_first')}
    </p>
  );
}

/** `Early bird · then 45,00 ₾`; nothing if there is only one ticket type. */
function TicketTypes({ ticketTypes }: Pick<BuyCardProps, 'ticketTypes'>) {
  const { t } = useTranslation('events');
  const { language } = useLanguage();
  const [first] = ticketTypes;
  const next = nextTicketType(ticketTypes);
  return (
    first &&
    typeof next?.price === 'number' && (
      <p className="wrap-anywhere">
        {eventName(first, language)} · {t('then')} <PriceText gel={next.price} />
      </p>
    )
  );
}

/** Returns why nothing can be bought, shown under the disabled button (spec §5). */
function useReason(offer: Offer): string | undefined {
  const { t } = useTranslation(['common', 'events', 'errors']);
  const { language } = useLanguage();
  if (offer.kind === 'no_price') return t('errors:price_unavailable');
  if (offer.kind === 'not_yet') return t('events:tickets_from', { date: dateText(offer.from, language, t), time: timeText(offer.from) });
  return offer.kind === 'sold_out' || offer.kind === 'sale_over' ? t(`events:${offer.kind}_note`) : undefined;
}

/** Sets the height of the bottom bar as a CSS variable, so that no focused element is hidden behind it (base.css). */
const barHeight: RefCallback<HTMLElement> = (bar) => {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize;
    if (height !== undefined) style.setProperty('--bar-height', `${height}px`);
  });
  if (bar) observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--bar-height');
  };
};

type OverCardProps = { offer: Extract<Offer, { kind: 'over' | 'cancelled' }> };

/** Shown instead of the button when the event is over, with its price, or cancelled. */
function OverCard({ offer }: OverCardProps) {
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

/** The cart's result of adding a ticket. */
export type AddingOutcome = { kind: 'added' } | { kind: 'already_in_cart' } | { kind: 'no_price' } | { kind: 'failed'; error: unknown };

export type Buying = {
  state: 'idle' | 'adding' | 'added';
  /** Shown under the button while it applies. */
  warning: string | undefined;
  add(): void;
};

/**
 * The actions of the Get Ticket button: adds a ticket, then shows "In your cart"; a refusal is shown in a toast and under the button (spec
 * §5, §8).
 */
export function useBuying(addTicket: () => Promise<AddingOutcome>): Buying {
  const { t } = useTranslation(['common', 'events', 'errors']);
  const [state, setState] = useState<Buying['state']>('idle');
  const [warning, setWarning] = useState<string>();

  const add = async () => {
    const before = state;
    setState('adding');
    setWarning(undefined);
    const outcome = await addTicket();
    setState(outcome.kind === 'added' ? 'added' : before);
    if (outcome.kind === 'added' || isLoginRequired(outcome)) return;
    const text = refusalText(outcome);
    setWarning(text);
    if (outcome.kind === 'already_in_cart') toast.warning(text);
    else toast.error(text);
  };

  function refusalText(outcome: Exclude<AddingOutcome, { kind: 'added' }>): string {
    if (outcome.kind === 'already_in_cart') return t('errors:ticket_in_cart');
    if (outcome.kind === 'no_price') return t('errors:price_unavailable');
    return serverMessage(outcome.error, t('events:add_failed'), t);
  }

  return { state, warning, add: () => void add() };
}

/** The visitor is being led to the login page. */
const isLoginRequired = (outcome: AddingOutcome): boolean =>
  outcome.kind === 'failed' && outcome.error instanceof ApiError && outcome.error.status === 401;
