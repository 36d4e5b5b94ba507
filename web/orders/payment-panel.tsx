import Clock from 'lucide-react/icons/clock-3';
import OctagonX from 'lucide-react/icons/octagon-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ComponentType, Suspense, useEffect, useEffectEvent } from 'react';
import type { EventView } from '#shared/events/events.contract.ts';
import { chooseCover, defaultCoverId, eventTheme, themeOf } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { api, useSession } from '#web/lib/browser-api.ts';
import { HeroArt } from '#web/lib/hero-art.tsx';
import { paint } from '#web/lib/paint.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { OrderedEvents, PaidTicket, UnpaidEvents } from './paid-ticket.tsx';
import { type Arrival, type Outcome, outcomeOf, type PaymentCheck, usePayment } from './use-payment.ts';

const icons = {
  checking: Clock,
  settling: Clock,
  unknown: TriangleAlert,
  refunded: TriangleAlert,
  failure: OctagonX,
} as const;

type PaymentPanelProps = {
  arrival: Arrival;
  onPaid(): void;
  /** The way back to the cart after a failure. */
  BackToCart: ComponentType;
};

/** The result of a payment beside the poster of the order's event, on its paper. Without script it says what the address says. */
export function PaymentPanel({ arrival, onPaid, BackToCart }: PaymentPanelProps) {
  const payment = usePayment();
  const isPaid = payment.status === 'paid';
  const tellPaid = useEffectEvent(onPaid);
  useEffect(() => {
    if (isPaid) tellPaid();
  }, [isPaid]);
  return (
    <>
      <div className="noscript:hidden">
        <Panel outcome={outcomeOf(arrival, payment.status)} payment={payment} BackToCart={BackToCart} />
      </div>
      <noscript>
        <Panel outcome={arrival} payment={noCheck} BackToCart={BackToCart} />
      </noscript>
    </>
  );
}

const noCheck: PaymentCheck = { status: 'nothing', eventIds: [], isAsking: false, askAgain: () => undefined };

type PanelProps = Pick<PaymentPanelProps, 'BackToCart'> & { outcome: Outcome; payment: PaymentCheck };

function Panel({ outcome, payment, BackToCart }: PanelProps) {
  const events = useEvents(payment.eventIds);
  const [eventId] = payment.eventIds;
  const theme = eventId === undefined ? themeOf(chooseCover(defaultCoverId).set) : eventTheme(eventId);
  return (
    <section {...paint(theme)} className="paper desktop:grid desktop:min-h-(--view) desktop:grid-cols-[min(32.5rem,42%)_minmax(0,1fr)]">
      <div className={outcome === 'failure' || outcome === 'refunded' ? 'grayscale' : undefined}>
        {/* The event is unknown until the bank has answered, so the place is empty. */}
        <div className="grid h-20 w-full content-center overflow-hidden desktop:sticky desktop:top-0 desktop:block desktop:h-(--view)">
          {outcome !== 'checking' && (
            <HeroArt
              key={eventId}
              event={{ id: eventId ?? defaultCoverId, eventPhotoUrl: events?.[0]?.eventPhotoUrl ?? null }}
              wideRatio="25x32"
            />
          )}
        </div>
      </div>
      <div className="flex flex-col gap-4 px-5 py-4 desktop:justify-center desktop:gap-8 desktop:px-10 desktop:py-12">
        <div aria-live="polite" className="flex flex-col items-start gap-4 desktop:gap-8">
          {outcome === 'success' ? (
            <PaidTicket ids={payment.eventIds} events={events} />
          ) : (
            <News outcome={outcome} payment={payment} events={events} />
          )}
        </div>
        {/* Not announced: the time left changes every second. */}
        <div className="flex w-full flex-wrap gap-3">
          <Actions outcome={outcome} payment={payment} BackToCart={BackToCart} />
        </div>
      </div>
    </section>
  );
}

type NewsProps = { outcome: Exclude<Outcome, 'success'>; payment: PaymentCheck; events: readonly EventView[] | undefined };

/** Every result but success: what happened, why, and what to do next. */
function News({ outcome, payment, events }: NewsProps) {
  const { t } = useTranslation('orders');
  const Icon = icons[outcome];
  const isSlow = outcome === 'settling' && !payment.isAsking;
  return (
    <>
      <Icon size={64} strokeWidth={1.5} />
      <FittedText as="h1" className="type-display-l">
        {t(`title.${outcome}`)}
      </FittedText>
      <div className="type-measure flex flex-col gap-3">
        <p className="type-lead">{t(isSlow ? 'text.slow' : `text.${outcome}`)}</p>
        {outcome === 'failure' && payment.reason && payment.reason !== 'unknown' && <p>{t(`why.${payment.reason}`)}</p>}
        {(outcome === 'failure' || outcome === 'refunded') && <p>{t(`next.${outcome}`)}</p>}
      </div>
      {outcome === 'failure' && <UnpaidEvents ids={payment.eventIds} events={events} />}
      {outcome !== 'checking' && outcome !== 'failure' && <OrderedEvents events={events} />}
    </>
  );
}

function Actions({ outcome, payment, BackToCart }: PanelProps) {
  const { t } = useTranslation(['orders', 'common']);
  const { isSignedIn } = useSession();
  if (outcome === 'checking') return null;
  if (outcome === 'failure')
    return isSignedIn ? (
      <Suspense>
        <BackToCart />
      </Suspense>
    ) : (
      <>
        <LinkButton to={paths.allEvents} look="paper">
          {t('to_events')}
        </LinkButton>
        <LinkButton to={paths.login} look="quiet">
          {t('common:nav.login')}
        </LinkButton>
      </>
    );
  const mayAsk = (outcome === 'settling' || outcome === 'unknown') && !payment.isAsking;
  return (
    <>
      {mayAsk && (
        <Button look="paper" onClick={payment.askAgain}>
          {t('check_again')}
        </Button>
      )}
      <LinkButton to={paths.myTickets} look={mayAsk ? 'quiet' : 'paper'}>
        {t('to_tickets')}
      </LinkButton>
    </>
  );
}

/** The events of an order, undefined until they have loaded. They are decoration here: one that cannot be fetched is left out. */
function useEvents(ids: readonly number[]): readonly EventView[] | undefined {
  const load = async (signal: AbortSignal) => {
    const answers = await Promise.allSettled(ids.map((id) => api.events.get({ id }, { signal })));
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  };
  return useLoad(ids.length > 0 ? load : undefined, [ids.join()]).data;
}
