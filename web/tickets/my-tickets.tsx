import WifiOff from 'lucide-react/icons/wifi-off';
import { type ComponentType, lazy, Suspense, useRef } from 'react';
import { dateText, timeText } from '#shared/dates.ts';
import { ApiError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { ClaimsView } from '#shared/tickets/claims.contract.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { isAway, serverMessage } from '#web/lib/error-text.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { type Loaded, useLoad } from '#web/lib/use-load.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { claims } from './transfer-api.ts';
import { loadTickets, newestFirst, type OwnTickets } from './own-tickets.ts';
import { TicketCard } from './ticket-card.tsx';

const Claims = lazy(() => import('./claims.tsx'));

type MyTicketsProps = {
  /** Given when the network is known to be missing: the device's copy is shown at once, and this retries. */
  onRetry?: () => void;
  /** Tickets given to the account's address wait until it is proved. Undefined if the profile is not known. */
  isEmailProved?: boolean;
  /** Shows how many tickets wait, with the way to prove the address. */
  WaitingNote?: ComponentType<{ count: number; onProved(): void }>;
  onProved?: () => void;
};

/** The user's tickets, newest first, loaded when they are first shown and again when the address is proved. */
export function MyTickets({ onRetry, isEmailProved, WaitingNote, onProved }: MyTicketsProps) {
  const { t } = useTranslation(['common', 'tickets', 'errors']);
  const section = useRef<HTMLElement>(null);
  const loaded = useLoad((signal) => loadTickets(signal, onRetry !== undefined), [isEmailProved]);
  const friends = useLoad(onRetry === undefined ? loadClaims : undefined, [isEmailProved]);
  const { data: view } = friends;
  const shown = view && view.groups.length + view.waiting.length > 0 ? view : undefined;
  const hasFailed = friends.state === 'failed' && !isUnknown(friends.error);
  const waiting = useLoad(isEmailProved === false ? countWaiting : undefined, []);
  const count = isEmailProved === false ? (waiting.data?.count ?? 0) : 0;
  const reload = () => {
    loaded.reload();
    if (friends.state === 'failed') friends.reload();
    if (waiting.state === 'failed') waiting.reload();
  };
  // The pressed button disappears, as it does when a place is kept.
  const finish = () => {
    onProved?.();
    setTimeout(() => section.current?.focus());
  };
  const keep = () => {
    loaded.reload();
    setTimeout(() => section.current?.focus());
  };
  return (
    <section ref={section} tabIndex={-1} aria-label={t('tickets:title')} className="flex flex-col gap-6">
      {loaded.state === 'ready' && waiting.state === 'failed' && !isAway(waiting.error) && (
        <ErrorState message={serverMessage(waiting.error, t('tickets:fetch_failed'), t)} onRetry={waiting.reload} />
      )}
      {count > 0 && WaitingNote && <WaitingNote count={count} onProved={finish} />}
      {loaded.state === 'ready' && loaded.data?.storedAt === undefined && hasFailed && (
        <ErrorState message={serverMessage(friends.error, t('tickets:friends_failed'), t)} onRetry={friends.reload} />
      )}
      {shown && (
        <Suspense fallback={<Skeleton className="h-60 w-full max-w-200" />}>
          <Claims view={shown} show={friends.show} reload={friends.reload} onKept={keep} />
        </Suspense>
      )}
      <ShownTickets
        loaded={{ ...loaded, reload }}
        waiting={waiting.state === 'loading' || friends.state === 'loading' ? undefined : count + (shown || hasFailed ? 1 : 0)}
        onRetry={onRetry}
      />
    </section>
  );
}

async function loadClaims(signal: AbortSignal): Promise<ClaimsView> {
  const view: unknown = await claims.mine({}, { signal });
  if (!isClaimsView(view)) throw new Error('The answer is no list of places for friends.');
  return view;
}

/** Only the lists are validated here, as those of the tickets are. */
const isClaimsView = (view: unknown): view is ClaimsView =>
  typeof view === 'object' &&
  view !== null &&
  'groups' in view &&
  Array.isArray(view.groups) &&
  'waiting' in view &&
  Array.isArray(view.waiting);

/** A server with only the specification's calls has no tickets for friends. */
const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const countWaiting = (signal: AbortSignal) => api.tickets.waiting({}, { signal });

type ShownTicketsProps = {
  loaded: Loaded<OwnTickets>;
  /** How many more tickets wait for a proof of the address, a name or the verification; undefined until that is known. */
  waiting: number | undefined;
  onRetry: (() => void) | undefined;
};

function ShownTickets({ loaded, waiting, onRetry }: ShownTicketsProps) {
  const { t } = useTranslation(['common', 'tickets', 'errors']);
  const failure = loaded.state === 'failed' && (
    <ErrorState message={serverMessage(loaded.error, t('tickets:fetch_failed'), t)} onRetry={loaded.reload} />
  );
  if (!loaded.data) return failure || <LoadingTickets />;
  const { tickets: found, storedAt } = loaded.data;
  const tickets = newestFirst(found);
  if (!tickets) return <ErrorState message={t('tickets:unexpected_format')} onRetry={loaded.reload} />;
  if (tickets.length === 0) {
    if (failure) return failure;
    return loaded.state === 'loading' || waiting === undefined ? <LoadingTickets /> : waiting === 0 && <NoTickets />;
  }
  return (
    <>
      {failure}
      {storedAt !== undefined && <StoredNote storedAt={storedAt} onRetry={onRetry ?? loaded.reload} />}
      <TicketGrid tickets={tickets} isStored={storedAt !== undefined} />
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

function TicketGrid({ tickets, isStored }: { tickets: readonly TicketView[]; isStored: boolean }) {
  const { t } = useTranslation(['common', 'tickets']);
  return (
    <ul data-printed-alone aria-label={t('tickets:title')} className={`${grid} print:block`}>
      {tickets.map((ticket) => (
        <li
          key={ticket.id}
          className={`w-full break-inside-avoid print:mx-auto print:break-after-page print:pt-[12mm] print:last:break-after-auto ${ticket.isUsedTicket ? 'max-w-105' : 'col-span-full max-w-200 print:max-w-105'}`}
        >
          <TicketCard ticket={ticket} isStored={isStored} />
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
      <Skeleton className="col-span-full h-160 w-full max-w-200 tablet:h-112" />
    </div>
  );
}

/**
 * Shows that the tickets are this device's copy, and its age. It is refreshed on request only: a code that is being scanned must not
 * disappear.
 */
function StoredNote({ storedAt, onRetry }: { storedAt: string; onRetry(): void }) {
  const { t } = useTranslation(['common', 'tickets']);
  const { language } = useLanguage();
  return (
    <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2">
      <output className="flex items-center gap-3">
        <WifiOff size={20} className="shrink-0 text-danger" />
        {t('tickets:saved_copy', { date: dateText(storedAt, language, t), time: timeText(storedAt) })}
      </output>
      <Button look="quiet" size="small" onClick={onRetry}>
        {t('try_again')}
      </Button>
    </div>
  );
}
