import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { invitationsContract } from '#shared/accounts/invitations.contract.ts';
import { createClient, type OutputOf } from '#shared/contract.ts';
import { dateText, timeText } from '#shared/dates.ts';
import { ApiError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { zoneText } from '#shared/time-zone.ts';
import { sendAsUser, useSession } from '#web/lib/browser-api.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useMailedToken } from '#web/lib/mailed-token.ts';
import type { Meta } from '#web/lib/page.ts';
import { forgetReturnTo, rememberReturnTo } from '#web/lib/return-to.ts';
import { forgetTab } from '#web/lib/tab-storage.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useCall } from '#web/lib/use-call.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { ErrorState, NeedsScript, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { OtherAccount } from './other-account.tsx';

const { invitations } = createClient({ invitations: invitationsContract }, sendAsUser);

const TOKEN_KEY = 'rkali.invitation';

type Offer = OutputOf<(typeof invitationsContract)['read']['shape']>;

const JoinTeam = lazy(async () => ({ default: (await import('./join-team.tsx')).JoinTeam }));
const SetUp = lazy(async () => ({ default: (await import('./set-up.tsx')).SetUp }));

/** The page of a mailed team invitation, which the account of its address accepts. A token behind `#` makes the first Owner. */
export default function InvitationPage() {
  const { t } = useTranslation(['common', 'accounts']);
  const token = useMailedToken({ tabKey: TOKEN_KEY });
  const setUpToken = useMailedToken({ isHash: true });
  if (typeof setUpToken === 'string')
    return (
      <PageBody className="flex min-h-(--view) flex-col gap-8 *:w-full *:max-w-162">
        <Suspense fallback={<Skeleton className="h-96" />}>
          <SetUp token={setUpToken} />
        </Suspense>
      </PageBody>
    );
  return (
    <PageBody className="flex min-h-(--view) flex-col gap-8 *:w-full *:max-w-162">
      <PageTitle>{t('accounts:invitation.title')}</PageTitle>
      <NeedsScript />
      {token === null && <NoInvitation message={t('accounts:invitation.no_token')} />}
      {typeof token === 'string' && <Invitation token={token} />}
    </PageBody>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('accounts:invitation.title'), path: paths.invitation });

function Invitation({ token }: { token: string }) {
  const { t } = useTranslation(['common', 'errors']);
  const offer = useLoad((signal) => invitations.read({ body: { token } }, { signal }), [token]);
  const hasEnded = offer.state === 'failed' && isEnded(offer.error);
  // A later login must not lead back to a link that opens nothing.
  useEffect(() => {
    if (hasEnded) forgetReturnTo();
  }, [hasEnded]);
  if (offer.data) return <OpenInvitation token={token} offer={offer.data} />;
  if (offer.state !== 'failed') return <Skeleton className="h-96" />;
  return <NoInvitation message={errorText(offer.error, t)} onRetry={hasEnded ? undefined : offer.reload} />;
}

/** Used, expired, withdrawn or unknown: a retry would not help. */
const isEnded = (error: unknown): boolean => error instanceof ApiError && [400, 409].includes(error.status);

/** Why there is nothing to accept, and the way on. */
function NoInvitation({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation(['common', 'accounts']);
  const { isSignedIn } = useSession();
  return (
    <div className="flex flex-col items-start gap-6">
      <div className="w-full">
        <ErrorState message={message} onRetry={onRetry} />
      </div>
      <LinkButton look="secondary" to={isSignedIn ? paths.profile : paths.home}>
        {t(isSignedIn ? 'accounts:invitation.to_profile' : 'accounts:invitation.to_home')}
      </LinkButton>
    </div>
  );
}

function OpenInvitation({ token, offer }: { token: string; offer: Offer }) {
  const { t } = useTranslation(['common', 'accounts', 'staff']);
  const { language } = useLanguage();
  const { isSignedIn } = useSession();
  const { email, roles, invitedBy, expiresAt } = offer;
  return (
    <>
      <div className="flex flex-col gap-5">
        <p className="type-lead">{t('accounts:invitation.lead', { name: invitedBy })}</p>
        <ul className="border-t border-hairline">
          {roles.map((role) => (
            <li key={role} className="flex flex-col gap-1 border-b border-hairline py-3">
              <strong>{t(`staff:roles.${role}`)}</strong>
              <span className="text-muted">{t(`staff:role_texts.${role}`)}</span>
            </li>
          ))}
        </ul>
        <p className="wrap-anywhere">
          {t('accounts:invitation.address', { email })}{' '}
          <span className="text-muted">
            {t('accounts:invitation.until', { date: dateText(expiresAt, language, t), time: timeText(expiresAt), zone: zoneText(t) })}
          </span>
        </p>
      </div>
      {isSignedIn ? (
        <Accept token={token} />
      ) : (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <JoinTeam token={token} tabKey={TOKEN_KEY} />
        </Suspense>
      )}
    </>
  );
}

const isForOther = (error: unknown): boolean => error instanceof ApiError && error.body.code === 'invitation_of_other';

function Accept({ token }: { token: string }) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const navigate = useNavigate();
  // Pressing again after a lost answer gets the same answer.
  const [idempotencyKey] = useState(() => crypto.randomUUID());

  const accept = async () => {
    // An expired session leads to the login.
    rememberReturnTo(paths.invitation);
    await invitations.accept({ body: { token } }, { idempotencyKey });
    forgetTab(TOKEN_KEY);
    forgetReturnTo();
    toast.success(t('accounts:invitation.accepted'));
    await navigate(paths.staff, { replace: true });
  };
  const { isPending, failure, run } = useCall(accept, { onFailed: (error) => isForOther(error) && forgetReturnTo() });
  const isOfOther = isForOther(failure);
  const message = useRef<HTMLDivElement>(null);
  // The button that had the focus disappears.
  useEffect(() => {
    if (isOfOther) message.current?.focus();
  }, [isOfOther]);
  return (
    <div className="flex flex-col items-start gap-5">
      {failure !== undefined && (
        <div ref={message} tabIndex={-1} className="w-full wrap-anywhere">
          <ErrorState message={errorText(failure, t)} />
        </div>
      )}
      {!isOfOther && (
        <Button isPending={isPending} pendingLabel={t('accounts:invitation.accepting')} onClick={run}>
          {t('accounts:invitation.accept')}
        </Button>
      )}
      <OtherAccount page={paths.invitation} label={t('accounts:invitation.other_account')} />
    </div>
  );
}
