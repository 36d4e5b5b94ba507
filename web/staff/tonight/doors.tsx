import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { timeText } from '#shared/dates.ts';
import type { StaffScannerDeviceView } from '#shared/staff/scanner-devices.contract.ts';
import type { TonightView } from '#shared/staff/tonight.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { ConfirmDialog } from '#web/staff/ui/dialog.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { ChangeRights } from './change-rights.tsx';
import { NewScannerDevice } from './new-scanner-device.tsx';
import { PairingCodeDialog, type ShownCode } from './pairing-code.tsx';
import { byState, mayHaveScannerDevices, type Moment, nextName } from './scanner-device-facts.ts';
import { ScannerDeviceColumns, ScannerDeviceRow } from './scanner-device-row.tsx';

const READ_EVERY_MS = 5_000;
/** The polling interval while the dialog waits for a phone to be paired. */
const WAIT_MS = 1_500;

type Click = { kind: 'new' } | ({ kind: 'code' } & ShownCode) | { kind: 'revoke' | 'rights'; scannerDevice: StaffScannerDeviceView };
type DoorEvent = NonNullable<TonightView['night']>;

/** The phones at the doors of an event: their scanner devices, made, watched and revoked. */
export function Doors({ event }: { event: DoorEvent }) {
  const { t } = useTranslation(['common', 'staff-doors', 'staff-errors', 'staff-tonight']);
  const [opened, setOpened] = useState<Click>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['scannerDevices', event.id],
    queryFn: ({ signal }) => staffApi.staffScannerDevices.list({ eventId: event.id }, { signal }),
    refetchInterval: opened?.kind === 'code' ? WAIT_MS : READ_EVERY_MS,
  });
  const close = () => setOpened(undefined);
  const showCode = (shown: ShownCode) => {
    setOpened({ kind: 'code', ...shown });
    void refetch();
  };
  const renewal = useCommand(({ id }: StaffScannerDeviceView) => staffApi.staffScannerDevices.renew({ id }), {
    onSuccess: (code, { name }) => showCode({ code, name }),
    onSettled: () => void refetch(),
  });
  const revocation = useCommand(({ id }: StaffScannerDeviceView) => staffApi.staffScannerDevices.revoke({ id }), {
    async onSuccess(_, { name }) {
      toast.success(t('staff-doors:revoke.done', { name }));
      close();
      await refetch();
      // The row that had the focus is gone.
      heading.current?.focus();
    },
  });
  const revoke = (scannerDevice: StaffScannerDeviceView) =>
    scannerDevice.unsent ? setOpened({ kind: 'revoke', scannerDevice }) : revocation.run(scannerDevice);
  const busyOf = ({ id }: StaffScannerDeviceView) => {
    if (renewal.isPending && renewal.input?.id === id) return 'renew';
    return revocation.isPending && revocation.input?.id === id ? 'revoke' : undefined;
  };
  const mayMake = data !== undefined && mayHaveScannerDevices(event, data.at);
  return (
    <section aria-labelledby="doors">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="doors" ref={heading} tabIndex={-1} className="min-w-0 text-[1.25rem] leading-7 font-bold wrap-anywhere">
          {t('staff-doors:scannerDevices')}
        </h2>
        <div className="flex flex-wrap items-center gap-3">
          <LinkButton look="secondary" size="small" to={staffPath(`events/${event.id}/guest-lists`)}>
            {t('staff-tonight:lists')}
          </LinkButton>
          {mayMake && (
            <Button look="secondary" size="small" onClick={() => setOpened({ kind: 'new' })}>
              {t('staff-doors:create.title')}
            </Button>
          )}
        </div>
      </div>
      {error && data && <p className="font-semibold text-warn">{t('staff-doors:as_of', { time: timeText(data.at) })}</p>}
      {!data && <NotLoaded error={error} box="h-24" onRetry={refetch} />}
      {data && (
        <ScannerDevices
          scannerDevices={data.scannerDevices}
          moment={{ at: data.at, isRunning: event.isRunning }}
          empty={t(mayMake ? 'staff-doors:empty' : 'staff-doors:no_more')}
          busyOf={busyOf}
          onRenew={renewal.run}
          onRights={(scannerDevice) => setOpened({ kind: 'rights', scannerDevice })}
          onRevoke={revoke}
        />
      )}
      {data && opened?.kind === 'new' && (
        <NewScannerDevice
          eventId={event.id}
          name={nextName(data.scannerDevices, t('staff-doors:first_name'))}
          onClose={close}
          onMade={(code, name) => showCode({ code, name })}
        />
      )}
      {data && opened?.kind === 'code' && (
        <PairingCodeDialog
          {...opened}
          scannerDevice={data.scannerDevices.find(({ id }) => id === opened.code.id)}
          at={data.at}
          isStale={error !== null}
          isRenewing={renewal.isPending}
          onRenew={() => {
            const scannerDevice = data.scannerDevices.find(({ id }) => id === opened.code.id);
            if (scannerDevice) renewal.run(scannerDevice);
          }}
          onAnother={() => setOpened({ kind: 'new' })}
          onClose={close}
        />
      )}
      {opened?.kind === 'rights' && (
        <ChangeRights
          scannerDevice={opened.scannerDevice}
          onClose={close}
          onSaved={() => {
            toast.success(t('staff-doors:rights.done', { name: opened.scannerDevice.name }));
            close();
            void refetch();
          }}
        />
      )}
      {opened?.kind === 'revoke' && (
        <ConfirmDialog
          title={t('staff-doors:revoke.title', { name: opened.scannerDevice.name })}
          text={t('staff-doors:revoke.text', { count: opened.scannerDevice.unsent ?? 0 })}
          confirm={t('staff-doors:revoke.open')}
          isPending={revocation.isPending}
          onConfirm={() => revocation.run(opened.scannerDevice)}
          onClose={close}
        />
      )}
    </section>
  );
}

