import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SessionView } from '#shared/accounts/accounts.contract.ts';
import { ApiError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { api, session } from '#web/lib/browser-api.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { forgetReturnTo } from '#web/lib/return-to.ts';
import { toast } from '#web/lib/toast.ts';
import { useCall } from '#web/lib/use-call.ts';
import type { Loaded } from '#web/lib/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, TimeText } from '#web/ui/value-text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';

/** The guest's sessions, last used first; all but the present one can be ended here. */
export function OwnDevices({ sessions }: { sessions: Loaded<SessionView[]> }) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const heading = useRef<HTMLHeadingElement>(null);
  // The row that had the focus disappears with its session.
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
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const usedId = useId();
  const name = session.device ?? t('accounts:security.unknown_device');
  const end = async () => {
    await api.security.endSession({ id: session.id }).catch(acceptGone);
    toast.success(t('accounts:security.device_out', { device: name }));
    onEnded();
  };
  const ending = useCall(end, {
    failed: t('accounts:security.log_out_failed'),
    onFailed: (_, problem) => toast.error(problem),
  });
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
          isPending={ending.isPending}
          pendingLabel={t('accounts:security.logging_out')}
          onClick={ending.run}
        >
          {t('accounts:security.log_out')}
        </Button>
      )}
    </li>
  );
}

/** Ends every session after a confirmation. Unlike a plain logout it succeeds only when the server confirms it. */
function LogoutEverywhere() {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const leave = async () => {
    await api.security.logoutEverywhere();
    session.signOut();
    forgetReturnTo();
    toast.info(t('accounts:security.everywhere_done'));
    await navigate(paths.login);
  };
  const leaving = useCall(leave, {
    failed: t('accounts:security.log_out_failed'),
    onFailed(_, problem) {
      setAsking(false);
      toast.error(problem);
    },
  });

  return (
    <div>
      <Button look="secondary" className="wrap-anywhere" onClick={() => setAsking(true)}>
        {t('accounts:security.everywhere')}
      </Button>
      {isAsking && (
        <Dialog title={t('accounts:security.everywhere_title')} className="flex flex-col gap-5 p-5" onClose={() => setAsking(false)}>
          <p className="type-body">{t('accounts:security.everywhere_text')}</p>
          <div className="flex flex-wrap gap-4">
            <Button look="danger" isPending={leaving.isPending} pendingLabel={t('accounts:security.logging_out')} onClick={leaving.run}>
              {t('accounts:security.everywhere')}
            </Button>
            <Button look="secondary" onClick={() => setAsking(false)}>
              {t('accounts:profile.cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** A session that has already ended counts as success. */
function acceptGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
