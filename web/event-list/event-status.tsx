import type { ReactNode } from 'react';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventTiming } from '#shared/events/timing.ts';
import { useNow } from '#web/lib/now.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { PriceText, isOffSale, offerOf } from './offer.tsx';
import { type EventState, StatusMark } from './status-mark.tsx';

/** For a row of the list, which takes the event's paper under the pointer; a card does not. */
export const muted = 'text-muted desktop:group-hover:text-on';

/** The price while tickets are sold, else the state of the sale; and whether the event is running. */
export function EventStatus({ event }: { event: EventView }) {
  const { t } = useTranslation('events');
  const now = useNow();
  const offer = offerOf(event, now);
  const isRunning = eventTiming(event, now) === 'in_session' && !event.isCancelled;
  return (
    <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2 desktop:flex-col desktop:items-start">
      {offer.kind === 'on_sale' && (
        <p className="text-[1.25rem] font-bold">
          <PriceText gel={offer.price} />
        </p>
      )}
      {isOffSale(offer) && <Pill state={offer.kind}>{t(offer.kind)}</Pill>}
      {offer.kind === 'no_price' && <p className={`type-meta ${muted}`}>{t('price_later')}</p>}
      {event.isCancelled && <Pill state="called_off">{t('called_off')}</Pill>}
      {isRunning && (
        <p className="type-label inline-flex min-h-8 items-center gap-2.5 rounded-full bg-accent px-3 py-1 text-coal max-[22rem]:gap-1.5 max-[22rem]:px-2 max-[22rem]:tracking-normal desktop:group-hover:bg-on desktop:group-hover:text-paper">
          <StatusMark state="in_session" />
          {t('in_session')}
        </p>
      )}
    </div>
  );
}

function Pill({ state, children }: { state: EventState; children: ReactNode }) {
  return (
    <p className="type-label inline-flex min-h-8 items-center gap-2.5 rounded-full border-2 border-current px-3 py-1">
      <StatusMark state={state} />
      {children}
    </p>
  );
}
