import { type Ref, useEffect, useRef, useState } from 'react';
import type { OwnSecurityEventView } from '#shared/accounts/accounts.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, TimeText } from '#web/ui/value-text.tsx';
import { securityEventText } from './security-event-text.ts';

/** Sign-ins and changes of the account, latest first, so that its owner notices the acts of others. */
export function OwnSecurityEvents() {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const { latest, events, older } = useOwnEvents();
  const heading = useRef<HTMLHeadingElement>(null);
  const firstOlder = useRef<HTMLLIElement>(null);
  const { shown } = older;
  // The pressed button moves down with each page and disappears with the last one.
  useEffect(() => {
    if (shown > 0) (firstOlder.current ?? heading.current)?.focus();
  }, [shown]);
  return (
    <section aria-labelledby="own-events" className="flex flex-col gap-6">
      <h3 ref={heading} id="own-events" tabIndex={-1} className="type-lead font-bold">
        {t('accounts:security.events_title')}
      </h3>
      <p className="type-body text-muted">{t('accounts:security.events_lead')}</p>
      {latest.state === 'failed' && <ErrorState message={serverMessage(latest.error, t('errors:other'), t)} onRetry={latest.reload} />}
      {latest.state === 'loading' && !latest.data && <Skeleton className="h-40 w-full" />}
      {latest.data && events.length === 0 && <p className="type-body text-muted">{t('accounts:security.no_events')}</p>}
      {events.length > 0 && (
        <ul aria-labelledby="own-events" className="border-t border-hairline">
          {events.map((event) => (
            <SecurityEvent key={event.id} ref={event.id === older.firstId ? firstOlder : undefined} event={event} />
          ))}
        </ul>
      )}
      {older.failure !== undefined && <ErrorState message={serverMessage(older.failure, t('errors:other'), t)} />}
      {older.areThere && (
        <div>
          <Button look="secondary" size="small" isPending={older.isLoading} pendingLabel={t('loading')} onClick={() => void older.load()}>
            {t('accounts:security.older_events')}
          </Button>
        </div>
      )}
    </section>
  );
}

const PAGE = 20;
type Page = { events: OwnSecurityEventView[]; hasOlder: boolean };

/** Reads one event more than a page has, to learn whether there are older ones. */
async function readPage(before: number | undefined, options: { signal?: AbortSignal } = {}): Promise<Page> {
  const found = await api.security.events({ before, limit: PAGE + 1 }, options);
  return { events: found.slice(0, PAGE), hasOlder: found.length > PAGE };
}

/** The latest page, and the earlier ones that were requested. `shown`: how many of them; `firstId`: the first event of the last page. */
function useOwnEvents() {
  const latest = useLoad((signal) => readPage(undefined, { signal }), []);
  const [pages, setPages] = useState<Page[]>([]);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const all = latest.data ? [latest.data, ...pages] : [];
  const events = all.flatMap((page) => page.events);
  const load = async () => {
    setLoading(true);
    setFailure(undefined);
    try {
      const page = await readPage(events.at(-1)?.id);
      setPages((before) => [...before, page]);
    } catch (error) {
      setFailure(error);
    }
    setLoading(false);
  };
  const areThere = all.at(-1)?.hasOlder ?? false;
  return { latest, events, older: { areThere, shown: pages.length, firstId: pages.at(-1)?.events[0]?.id, isLoading, failure, load } };
}

type SecurityEventProps = { event: OwnSecurityEventView; ref: Ref<HTMLLIElement> | undefined };

function SecurityEvent({ event: { at, kind, device, network }, ref }: SecurityEventProps) {
  const { t } = useTranslation(['common', 'accounts']);
  // The club's own acts on the account have neither.
  const place = network === null ? device : `${device ?? t('accounts:security.unknown_device')} · ${network}`;
  return (
    <li ref={ref} tabIndex={-1} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-hairline py-3">
      <div>
        <p className="font-semibold">{securityEventText(kind, t)}</p>
        {place !== null && <p className="type-small wrap-anywhere text-muted">{place}</p>}
      </div>
      <p className="type-small text-muted">
        <DateText at={at} />, <TimeText at={at} />
      </p>
    </li>
  );
}
