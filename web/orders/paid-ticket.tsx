import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { Link } from 'react-router';
import { timeText } from '#shared/dates.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventName } from '#shared/events/timing.ts';
import { ticketStub } from '#shared/media/colours.ts';
import { paths } from '#shared/paths.ts';
import { eventCalendarUrl } from '#shared/sharing/addresses.ts';
import { paint } from '#web/lib/paint.ts';
import { Place } from '#web/lib/place.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, DayText, WeekdayText } from '#web/ui/value-text.tsx';

const white = paint({ paper: ticketStub.fill, on: ticketStub.on, accent: ticketStub.on });

/** `events` are undefined until they have loaded; until then room is reserved for each of `ids`, so that nothing moves. */
type OrderProps = { ids: readonly number[]; events: readonly EventView[] | undefined };

/** The events that have loaded, or as many placeholders. */
const shownOf = ({ ids, events }: OrderProps): { id: number; event?: EventView }[] =>
  events?.map((event) => ({ id: event.id, event })) ?? ids.map((id) => ({ id }));

/** The success message, and a white ticket with a stub for each event of the order, which is torn off once. */
export function PaidTicket(order: OrderProps) {
  const { t } = useTranslation('orders');
  const shown = shownOf(order);
  return (
    <>
      <FittedText as="p" className="type-display-l">
        {t('in')}
      </FittedText>
      <div className="w-full max-w-140">
        <div {...white} className="paper px-5 pt-4 pb-5 desktop:px-7">
          <h1 className="text-[1.25rem] leading-8 font-bold">{t('title.success')}</h1>
          <p className="type-lead">{t('text.success')}</p>
        </div>
        {shown.length > 0 && (
          <ul aria-label={t('your_events')}>
            {shown.map(({ id, event }) => (
              <li key={id} className="torn-off">
                <div {...white} className="paper min-h-52 px-5 pt-7 pb-5 desktop:px-7">
                  <Stub event={event} />
                </div>
              </li>
            ))}
          </ul>
        )}
        {shown.length === 0 && (
          <div {...white} className="paper px-5 pb-5 desktop:px-7">
            <Place />
          </div>
        )}
      </div>
    </>
  );
}

function Stub({ event }: { event: EventView | undefined }) {
  const { t } = useTranslation('orders');
  const { language } = useLanguage();
  if (!event) return null;
  const { id, startDate } = event;
  return (
    <div className="flex flex-col gap-4">
      <Link to={paths.event(id)} className="block">
        <FittedText as="h2" dir="auto" className="type-display-m">
          {eventName(event, language)}
        </FittedText>
      </Link>
      <WhenOf startDate={startDate} />
      <Place />
      <a
        href={eventCalendarUrl(id, language)}
        className="inline-flex min-h-11 items-center gap-2 self-start font-semibold underline underline-offset-4 hover:decoration-2"
      >
        <CalendarPlus size={20} />
        {t('calendar')}
      </a>
    </div>
  );
}

function WhenOf({ startDate }: Pick<EventView, 'startDate'>) {
  const { t } = useTranslation('orders');
  return (
    <div className="flex items-center gap-5">
      <p aria-hidden="true" className="type-numeral">
        <DayText at={startDate} />
      </p>
      <p>
        <span className="font-semibold">
          <WeekdayText at={startDate} />, <DateText at={startDate} />
        </span>
        <br />
        {t('doors', { time: timeText(startDate) })}
      </p>
    </div>
  );
}

/** The events of an order whose payment failed. They are not links: the first link of the page leads back to the cart. */
export function UnpaidEvents(order: OrderProps) {
  const { t } = useTranslation('orders');
  const { language } = useLanguage();
  const shown = shownOf(order);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t('your_events')} className="flex w-full max-w-140 flex-col gap-3">
      {shown.map(({ id, event }) => (
        <li key={id} {...white} className="paper flex min-h-30 flex-col gap-2 px-5 py-4 desktop:px-7">
          {event && (
            <>
              <FittedText as="h2" dir="auto" className="type-display-s">
                {eventName(event, language)}
              </FittedText>
              <WhenOf startDate={event.startDate} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The events of an order that has no ticket, or none yet. */
export function OrderedEvents({ events }: Pick<OrderProps, 'events'>) {
  const { t } = useTranslation('orders');
  const { language } = useLanguage();
  if (!events || events.length === 0) return null;
  return (
    <ul aria-label={t('your_events')} className="flex flex-col gap-2">
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
