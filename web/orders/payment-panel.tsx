import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock-3';
import OctagonX from 'lucide-react/icons/octagon-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { eventTheme, paletteOf, posterColours } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/browser-api.ts';
import { paint } from '#web/lib/paint.ts';
import { Place } from '#web/lib/place.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { DateText, WeekdayText } from '#web/ui/value-text.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { type Arrival, type Outcome, outcomeOf, type PaymentCheck, usePayment } from './use-payment.ts';

const icons = {
  checking: Clock,
  settling: Clock,
  unknown: TriangleAlert,
  success: CircleCheck,
  refunded: TriangleAlert,
  failure: OctagonX,
} as const;

const SET_OF_SUCCESS = 7;
const SET_OF_FAILURE = 1;

type PaymentPanelProps = { arrival: Arrival; onPaid(): void };

/** The result of a payment, on the paper of the order's event. Without scripts: what the address says. */
export function PaymentPanel({ arrival, onPaid }: PaymentPanelProps) {
  const payment = usePayment();
  const isPaid = payment.status === 'paid';
  const tellPaid = useEffectEvent(onPaid);
  useEffect(() => {
    if (isPaid) tellPaid();
  }, [isPaid]);
  return (
    <>
      <div aria-live="polite" className="noscript:hidden">
        <Panel outcome={outcomeOf(arrival, payment.status)} payment={payment} />
      </div>
      <noscript>
        <Panel outcome={arrival} payment={noCheck} />
      </noscript>
    </>
  );
}

const noCheck: PaymentCheck = { status: 'nothing', eventIds: [], isAsking: false, askAgain: () => undefined };

function Panel({ outcome, payment }: { outcome: Outcome; payment: PaymentCheck }) {
  const { t } = useTranslation('orders');
  const Icon = icons[outcome];
  const isSlow = outcome === 'settling' && !payment.isAsking;
  return (
    <section {...paintOf(outcome, payment)}>
      <div className="paper flex min-h-[70dvh] flex-col items-start justify-center gap-6 px-5 py-12 desktop:min-h-dvh desktop:px-10">
        <Icon size={120} strokeWidth={1.5} />
        <FittedText as="h1" className="type-display-l">
          {t(`title.${outcome}`)}
        </FittedText>
        <div className="type-measure flex flex-col gap-3">
          <p className="type-lead">{t(isSlow ? 'text.slow' : `text.${outcome}`)}</p>
          {outcome === 'failure' && payment.reason && payment.reason !== 'unknown' && <p>{t(`why.${payment.reason}`)}</p>}
          {(outcome === 'failure' || outcome === 'refunded') && <p>{t(`next.${outcome}`)}</p>}
        </div>
        {outcome !== 'failure' && <OrderedEvents ids={payment.eventIds} />}
        {outcome === 'success' && <Place />}
        <div className="flex flex-wrap gap-3">
          <Actions outcome={outcome} payment={payment} />
        </div>
      </div>
    </section>
  );
}

function Actions({ outcome, payment }: { outcome: Outcome; payment: PaymentCheck }) {
  const { t } = useTranslation('orders');
  if (outcome === 'checking') return null;
  if (outcome === 'failure')
    return (
      <>
        <LinkButton to={paths.allEvents} look="paper">
          {t('to_events')}
        </LinkButton>
        <LinkButton to={paths.cart} look="quiet">
          {t('to_cart')}
        </LinkButton>
      </>
    );
  const mayAsk = (outcome === 'settling' || outcome === 'unknown') && !payment.isAsking;
  return (
    <>
      {mayAsk && (
        <Button look="paper" onClick={payment.askAgain}>
          {t('look_again')}
        </Button>
      )}
      <LinkButton to={paths.myTickets} look={mayAsk ? 'quiet' : 'paper'}>
        {t('to_tickets')}
      </LinkButton>
    </>
  );
}

function paintOf(outcome: Outcome, { eventIds: [eventId] }: PaymentCheck) {
  if (eventId !== undefined && outcome !== 'failure') return paint(eventTheme(eventId));
  const { paper, on, accent } = paletteOf(outcome === 'failure' ? SET_OF_FAILURE : SET_OF_SUCCESS);
  return paint({ paper: posterColours[paper], on: posterColours[on], accent: posterColours[accent] });
}

/** The events of an order. They are decoration here: one that cannot be fetched is left out. */
function OrderedEvents({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation('orders');
  const { language } = useLanguage();
  const { data: events = [] } = useLoad(
    async (signal) => {
      const answers = await Promise.allSettled(ids.map((id) => api.events.get({ id }, { signal })));
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    },
    [ids.join()],
  );
  if (events.length === 0) return null;
  return (
    <ul aria-label={t('nights')} className="flex flex-col gap-2">
      {events.map((event) => (
        <li key={event.id}>
          <Link to={paths.event(event.id)} className="inline-flex min-h-11 items-end font-semibold underline underline-offset-4">
            {eventName(event, language)}
          </Link>
          <p className="type-meta">
            <WeekdayText at={event.startDate} />, <DateText at={event.startDate} />, {timeText(event.startDate)}
          </p>
        </li>
      ))}
    </ul>
  );
}
