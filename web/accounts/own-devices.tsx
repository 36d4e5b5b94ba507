import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionView } from '#shared/accounts/security.views.ts';
import { serverMessage } from '#web/lib/server-message.ts';
import type { Loaded } from '#web/lib/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { DateText, TimeText } from '#web/ui/date-text.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LogoutEverywhere } from './logout-everywhere.tsx';
import { useEndSession } from './use-end-session.ts';

/** Where the guest is signed in, the latest use first; each device but this one can be logged out from here. */
export function OwnDevices({ sessions }: { sessions: Loaded<SessionView[]> }) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const heading = useRef<HTMLHeadingElement>(null);
  // The row that held the focus goes with its device.
  const ended = () => {
    heading.current?.focus();
    sessions.reload();
  };
  return (
    <section aria-labelledby="own-devices" className="flex flex-col gap-6">
      <h3 ref={heading} id="own-devices" tabIndex={-1} className="type-lead font-bold">
        {t('accounts:security.devices_title')}
      </h3>
      <p className="type-body text-muted">{t('accounts:security.devices_lead')}</p>
      {sessions.state === 'failed' && (
        <ErrorState message={serverMessage(sessions.error, t('errors:other'), t)} onRetry={sessions.reload} />
      )}
      {sessions.state === 'loading' && !sessions.data && <Skeleton className="h-40 w-full" />}
      {sessions.data && (
        <ul aria-labelledby="own-devices" className="border-t border-hairline">
          {sessions.data.map((session) => (
            <Device key={session.id} session={session} onEnded={ended} />
          ))}
        </ul>
      )}
      <LogoutEverywhere />
    </section>
  );
}

function Device({ session, onEnded }: { session: SessionView; onEnded(): void }) {
  const { t } = useTranslation(['common', 'accounts']);
  const usedId = useId();
  const { end, isEnding } = useEndSession(onEnded);
  const name = session.device ?? t('accounts:security.unknown_device');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-hairline py-4">
      <div className="flex flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {name}
          {session.isCurrent && (
            <span className="type-small border border-ok px-2 py-0.5 text-ok">{t('accounts:security.this_device')}</span>
          )}
        </p>
        <p id={usedId} className="type-small text-muted">
          {t('accounts:security.last_used')}: <DateText at={session.lastUsedAt} />, <TimeText at={session.lastUsedAt} />
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          look="secondary"
          size="small"
          aria-label={t('accounts:security.log_out_of', { device: name })}
          aria-describedby={usedId}
          isPending={isEnding}
          pendingLabel={t('accounts:security.logging_out')}
          onClick={() => void end(session.id, name)}
        >
          {t('accounts:security.log_out')}
        </Button>
      )}
    </li>
  );
}
