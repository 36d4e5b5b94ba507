import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { dateText, timeText, weekdayText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { coverRatios, coverUrl } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import type { TransferView } from '#shared/tickets/handover.contract.ts';
import { LogInFirst } from '#web/accounts/log-in-first.tsx';
import { OtherAccount } from '#web/accounts/other-account.tsx';
import { useSession } from '#web/lib/browser-api.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useMailedToken } from '#web/lib/mailed-token.ts';
import type { Meta } from '#web/lib/page.ts';
import { forgetReturnTo, rememberReturnTo } from '#web/lib/return-to.ts';
import { forgetTab } from '#web/lib/tab-storage.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { Poster } from '#web/ui/picture.tsx';
import { ErrorState, NeedsScript, Problem, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { handover } from './handover-api.ts';
import { useWork } from '#web/lib/use-work.ts';

const ProveFirst = lazy(() => import('#web/accounts/prove-first.tsx'));

const TOKEN_KEY = 'rkali.ticket';

/** A ticket that a friend passes on. The token of the link stands behind `#`, and stays in the tab over the login. */
export default function TakeTicketPage() {
  const { t } = useTranslation(['common', 'handover']);
  const token = useMailedToken({ tabKey: TOKEN_KEY, isHash: true });
  return (
    <PageBody className="flex min-h-dvh flex-col gap-8 *:w-full *:max-w-162">
      <PageTitle>{t('handover:take.title')}</PageTitle>
      <NeedsScript />
      {token === null && <NoTicket message={t('handover:take.no_token')} />}
      {typeof token === 'string' && <OfferedTicket token={token} />}
    </PageBody>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('handover:take.title'), path: paths.takeTicket });

function OfferedTicket({ token }: { token: string }) {
  const { t } = useTranslation(['common', 'handover', 'errors']);
  const { data, state, error, reload } = useLoad((signal) => handover.look({ body: { token } }, { signal }), [token]);
  if (data?.state === 'open') return <OpenTicket token={token} offer={data} reload={reload} />;
  if (data) return <NoTicket message={t(`handover:take.states.${data.state}`)} />;
  if (state !== 'failed') return <Skeleton className="h-96" />;
  return <NoTicket message={errorText(error, t)} onRetry={reload} />;
}

/** Why there is nothing to take, and the way on. */
function NoTicket({ message, onRetry }: { message: string; onRetry?: () => void }) {
  const { t } = useTranslation(['common', 'handover']);
  const { isSignedIn } = useSession();
  return (
    <div className="flex flex-col items-start gap-6">
      <div className="w-full">
        <ErrorState message={message} onRetry={onRetry} />
      </div>
      <LinkButton look="secondary" to={isSignedIn ? paths.myTickets : paths.home}>
        {t(isSignedIn ? 'handover:take.to_tickets' : 'handover:take.to_home')}
      </LinkButton>
    </div>
  );
}

type OpenTicketProps = { token: string; offer: TransferView; reload(): void };

function OpenTicket({ token, offer, reload }: OpenTicketProps) {
  const { t } = useTranslation(['common', 'handover']);
  const { language } = useLanguage();
  const { isSignedIn } = useSession();
  const { event, from, until } = offer;
  const release = eventName({ name: offer.releaseName, nameLat: offer.releaseNameLat }, language);
  return (
    <>
      <p className="type-lead">{t('handover:take.lead', { name: from })}</p>
      <div className="flex flex-col gap-4 bg-surface-1">
        <Poster src={coverUrl(event.id, '2x1')} {...coverRatios['2x1']} />
        <div className="flex flex-col gap-1 p-5">
          <strong className="type-display-s wrap-anywhere">{eventName(event, language)}</strong>
          <span>
            {weekdayText(event.startDate, t)}, {dateText(event.startDate, language, t)}, {timeText(event.startDate)}
          </span>
          <span className="text-muted">{release}</span>
        </div>
      </div>
      {offer.isVerifiedOnly && <p className="font-semibold">{t('handover:take.verified_only')}</p>}
      {isSignedIn ? <Take token={token} reload={reload} /> : <LogInFirst page={paths.takeTicket} text={t('handover:take.log_in_first')} />}
      <p className="type-small text-muted">{t('handover:take.until', { date: dateText(until, language, t), time: timeText(until) })}</p>
    </>
  );
}

function Take({ token, reload }: { token: string; reload(): void }) {
  const { t } = useTranslation(['common', 'handover', 'errors']);
  const navigate = useNavigate();
  const [isTaken, setTaken] = useState(false);
  const take = useWork(
    async () => {
      // A session that is over leads to the login.
      rememberReturnTo(paths.takeTicket);
      await handover.take({ body: { token } });
      setTaken(true);
      forgetTab(TOKEN_KEY);
      forgetReturnTo();
      toast.success(t('handover:take.taken'));
      await navigate(paths.myTickets, { replace: true });
    },
    t('errors:other'),
    reload,
  );
  return (
    <div className="flex flex-col items-start gap-5">
      <Problem text={take.problem} />
      {take.needsProof ? (
        <Suspense fallback={<Skeleton className="h-60 w-full" />}>
          <ProveFirst onProved={take.run} />
        </Suspense>
      ) : (
        <Button isPending={take.isRunning || isTaken} pendingLabel={t('handover:take.taking')} onClick={take.run}>
          {t('handover:take.take')}
        </Button>
      )}
      <OtherAccount page={paths.takeTicket} label={t('handover:take.other_account')} />
    </div>
  );
}
