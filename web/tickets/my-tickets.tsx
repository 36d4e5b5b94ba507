import WifiOff from 'lucide-react/icons/wifi-off';
import { type ComponentType, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { dateText, timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { ticketStub } from '#shared/media/colours.ts';
import { coverRatios, coverUrl, eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { isAway, serverMessage } from '#web/lib/error-text.ts';
import { paint } from '#web/lib/paint.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { type Loaded, useLoad } from '#web/lib/use-load.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { DateText, WeekdayText } from '#web/ui/value-text.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Poster } from '#web/ui/picture.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { eventIdOf, loadTicketEvent, loadTickets, newestFirst, type OwnTickets, type TicketEvent } from './own-tickets.ts';
import { TicketStub } from './ticket-stub.tsx';

type MyTicketsProps = {
  /** Given when the network is already known to be missing: the device's copy is shown at once, and this tries again. */
  onRetry?: () => void;
  /** Tickets that were given to the account's address wait until it is proved. Undefined where the profile is not known. */
  isEmailProved?: boolean;
  /** Shows how many wait, with the way to prove the address. */
  WaitingNote?: ComponentType<{ count: number; onProved(): void }>;
  onProved?: () => void;
};

/** The own tickets, newest first, loaded when they are first shown and once more when the address is proved. */
export function MyTickets({ onRetry, isEmailProved, WaitingNote, onProved }: MyTicketsProps) {
  const { t } = useTranslation(['common', 'tickets', 'errors']);
  const section = useRef<HTMLElement>(null);
  const loaded = useLoad((signal) => loadTickets(signal, onRetry !== undefined), [isEmailProved]);
  const waiting = useLoad(isEmailProved === false ? countWaiting : undefined, []);
  const count = isEmailProved === false ? (waiting.data?.count ?? 0) : 0;
  const reload = () => {
    loaded.reload();
    if (waiting.state === 'failed') waiting.reload();
  };
  // The pressed button disappears.
  const finish = () => {
    onProved?.();
    setTimeout(() => section.current?.focus());
  };
  return (
    <section ref={section} tabIndex={-1} aria-label={t('tickets:title')} className="flex flex-col gap-6">
      {loaded.state === 'ready' && waiting.state === 'failed' && !isAway(waiting.error) && (
        <ErrorState message={serverMessage(waiting.error, t('tickets:fetch_failed'), t)} onRetry={waiting.reload} />
      )}
      {count > 0 && WaitingNote && <WaitingNote count={count} onProved={finish} />}
      <ShownTickets loaded={{ ...loaded, reload }} waiting={waiting.state === 'loading' ? undefined : count} onRetry={onRetry} />
    </section>
  );
}

const countWaiting = (signal: AbortSignal) => api.tickets.waiting({}, { signal });

type ShownTicketsProps = {
  loaded: Loaded<OwnTickets>;
  /** How many others wait for a proof; undefined until that is known. */
  waiting: number | undefined;
  onRetry: (() => void) | undefined;
};

function ShownTickets({ loaded, waiting, onRetry }: ShownTicketsProps) {
  const { t } = useTranslation(['common', 'tickets', 'errors']);
  const failure = loaded.state === 'failed' && (
    <ErrorState message={serverMessage(loaded.error, t('tickets:fetch_failed'), t)} onRetry={loaded.reload} />
  );
  if (!loaded.data) return failure || <LoadingTickets />;
  const { tickets: found, keptAt } = loaded.data;
  const tickets = newestFirst(found);
  if (!tickets) return <ErrorState message={t('tickets:unexpected_format')} onRetry={loaded.reload} />;
  if (tickets.length === 0) {
    if (failure) return failure;
    return loaded.state === 'loading' || waiting === undefined ? <LoadingTickets /> : waiting === 0 && <NoTickets />;
  }
  return (
    <>
      {failure}
      {keptAt !== undefined && <KeptNote keptAt={keptAt} onRetry={onRetry ?? loaded.reload} />}
      <TicketGrid tickets={tickets} isKept={keptAt !== undefined} />
    </>
  );
}

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,22.375rem),1fr))] gap-6';

function NoTickets() {
  const { t } = useTranslation(['common', 'tickets']);
  return (
    <EmptyState text={t('tickets:none')}>
      <LinkButton to={paths.events('upcoming')} look="secondary">
        {t('tickets:to_events')}
      </LinkButton>
    </EmptyState>
  );
}

function TicketGrid({ tickets, isKept }: { tickets: readonly TicketView[]; isKept: boolean }) {
  const { t } = useTranslation(['common', 'tickets']);
  return (
    <ul data-printed-alone aria-label={t('tickets:title')} className={`${grid} print:block`}>
      {tickets.map((ticket) => (
        <li
          key={ticket.id}
          className="w-full max-w-105 break-inside-avoid print:mx-auto print:break-after-page print:pt-[12mm] print:last:break-after-auto"
        >
          <TicketCard ticket={ticket} isKept={isKept} />
        </li>
      ))}
    </ul>
  );
}

function LoadingTickets() {
  const { t } = useTranslation(['common', 'tickets']);
  return (
    <div aria-busy="true" className={grid}>
      <p className="sr-only">{t('tickets:loading')}</p>
      <Skeleton className="h-160 w-full max-w-105" />
    </div>
  );
}

/**
 * Shows that the tickets are this device's copy, and how old it is. It is refreshed on request only: a code that is being scanned must not
 * disappear.
 */
function KeptNote({ keptAt, onRetry }: { keptAt: string; onRetry(): void }) {
  const { t } = useTranslation(['common', 'tickets']);
  const { language } = useLanguage();
  return (
    <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2">
      <output className="flex items-center gap-3">
        <WifiOff size={20} className="shrink-0 text-danger" />
        {t('tickets:kept', { date: dateText(keptAt, language, t), time: timeText(keptAt) })}
      </output>
      <Button look="quiet" size="small" onClick={onRetry}>
        {t('try_again')}
      </Button>
    </div>
  );
}

type TicketCardProps = {
  ticket: TicketView;
  /** The ticket comes from the device, because there is no network. */
  isKept: boolean;
};

/** A ticket in three parts: the event's paper, the perforation, the white stub. */
function TicketCard({ ticket, isKept }: TicketCardProps) {
  const eventId = eventIdOf(ticket);
  const isUsed = ticket.isUsedTicket;
  const event = useLoad(eventId === undefined ? undefined : (signal) => loadTicketEvent(eventId, signal, isKept), [eventId, isKept]);
  return (
    <article {...paint(eventTheme(eventId ?? ticket.id))} className="overflow-hidden">
      <div className={isUsed ? 'grayscale' : undefined}>
        {eventId !== undefined && <Poster src={coverUrl(eventId, '2x1')} {...coverRatios['2x1']} />}
        <div className={`paper min-h-40 px-5 pt-5 ${isUsed ? 'pb-14' : 'pb-5'}`}>
          <EventPart isMissing={eventId === undefined} event={event.data} hasFailed={event.state === 'failed'} onRetry={event.reload} />
        </div>
        <Perforation isUsed={isUsed} />
      </div>
      <TicketStub ticket={ticket} event={event.data} isKept={isKept} />
    </article>
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