type ScannerDevicesProps = {
  scannerDevices: readonly StaffScannerDeviceView[];
  moment: Moment;
  /** Shown if every scanner device has ended. */
  empty: string;
  busyOf(scannerDevice: StaffScannerDeviceView): 'renew' | 'revoke' | undefined;
  onRenew(scannerDevice: StaffScannerDeviceView): void;
  onRights(scannerDevice: StaffScannerDeviceView): void;
  onRevoke(scannerDevice: StaffScannerDeviceView): void;
};

function ScannerDevices({ scannerDevices, moment, empty, busyOf, onRenew, onRights, onRevoke }: ScannerDevicesProps) {
  const { t } = useTranslation('staff-doors');
  const { lasting, ended } = byState(scannerDevices);
  const list = (label: string, rows: readonly StaffScannerDeviceView[]) => (
    <>
      <ScannerDeviceColumns />
      <ul aria-label={label} className="max-desktop:border-t max-desktop:border-hairline">
        {rows.map((scannerDevice) => (
          <ScannerDeviceRow
            key={scannerDevice.id}
            scannerDevice={scannerDevice}
            moment={moment}
            busy={busyOf(scannerDevice)}
            onRenew={() => onRenew(scannerDevice)}
            onRights={() => onRights(scannerDevice)}
            onRevoke={() => onRevoke(scannerDevice)}
          />
        ))}
      </ul>
    </>
  );
  return (
    <>
      {lasting.length > 0 ? list(t('scannerDevices'), lasting) : <p className="max-w-[80ch] py-2 text-muted">{empty}</p>}
      {ended.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 items-center underline underline-offset-4">
            {t('ended', { scannerDevices: ended.length })}
          </summary>
          {list(t('ended', { scannerDevices: ended.length }), ended)}
        </details>
      )}
    </>
  );
}
