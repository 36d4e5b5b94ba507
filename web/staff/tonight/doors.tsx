import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { timeText } from '#shared/dates.ts';
import type { StaffPassView } from '#shared/staff/passes.contract.ts';
import type { TonightView } from '#shared/staff/tonight.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { NewPass } from './new-pass.tsx';
import { PassCodeDialog, type ShownCode } from './pass-code.tsx';
import { byState, mayHavePasses, type Moment, nextName } from './pass-facts.ts';
import { PassColumns, PassRow } from './pass-row.tsx';
import { RevokePass } from './revoke-pass.tsx';

const READ_EVERY_MS = 5_000;
/** The polling interval while the dialog waits for a phone to take a pass. */
const WAIT_MS = 1_500;

type Click = { kind: 'new' } | ({ kind: 'code' } & ShownCode) | { kind: 'revoke'; pass: StaffPassView };
type DoorEvent = NonNullable<TonightView['night']>;

/** The phones at the doors of an event: their passes, made, watched and revoked. */
export function Doors({ event }: { event: DoorEvent }) {
  const { t } = useTranslation(['common', 'staff-doors', 'staff-errors', 'errors']);
  const [opened, setOpened] = useState<Click>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['passes', event.id],
    queryFn: ({ signal }) => staffApi.staffPasses.list({ eventId: event.id }, { signal }),
    refetchInterval: opened?.kind === 'code' ? WAIT_MS : READ_EVERY_MS,
  });
  const close = () => setOpened(undefined);
  const showCode = (shown: ShownCode) => {
    setOpened({ kind: 'code', ...shown });
    void refetch();
  };
  const renewal = useCommand(({ id }: StaffPassView) => staffApi.staffPasses.renew({ id }), {
    onSuccess: (code, { name }) => showCode({ code, name }),
    onSettled: () => void refetch(),
  });
  const revocation = useCommand(({ id }: StaffPassView) => staffApi.staffPasses.revoke({ id }), {
    async onSuccess(_, { name }) {
      toast.success(t('staff-doors:revoke.done', { name }));
      close();
      await refetch();
      // The row that had the focus is gone.
      heading.current?.focus();
    },
  });
  const revoke = (pass: StaffPassView) => (pass.unsent ? setOpened({ kind: 'revoke', pass }) : revocation.run(pass));
  const busyOf = ({ id }: StaffPassView) => {
    if (renewal.isPending && renewal.input?.id === id) return 'renew';
    return revocation.isPending && revocation.input?.id === id ? 'revoke' : undefined;
  };
  const mayMake = data !== undefined && mayHavePasses(event, data.at);
  return (
    <section aria-labelledby="doors">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="doors" ref={heading} tabIndex={-1} className="font-bold">
          {t('staff-doors:title')}
        </h2>
        <div className="flex flex-wrap items-center gap-3">
          <LinkButton look="secondary" size="small" to={staffPath(`nights/${event.id}/lists`)}>
            {t('staff-doors:lists')}
          </LinkButton>
          {mayMake && (
            <Button look="secondary" size="small" onClick={() => setOpened({ kind: 'new' })}>
              {t('staff-doors:new')}
            </Button>
          )}
        </div>
      </div>
      {error && data && <p className="font-semibold text-warn">{t('staff-doors:as_of', { time: timeText(data.at) })}</p>}
      {error && !data && <ErrorState message={errorText(error, t)} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-24 w-full" />}
      {data && (
        <Passes
          passes={data.passes}
          moment={{ at: data.at, isRunning: event.isRunning }}
          empty={t(mayMake ? 'staff-doors:empty' : 'staff-doors:no_more')}
          busyOf={busyOf}
          onRenew={renewal.run}
          onRevoke={revoke}
        />
      )}
      {data && opened?.kind === 'new' && (
        <NewPass
          eventId={event.id}
          name={nextName(data.passes, t('staff-doors:first_name'))}
          onClose={close}
          onMade={(code, name) => showCode({ code, name })}
        />
      )}
      {data && opened?.kind === 'code' && (
        <PassCodeDialog
          {...opened}
          pass={data.passes.find(({ id }) => id === opened.code.id)}
          at={data.at}
          isStale={error !== null}
          isRenewing={renewal.isPending}
          onRenew={() => {
            const pass = data.passes.find(({ id }) => id === opened.code.id);
            if (pass) renewal.run(pass);
          }}
          onAnother={() => setOpened({ kind: 'new' })}
          onClose={close}
        />
      )}
      {opened?.kind === 'revoke' && (
        <RevokePass pass={opened.pass} isPending={revocation.isPending} onRevoke={() => revocation.run(opened.pass)} onClose={close} />
      )}
    </section>
  );
}

type PassesProps = {
  passes: readonly StaffPassView[];
  moment: Moment;
  /** Shown if every pass has ended. */
  empty: string;
  busyOf(pass: StaffPassView): 'renew' | 'revoke' | undefined;
  onRenew(pass: StaffPassView): void;
  onRevoke(pass: StaffPassView): void;
};

function Passes({ passes, moment, empty, busyOf, onRenew, onRevoke }: PassesProps) {
  const { t } = useTranslation('staff-doors');
  const { lasting, ended } = byState(passes);
  const list = (label: string, rows: readonly StaffPassView[]) => (
    <>
      <PassColumns />
      <ul aria-label={label} className="max-desktop:border-t max-desktop:border-hairline">
        {rows.map((pass) => (
          <PassRow
            key={pass.id}
            pass={pass}
            moment={moment}
            busy={busyOf(pass)}
            onRenew={() => onRenew(pass)}
            onRevoke={() => onRevoke(pass)}
          />
        ))}
      </ul>
    </>
  );
  return (
    <>
      {lasting.length > 0 ? list(t('passes'), lasting) : <p className="max-w-[80ch] py-2 text-muted">{empty}</p>}
      {ended.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 items-center underline underline-offset-4">
            {t('ended', { passes: ended.length })}
          </summary>
          {list(t('ended', { passes: ended.length }), ended)}
        </details>
      )}
    </>
  );
}
