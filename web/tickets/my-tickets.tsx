import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { serverMessage } from '#web/lib/server-message.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TicketCard } from './ticket-card.tsx';
import { newestFirst } from './ticket-list.ts';

/** The own tickets, newest first; loaded when it is first shown. */
export function MyTickets() {
  const { t } = useTranslation(['common', 'tickets', 'errors']);
  const loaded = useLoad((signal) => api.tickets.mine({}, { signal }), []);
  if (loaded.state === 'failed')
    return <ErrorState message={serverMessage(loaded.error, t('tickets:fetch_failed'), t)} onRetry={loaded.reload} />;
  if (loaded.state !== 'ready') return <LoadingTickets />;
  const tickets = newestFirst(loaded.data);
  if (!tickets) return <ErrorState message={t('tickets:unexpected_format')} onRetry={loaded.reload} />;
  if (tickets.length > 0) return <TicketGrid tickets={tickets} />;
  return (
    <EmptyState text={t('tickets:none')}>
      <LinkButton to={paths.events('upcoming')} look="secondary">
        {t('tickets:to_events')}
      </LinkButton>
    </EmptyState>
  );
}

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,22.375rem),1fr))] gap-6';

function TicketGrid({ tickets }: { tickets: readonly TicketView[] }) {
  const { t } = useTranslation(['common', 'tickets']);
  return (
    <ul aria-label={t('tickets:title')} className={grid}>
      {tickets.map((ticket) => (
        <li key={ticket.id} className="w-full max-w-105 print:break-after-page">
          <TicketCard ticket={ticket} />
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
