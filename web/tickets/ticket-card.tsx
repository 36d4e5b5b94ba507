import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { timeText } from '#shared/dates.ts';
import { editionOf } from '#shared/media/cover-state.ts';
import { coverRatios, coverUrl, eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { useNow } from '#web/lib/now.tsx';
import { paint } from '#web/lib/paint.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { Poster } from '#web/ui/picture.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { EventLines } from './event-lines.tsx';
import { OpenTicket } from './open-ticket.tsx';
import { eventIdOf, loadTicketEvent, type TicketEvent } from './own-tickets.ts';
import { TicketStub } from './ticket-stub.tsx';

type TicketCardProps = {
  ticket: TicketView;
  /** The ticket is the device's copy, because there is no network. */
  isStored: boolean;
};

/** A ticket in three parts: the event's paper, the perforation, the white stub. */
export function TicketCard({ ticket, isStored }: TicketCardProps) {
  const eventId = eventIdOf(ticket);
  const event = useLoad(eventId === undefined ? undefined : (signal) => loadTicketEvent(eventId, signal, isStored), [eventId, isStored]);
  const lines = (
    <EventPart isMissing={eventId === undefined} event={event.data} hasFailed={event.state === 'failed'} onRetry={event.reload} />
  );
  return ticket.isUsedTicket ? (
    <UsedTicket ticket={ticket} eventId={eventId} event={event.data}>
      {lines}
    </UsedTicket>
  ) : (
    <OpenTicket ticket={ticket} eventId={eventId} event={event.data} isStored={isStored}>
      {lines}
    </OpenTicket>
  );
}

type UsedTicketProps = { ticket: TicketView; eventId: number | undefined; event: TicketEvent | undefined; children: ReactNode };

/** Grey until its event is over, then in colour as a keepsake. */
function UsedTicket({ ticket, eventId, event, children }: UsedTicketProps) {
  const now = useNow();
  const isKeepsake = event?.endDate !== undefined && Date.parse(event.endDate) < now.getTime();
  return (
    <article {...paint(eventTheme(eventId ?? ticket.id))} className="overflow-hidden">
      <div className={isKeepsake ? undefined : 'grayscale'}>
        {eventId !== undefined && (
          <div className="relative">
            <Poster src={coverUrl(eventId, '2x1', editionOf(ticket.id))} {...coverRatios['2x1']} />
            {isKeepsake && ticket.usedAt && <EntryStamp at={ticket.usedAt} />}
          </div>
        )}
        <div className="paper pb-9">{children}</div>
        <Perforation />
      </div>
      <TicketStub ticket={ticket} event={event} isStored={false} />
    </article>
  );
}

/** After its event a used ticket is in colour again, stamped with the minute of the entry. */
function EntryStamp({ at }: { at: string }) {
  const { t } = useTranslation('tickets');
  return (
    <p className="entry-stamp">
      <span className="sr-only">{t('entered')} </span>
      {timeText(at)}
    </p>
  );
}

type EventPartProps = { isMissing: boolean; event: TicketEvent | undefined; hasFailed: boolean; onRetry(): void };

function EventPart({ isMissing, event, hasFailed, onRetry }: EventPartProps) {
  const { t } = useTranslation(['common', 'tickets']);
  if (isMissing) return <Trouble message={t('tickets:event_missing')} />;
  if (!event && hasFailed) return <Trouble message={t('tickets:event_failed')} onRetry={onRetry} />;
  if (!event) return <Skeleton className="m-5 h-30 opacity-30" />;
  return (
    <EventLines as="h3" event={event} doors={t('tickets:doors', { time: timeText(event.startDate) })}>
      <Link to={paths.event(event.id)} className="link type-meta -my-2.5 inline-flex min-h-11 items-center font-semibold no-print">
        {t('tickets:to_event')}
      </Link>
    </EventLines>
  );
}

/** On coal, because the danger colour is not used on coloured paper. */
function Trouble({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div className="off-paper m-5 bg-bg text-text">
      <ErrorState message={message} onRetry={onRetry} />
    </div>
  );
}

/** Two round notches at the edges and a dashed line between them, half on the paper and half on the stub. */
function Perforation() {
  const bites =
    'before:absolute before:top-0 before:-left-3 before:size-6 before:rounded-full before:bg-bg after:absolute after:top-0 after:-right-3 after:size-6 after:rounded-full after:bg-bg';
  return (
    <div aria-hidden="true" className={`relative h-6 overflow-hidden ${bites}`}>
      <div className="paper h-3" />
      <div className="h-3 bg-surface-2" />
      <div className="absolute inset-x-5 top-1/2 -mt-px border-t-2 border-dashed border-coal" />
    </div>
  );
}
