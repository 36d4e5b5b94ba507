import { useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import type { DoorPhone } from '#web/door/phone/door-phone.ts';
import { errorText } from '#web/lib/error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { forgetDoor } from './stored-door.ts';

type LeaveFormProps = { phone: Pick<DoorPhone, 'leave'>; unsent: number; onClose(): void };

/** Unpairs the phone once everything is sent, and removes the stored page. */
export function LeaveForm({ phone, unsent, onClose }: LeaveFormProps) {
  const { t } = useTranslation(['common', 'scanner-device', 'errors']);
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const leave = async () => {
    setLeaving(true);
    setFailure(undefined);
    try {
      await phone.leave();
      await forgetDoor();
      onClose();
    } catch (error) {
      setFailure(error instanceof ApiError && error.status === 0 ? t('scanner-device:leave.no_network') : errorText(error, t));
      setLeaving(false);
    }
  };
  return (
    <>
      <p>{t('scanner-device:leave.text')}</p>
      {unsent > 0 && <p className="font-semibold text-warn">{t('scanner-device:leave.unsent', { count: unsent })}</p>}
      {failure !== undefined && (
        <p role="alert" className="font-semibold text-danger">
          {failure}
        </p>
      )}
      <Button look="secondary" isWide onClick={onClose}>
        {t('scanner-device:leave.back')}
      </Button>
      <Button look="danger" isWide isPending={isLeaving} pendingLabel={t('scanner-device:leave.working')} onClick={() => void leave()}>
        {t('scanner-device:leave.confirm')}
      </Button>
    </>
  );
}
