import { useTranslation } from 'react-i18next';
import type { OwnSecurityEventView } from '#shared/accounts/accounts.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { DateText, TimeText } from '#web/ui/value-text.tsx';
import { securityEventText } from './security-event-text.ts';

/** The latest sign-ins and changes of the own account, so that its owner notices what somebody else did. */
export function OwnSecurityEvents() {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const events = useLoad((signal) => api.security.events({}, { signal }), []);
  return (
    <section aria-labelledby="own-events" className="flex flex-col gap-6">
      <h3 id="own-events" className="type-lead font-bold">
        {t('accounts:security.events_title')}
      </h3>
      <p className="type-body text-muted">{t('accounts:security.events_lead')}</p>
      {events.state === 'failed' && <ErrorState message={serverMessage(events.error, t('errors:other'), t)} onRetry={events.reload} />}
      {events.state === 'loading' && !events.data && <Skeleton className="h-40 w-full" />}
      {events.data?.length === 0 && <p className="type-body text-muted">{t('accounts:security.no_events')}</p>}
      {events.data && events.data.length > 0 && (
        <ul aria-labelledby="own-events" className="border-t border-hairline">
          {events.data.map((event) => (
            <SecurityEvent key={event.id} event={event} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SecurityEvent({ event: { at, kind, device, network } }: { event: OwnSecurityEventView }) {
  const { t } = useTranslation(['common', 'accounts']);
  // What the club did to the account has neither.
  const place = network === null ? device : `${device ?? t('accounts:security.unknown_device')} · ${network}`;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-hairline py-3">
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
