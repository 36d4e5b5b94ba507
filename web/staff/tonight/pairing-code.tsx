import CircleCheck from 'lucide-react/icons/circle-check';
import { timeText } from '#shared/dates.ts';
import type { PairingCode, StaffScannerDeviceView } from '#shared/staff/scanner-devices.contract.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { spanBetween } from './scanner-device-facts.ts';
import { useSpanText } from './span-text.ts';

export type ShownCode = { code: PairingCode; name: string };

type PairingCodeDialogProps = ShownCode & {
  /** The scanner device as last fetched, and the server's time then. */
  scannerDevice: StaffScannerDeviceView | undefined;
  at: string;
  /** The last fetch of the scanner device failed. */
  isStale: boolean;
  isRenewing: boolean;
  onRenew(): void;
  onAnother(): void;
  onClose(): void;
};

type CodeState = 'waiting' | 'lapsed' | 'ready' | 'ended';

/** The code of a scanner device, large, until a phone is paired with it. */
export function PairingCodeDialog({ code, name, scannerDevice, at, isStale, ...actions }: PairingCodeDialogProps) {
  const { t } = useTranslation('staff-doors');
  const { span } = useSpanText();
  const state = stateOf(code, scannerDevice, at);
  return (
    <Dialog title={name} className="p-5" onClose={actions.onClose}>
      <div className="mt-4 flex flex-col gap-4">
        {state === 'waiting' && (
          <>
            <p>{t('code.how')}</p>
            <img src={code.picture} alt={t('code.alt', { name })} width={480} height={480} className="mx-auto w-full max-w-96" />
            <p className="text-muted">{t('code.left', { time: span(spanBetween(at, code.codeUntil)) })}</p>
          </>
        )}
        <output className="type-lead flex min-h-11 items-center gap-3 font-semibold">
          {state === 'ready' && <CircleCheck size={32} aria-hidden="true" className="shrink-0 text-ok" />}
          <span className={state === 'lapsed' || state === 'ended' ? 'text-warn' : undefined}>{t(`code.${state}`, { name })}</span>
        </output>
        {isStale && <p className="font-semibold text-warn">{t('as_of', { time: timeText(at) })}</p>}
        <CodeButtons state={state} {...actions} />
      </div>
    </Dialog>
  );
}

type CodeButtonsProps = Pick<PairingCodeDialogProps, 'isRenewing' | 'onRenew' | 'onAnother' | 'onClose'> & { state: CodeState };

function CodeButtons({ state, isRenewing, onRenew, onAnother, onClose }: CodeButtonsProps) {
  const { t } = useTranslation(['common', 'staff-doors', 'staff']);
  return (
    <div className="flex flex-wrap gap-3">
      {state === 'lapsed' && (
        <Button size="small" isPending={isRenewing} pendingLabel={t('staff-doors:renewing')} onClick={onRenew}>
          {t('staff-doors:renew')}
        </Button>
      )}
      {(state === 'ready' || state === 'ended') && (
        <Button size="small" onClick={onAnother}>
          {t('staff-doors:code.another')}
        </Button>
      )}
      <Button look="secondary" size="small" onClick={onClose}>
        {t(state === 'ready' ? 'staff:link.done' : 'close')}
      </Button>
    </div>
  );
}

/** A later code of the scanner device ends this one. */
function stateOf({ codeUntil }: PairingCode, scannerDevice: StaffScannerDeviceView | undefined, at: string): CodeState {
  if (scannerDevice && scannerDevice.state !== 'waiting') return scannerDevice.state === 'on_phone' ? 'ready' : 'ended';
  const isReplaced =
    scannerDevice !== undefined && scannerDevice.codeUntil !== null && Date.parse(scannerDevice.codeUntil) > Date.parse(codeUntil);
  return isReplaced || Date.parse(codeUntil) <= Date.parse(at) ? 'lapsed' : 'waiting';
}
