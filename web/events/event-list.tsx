import ArrowRight from 'lucide-react/icons/arrow-right';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MONTHS, venueTime } from '#shared/dates.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventName, isStageNamed } from '#shared/events/timing.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { useNow } from '#web/lib/now.tsx';
import { paint } from '#web/lib/paint.ts';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { DateText, DayText, TimeText, WeekdayText } from '#web/ui/value-text.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { ActNames, stagesOf } from './line-up.tsx';
import { EventPoster } from './event-card.tsx';
import { PriceText, isOffSale, offerOf } from './offer.tsx';

/** Events grouped by month; the month's heading stays in view. */
export function EventList({ events, isPast }: { events: readonly EventView[]; isPast: boolean }) {
  const { t } = useTranslation();
  return byMonth(events).map(({ key, name, year, events: inMonth }) => (
    <section key={key} aria-labelledby={`month-${key}`} className="mt-8">
      <h2 id={`month-${key}`} className="type-display-s sticky top-(--bar-top) z-10 bg-bg py-3">
        {t(`months.${name}`)} {year}
      </h2>
      <ul className="grid gap-x-3 border-b border-hairline phone:grid-cols-2 desktop:block">
        {inMonth.map((event) => (
          <li key={event.id} className="border-t border-hairline">
            <EventRow event={event} isPast={isPast} isFirst={event === events[0]} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

type EventRowProps = {
  event: EventView;
  isPast: boolean;
  /** The first element in view. */
  isFirst: boolean;
};

const muted = 'text-muted desktop:group-hover:text-on';

/** An event in the list: a card on a phone, a row on a wide screen that takes the event's paper colour under the pointer. */
function EventRow({ event, isPast, isFirst }: EventRowProps) {
  const { language } = useLanguage();
  return (
    <article
      {...paint(eventTheme(event.id))}
      className="group relative grid gap-x-8 gap-y-5 py-6 desktop:-mx-4 desktop:grid-cols-[10rem_11rem_minmax(0,1fr)_10rem] desktop:px-4 desktop:hover:bg-paper desktop:hover:text-on"
    >
      <EventPoster event={event} ratio="4x5" isGrey={isPast} isFirst={isFirst} className="desktop:w-40" />
      <div className="flex items-center gap-5 desktop:flex-col desktop:items-start">
        <p aria-hidden="true" className="type-numeral text-accent desktop:group-hover:text-on">
          <DayText at={event.startDate} />
        </p>
        <p className={`type-meta ${muted}`}>
          <WeekdayText at={event.startDate} />
          <br />
          <DateText at={event.startDate} />
          <br />
          <TimeText at={event.startDate} />
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Link to={paths.event(event.id)} className="covers-card">
          <FittedText as="h3" dir="auto" className="type-display-m">
            {eventName(event, language)}
          </FittedText>
        </Link>
        <Acts event={event} />
      </div>
      <div className="flex items-center justify-between gap-4 desktop:items-start desktop:pt-2">
        {!isPast && <Price event={event} />}
        <ArrowRight className="ms-auto shrink-0" />
      </div>
    </article>
  );
}

function Acts({ event }: { event: EventView }) {
  const { t } = useTranslation('events');
  const isNamed = isStageNamed(event, useSite());
  return (
    <dl className="grid gap-x-8 gap-y-3 tablet:grid-cols-2">
      {stagesOf(event).map(({ floor, acts }) => (
        <div key={floor}>
          <dt className={isNamed ? `type-label mb-1 ${muted}` : 'sr-only'}>{t(isNamed ? `stages.${floor}` : 'line_up')}</dt>
          <dd className="type-meta">
            <ActNames acts={acts} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Price({ event }: { event: EventView }) {
  const { t } = useTranslation('events');
  const offer = offerOf(event, useNow());
  return (
    <p className="text-[1.25rem] font-bold">
      {offer.kind === 'on_sale' && <PriceText gel={offer.price} />}
      {isOffSale(offer) && t(offer.kind)}
    </p>
  );
}

type Month<E> = { key: string; year: number; name: (typeof MONTHS)[number]; events: E[] };

/** Groups neighbours of one month, in the order given. */
export function byMonth<E extends Pick<EventView, 'startDate'>>(events: readonly E[]): Month<E>[] {
  const months: Month<E>[] = [];
  for (const event of events) {
    const { year, month, monthName } = venueTime(event.startDate);
    const key = `${year}-${month}`;
    const last = months.at(-1);
    if (last?.key === key) last.events.push(event);
    else months.push({ key, year, name: monthName, events: [event] });
  }
  return months;
}
