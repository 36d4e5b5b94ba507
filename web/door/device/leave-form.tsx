import { ApiError } from '#shared/errors.ts';
import type { DoorPhone } from '#web/door/phone/open-door-phone.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { forgetDoor } from './stored-door.ts';

type LeaveFormProps = { phone: Pick<DoorPhone, 'leave'>; unsent: number; onClose(): void };

/** Unpairs the phone once everything is sent, and removes the stored page. */
export function LeaveForm({ phone, unsent, onClose }: LeaveFormProps) {
  const { t } = useTranslation(['common', 'scanner-device', 'errors']);
  const { run, isPending, failure } = useCall(async () => {
    await phone.leave();
    await forgetDoor();
    onClose();
  });
  const hasNoNetwork = failure instanceof ApiError && failure.status === 0;
  return (
    <>
      <p>{t('scanner-device:leave.text')}</p>
      {unsent > 0 && <p className="font-semibold text-warn">{t('scanner-device:leave.unsent', { count: unsent })}</p>}
      {failure !== undefined && (
        <p role="alert" className="font-semibold text-danger">
          {hasNoNetwork ? t('scanner-device:leave.no_network') : errorText(failure, t)}
        </p>
      )}
      <Button look="secondary" isWide onClick={onClose}>
        {t('scanner-device:leave.back')}
      </Button>
      <Button look="danger" isWide isPending={isPending} pendingLabel={t('scanner-device:leave.working')} onClick={run}>
        {t('scanner-device:leave.confirm')}
      </Button>
    </>
  );
}
