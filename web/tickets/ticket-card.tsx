import { Link } from 'react-router';
import { timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { ticketStub } from '#shared/media/colours.ts';
import { editionOf } from '#shared/media/cover-state.ts';
import { coverRatios, coverUrl, eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { useNow } from '#web/lib/now.tsx';
import { paint } from '#web/lib/paint.ts';
import { Place } from '#web/lib/place.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, WeekdayText } from '#web/ui/value-text.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Poster } from '#web/ui/picture.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { eventIdOf, loadTicketEvent, type TicketEvent } from './own-tickets.ts';
import { TicketStub } from './ticket-stub.tsx';

type TicketCardProps = {
  ticket: TicketView;
  /** The ticket comes from the device, because there is no network. */
  isKept: boolean;
};

/** A ticket in three parts: the event's paper, the perforation, the white stub. */
export function TicketCard({ ticket, isKept }: TicketCardProps) {
  const eventId = eventIdOf(ticket);
  const isUsed = ticket.isUsedTicket;
  const event = useLoad(eventId === undefined ? undefined : (signal) => loadTicketEvent(eventId, signal, isKept), [eventId, isKept]);
  const endDate = event.data?.endDate;
  const now = useNow();
  const isKeepsake = isUsed && endDate !== undefined && Date.parse(endDate) < now.getTime();
  return (
    <article {...paint(eventTheme(eventId ?? ticket.id))} className="overflow-hidden">
      <div className={isUsed && !isKeepsake ? 'grayscale' : undefined}>
        {eventId !== undefined && (
          <div className="relative">
            <Poster src={coverUrl(eventId, '2x1', editionOf(ticket.id))} {...coverRatios['2x1']} />
            {isKeepsake && ticket.usedAt && <EntryStamp at={ticket.usedAt} />}
          </div>
        )}
        <div className={`paper min-h-40 px-5 pt-5 ${isUsed ? 'pb-14' : 'pb-5'}`}>
          <EventPart isMissing={eventId === undefined} event={event.data} hasFailed={event.state === 'failed'} onRetry={event.reload} />
        </div>
        <Perforation isUsed={isUsed} />
      </div>
      <TicketStub ticket={ticket} event={event.data} isKept={isKept} />
    </article>
  );
}

/** A used ticket comes back in colour after its event, with the minute of the entry stamped on it. */
function EntryStamp({ at }: { at: string }) {
  const { t } = useTranslation('tickets');
  return (
    <p className="entry-stamp">
      <span className="sr-only">{t('entered')} </span>
      {timeText(at)}
    </p>
  );
}

/** A longer name is set in a smaller type, or the card would be taller than a phone. */
const LONG_NAME = 28;

type EventPartProps = { isMissing: boolean; event: TicketEvent | undefined; hasFailed: boolean; onRetry(): void };

function EventPart({ isMissing, event, hasFailed, onRetry }: EventPartProps) {
  const { t } = useTranslation(['common', 'tickets']);
  const { language } = useLanguage();
  if (isMissing) return <Trouble message={t('tickets:event_missing')} />;
  if (!event && hasFailed) return <Trouble message={t('tickets:event_failed')} onRetry={onRetry} />;
  if (!event) return <Skeleton className="h-30 w-full opacity-30" />;
  const name = eventName(event, language);
  return (
    <div className="flex flex-col gap-3">
      <FittedText as="h3" className={name.length > LONG_NAME ? 'type-display-s' : 'type-display-m'}>
        {name}
      </FittedText>
      <p className="type-meta">
        <span className="font-semibold">
          <WeekdayText at={event.startDate} />, <DateText at={event.startDate} />
        </span>
        <br />
        {t('tickets:doors', { time: timeText(event.startDate) })}
      </p>
      <Place hasRoom={false} />
      <Link to={paths.event(event.id)} className="link type-meta inline-flex min-h-11 items-center self-start font-semibold no-print">
        {t('tickets:to_event')}
      </Link>
    </div>
  );
}

/** On coal, because the danger colour is not used on coloured paper. */
function Trouble({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div className="off-paper bg-bg text-text">
      <ErrorState message={message} onRetry={onRetry} />
    </div>
  );
}

/** Two round notches at the edges and a dashed line between them, half on the paper and half on the stub. */
function Perforation({ isUsed }: { isUsed: boolean }) {
  const stub = isUsed ? undefined : { backgroundColor: ticketStub.fill };
  const bites =
    'before:absolute before:top-0 before:-left-3 before:size-6 before:rounded-full before:bg-bg after:absolute after:top-0 after:-right-3 after:size-6 after:rounded-full after:bg-bg';
  return (
    <div aria-hidden="true" className={`relative h-6 overflow-hidden ${bites}`}>
      <div className="paper h-3" />
      <div className={isUsed ? 'h-3 bg-surface-2' : 'h-3'} style={stub} />
      <div className="absolute inset-x-5 top-1/2 -mt-px border-t-2 border-dashed border-coal" />
    </div>
  );
}
