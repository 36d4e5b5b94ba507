import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import type { TransferView } from '#shared/tickets/transfers.contract.ts';
import { LogInFirst } from '#web/accounts/log-in-first.tsx';
import { OtherAccount } from '#web/accounts/other-account.tsx';
import { PosterPage } from '#web/accounts/poster-page.tsx';
import { DeadLink, mayRetry } from '#web/layout/dead-link.tsx';
import { useSession } from '#web/lib/browser-api.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useMailedToken } from '#web/lib/mailed-token.ts';
import type { Meta } from '#web/lib/page.ts';
import { forgetReturnTo, rememberReturnTo } from '#web/lib/return-to.ts';
import { forgetTab } from '#web/lib/tab-storage.ts';
import { toast } from '#web/lib/toast.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { NeedsScript, Problem, Skeleton } from '#web/ui/states.tsx';
import { needsProof, useCall } from '#web/lib/use-call.ts';
import { transfers } from './transfer-api.ts';
import { OfferedTicket } from './offered-ticket.tsx';

const NextEvents = lazy(() => import('#web/event-list/next-events.tsx'));
const ShortSignUp = lazy(() => import('#web/door-sale/short-sign-up.tsx'));
const ProveFirst = lazy(() => import('#web/accounts/prove-first.tsx'));

const TOKEN_KEY = 'rkali.ticket';

/** A ticket that a friend transfers. The token of the link is behind `#`, and is kept in the tab during the login. */
export default function TakeTicketPage() {
  const { t } = useTranslation(['common', 'transfers']);
  const token = useMailedToken({ tabKey: TOKEN_KEY, isHash: true });
  if (token === null) return <NoTicket message={t('transfers:take.no_token')} />;
  return token === undefined ? <Waiting /> : <Offered token={token} />;
}

export const meta: Meta = ({ t }) => ({ title: t('transfers:take.title'), path: paths.acceptTransfer });

function Offered({ token }: { token: string }) {
  const { t } = useTranslation(['common', 'transfers', 'errors']);
  const { data, state, error, reload } = useLoad((signal) => transfers.look({ body: { token } }, { signal }), [token]);
  if (data?.state === 'open') return <OpenTicket token={token} offer={data} reload={reload} />;
  if (data) return <NoTicket message={t(`transfers:take.states.${data.state}`)} />;
  if (state !== 'failed') return <Waiting />;
  return <NoTicket message={errorText(error, t)} onRetry={mayRetry(error) ? reload : undefined} />;
}

const column = 'flex min-h-dvh flex-col gap-8 *:w-full *:max-w-200';

/** Shown until it is known what the link opens. */
function Waiting() {
  const { t } = useTranslation(['common', 'transfers']);
  return (
    <PosterPage eventId={undefined} className={column}>
      <PageTitle>{t('transfers:take.title')}</PageTitle>
      <NeedsScript />
      <Skeleton className="h-96" />
    </PosterPage>
  );
}

/** Why there is nothing to take, and the way on. */
function NoTicket({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation(['common', 'transfers']);
  const { isSignedIn } = useSession();
  return (
    <DeadLink
      title={t('transfers:take.title')}
      message={message}
      onRetry={onRetry}
      to={isSignedIn ? paths.myTickets : paths.home}
      label={t(isSignedIn ? 'transfers:take.to_tickets' : 'transfers:take.to_home')}
    >
      <NextEvents />
    </DeadLink>
  );
}

type OpenTicketProps = { token: string; offer: TransferView; reload(): void };

function OpenTicket({ token, offer, reload }: OpenTicketProps) {
  const { t } = useTranslation(['common', 'transfers']);
  const { isSignedIn } = useSession();
  return (
    <PosterPage eventId={offer.event.id} className={column}>
      <PageTitle>{t('transfers:take.title')}</PageTitle>
      <p className="type-lead">
        {offer.left === null
          ? t('transfers:take.lead', { name: offer.from })
          : t('transfers:take.lead_claim', { name: offer.from, count: offer.left })}
      </p>
      <OfferedTicket offer={offer} />
      {offer.isVerifiedOnly && <p className="font-semibold">{t('transfers:take.verified_only')}</p>}
      {isSignedIn ? (
        <Take token={token} reload={reload} />
      ) : (
        <>
          <LogInFirst page={paths.acceptTransfer} text={t('transfers:take.log_in_first')} canRegister={offer.isVerifiedOnly} />
          {!offer.isVerifiedOnly && (
            <Suspense fallback={<Skeleton className="h-120 w-full" />}>
              <ShortSignUp token={token} page={paths.acceptTransfer} />
            </Suspense>
          )}
        </>
      )}
    </PosterPage>
  );
}

function Take({ token, reload }: { token: string; reload(): void }) {
  const { t } = useTranslation(['common', 'transfers', 'errors']);
  const navigate = useNavigate();
  const [isTaken, setTaken] = useState(false);
  const take = useCall(
    async () => {
      // An expired session leads to the login.
      rememberReturnTo(paths.acceptTransfer);
      const { isWaiting } = await transfers.take({ body: { token } });
      setTaken(true);
      forgetTab(TOKEN_KEY);
      forgetReturnTo();
      toast.success(t(isWaiting ? 'transfers:take.waiting' : 'transfers:take.taken'));
      await navigate(paths.myTickets, { replace: true });
    },
    { failed: t('errors:other'), onFailed: (error) => needsProof(error) || reload() },
  );
  const isUnproved = needsProof(take.failure);
  return (
    <div className="flex flex-col items-start gap-5">
      <Problem text={isUnproved ? undefined : take.problem} />
      {isUnproved ? (
        <Suspense fallback={<Skeleton className="h-60 w-full" />}>
          <ProveFirst onProved={take.run} />
        </Suspense>
      ) : (
        <Button isPending={take.isPending || isTaken} pendingLabel={t('transfers:take.taking')} onClick={take.run}>
          {t('transfers:take.take')}
        </Button>
      )}
      <OtherAccount page={paths.acceptTransfer} label={t('transfers:take.other_account')} />
    </div>
  );
}
