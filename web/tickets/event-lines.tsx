import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { eventName } from '#shared/events/timing.ts';
import { paths } from '#shared/paths.ts';
import { Place } from '#web/lib/place.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { DateText, DayText, WeekdayText } from '#web/ui/value-text.tsx';
import type { TicketEvent } from './own-tickets.ts';

type EventLinesProps = {
  event: TicketEvent;
  /** `Doors 23:00`. */
  doors: string;
  /** The level of its name. */
  as?: 'h2' | 'h3';
  /** Beside the address. */
  children?: ReactNode;
};

/** A longer name is set in smaller type, or the ticket would be taller than a phone. */
const LONG_NAME = 28;

/** The event on its paper: name, day, doors and address. */
export function EventLines({ event: { id, startDate, ...names }, doors, as = 'h2', children }: EventLinesProps) {
  const { language } = useLanguage();
  const name = eventName({ id, ...names }, language);
  return (
    <div className="flex flex-col gap-3 p-5 tablet:gap-4">
      <Link to={paths.event(id)} className="block min-h-11">
        <FittedText as={as} dir="auto" className={name.length > LONG_NAME ? 'type-display-s' : 'type-display-m max-tablet:[--cap:2.75rem]'}>
          {name}
        </FittedText>
      </Link>
      <div className="flex flex-wrap items-center gap-x-4">
        <p aria-hidden="true" className="type-numeral max-tablet:[--cap:3rem]">
          <DayText at={startDate} />
        </p>
        <p className="type-meta grow basis-[7rem]">
          <span className="font-semibold">
            <WeekdayText at={startDate} />, <DateText at={startDate} />
          </span>
          <br />
          {doors}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Place hasRoom={false} />
        {children}
      </div>
    </div>
  );
}
