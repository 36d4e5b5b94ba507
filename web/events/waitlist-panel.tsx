import { type ComponentType, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { createClient } from '#shared/contract.ts';
import { timeText } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { waitlistContract, type WaitlistView } from '#shared/waitlist/waitlist.contract.ts';
import { sendAsUser, useSession } from '#web/lib/browser-api.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { rememberReturnTo } from '#web/lib/return-to.ts';
import { useSite } from '#web/lib/site.tsx';
import { toast } from '#web/lib/toast.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { needsProof, useCall } from '#web/lib/use-call.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Select } from '#web/ui/fields.tsx';
import { ErrorState, Problem, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const { waitlist } = createClient({ waitlist: waitlistContract }, sendAsUser);

type PanelProps = {
  eventId: number;
  /** If false, only guests on the waitlist see anything. */
  isSoldOut: boolean;
  /** Asks the guest to prove the address to which an offer is mailed. */
  ProveFirst: ComponentType<{ onProved(): void }>;
};

/** The waitlist of an event: joining while it is sold out, the guest's place in line, an offer, leaving. */
export default function WaitlistPanel(props: PanelProps) {
  // The page of an event loads without these texts.
  const { ready } = useTranslation(['waitlist', 'transfer-errors', 'account-errors']);
  const { isSignedIn } = useSession();
  const { waitlist } = useSite();
  if (!ready || !waitlist) return null;
  if (isSignedIn) return <OwnPlace {...props} />;
  return props.isSoldOut && <LogInFirst eventId={props.eventId} />;
}

function Panel({ eventId, children }: { eventId: number; children: ReactNode }) {
  const { t } = useTranslation('waitlist');
  return (
    <section
      id="waitlist"
      tabIndex={-1}
      aria-labelledby={`waitlist-${eventId}`}
      className="flex flex-col items-start gap-3 border-t border-hairline px-5 py-5 desktop:px-7"
    >
      <h2 id={`waitlist-${eventId}`} className="type-lead font-bold">
        {t('title')}
      </h2>
      {children}
    </section>
  );
}

function LogInFirst({ eventId }: { eventId: number }) {
  const { t } = useTranslation('waitlist');
  const navigate = useNavigate();
  const leave = () => {
    rememberReturnTo(paths.event(eventId));
    void navigate(paths.login);
  };
  return (
    <Panel eventId={eventId}>
      <p>{t('text')}</p>
      <Button size="small" onClick={leave}>
        {t('log_in')}
      </Button>
    </Panel>
  );
}

function OwnPlace({ eventId, isSoldOut, ProveFirst }: PanelProps) {
  const { t } = useTranslation(['common', 'waitlist', 'errors']);
  const { data: view, state, error, reload, show } = useLoad((signal) => waitlist.look({ id: eventId }, { signal }), [eventId]);
  // An offer may have arrived while the visitor was away.
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void waitlist.look({ id: eventId }).then(show, () => undefined);
  });
  useEffect(() => {
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  if (!isSoldOut && !view?.entry) return null;
  return (
    <Panel eventId={eventId}>
      {view?.entry && <Line view={view} entry={view.entry} show={show} />}
      {view && !view.entry && <Join view={view} show={show} ProveFirst={ProveFirst} />}
      {!view && state === 'failed' && <ErrorState message={serverMessage(error, t('waitlist:failed'), t)} onRetry={reload} />}
      {!view && state !== 'failed' && (
        <>
          <p className="sr-only">{t('waitlist:loading')}</p>
          <Skeleton className="h-32 w-full" />
        </>
      )}
    </Panel>
  );
}

type ViewProps = { view: WaitlistView; show(view: WaitlistView): void };

function Join({ view: { eventId, most, last }, show, ProveFirst }: ViewProps & Pick<PanelProps, 'ProveFirst'>) {
  const { t } = useTranslation(['common', 'waitlist', 'errors']);
  const [quantity, setQuantity] = useState(1);
  const ask = async () => {
    show(await waitlist.join({ id: eventId, body: { quantity } }, { idempotencyKey: crypto.randomUUID() }));
    toast.success(t('waitlist:joined'));
  };
  const join = useCall(ask, { failed: t('waitlist:join_failed') });
  const isUnproved = needsProof(join.failure);
  return (
    <>
      {last && <p className="font-semibold">{t(`waitlist:last.${last}`)}</p>}
      <p>{t('waitlist:text')}</p>
      <div className="flex w-full flex-wrap items-end gap-3">
        {most > 1 && (
          <Select
            label={t('waitlist:quantity')}
            name="waitlist-places"
            className="w-[6rem]"
            value={quantity}
            onChange={({ target }) => setQuantity(Number(target.value))}
          >
            {Array.from({ length: most }, (_, index) => (
              <option key={index} value={index + 1}>
                {index + 1}
              </option>
            ))}
          </Select>
        )}
        <Button size="small" className="min-h-13! grow" isPending={join.isPending} pendingLabel={t('waitlist:joining')} onClick={join.run}>
          {t('waitlist:join')}
        </Button>
      </div>
      <Problem text={isUnproved ? undefined : join.problem} />
      {isUnproved && (
        <Suspense fallback={<Skeleton className="h-60 w-full" />}>
          <ProveFirst onProved={join.run} />
        </Suspense>
      )}
    </>
  );
}

function Line({ view, entry, show }: ViewProps & { entry: NonNullable<WaitlistView['entry']> }) {
  const { t } = useTranslation(['common', 'waitlist', 'errors']);
  const { state, quantity, place, heldUntil } = entry;
  const end = async () => {
    show(await waitlist.leave({ id: view.eventId }));
    toast.success(t('waitlist:left'));
  };
  const leave = useCall(end, { failed: t('waitlist:leave_failed') });
  const isOffered = state === 'offered' && heldUntil !== null;
  return (
    <>
      {isOffered ? (
        <>
          <p className="font-semibold">{t('waitlist:offered', { count: quantity, time: timeText(heldUntil) })}</p>
          <LinkButton size="small" to={paths.cart}>
            {t('waitlist:to_cart')}
          </LinkButton>
        </>
      ) : (
        <>
          <p className="font-semibold">{t('waitlist:place', { place })}</p>
          <p>
            {t('waitlist:wanted', { count: quantity })} {t('waitlist:mail')}
          </p>
        </>
      )}
      <Problem text={leave.problem} />
      <Button
        look="quiet"
        size="small"
        className="-ms-1"
        isPending={leave.isPending}

        onClick={leave.run}
      >
        {t('waitlist:leave')}
      </Button>
    </>
  );
}
