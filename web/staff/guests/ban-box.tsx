import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffGuestView } from '#shared/staff/guests.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/staff/parts/moment.tsx';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { BanDialog } from './ban-dialog.tsx';

type BanBoxProps = { guest: StaffGuestView; onDone(): void };

/** Whether the guest is banned, and the way in and out of it. */
export function BanBox({ guest, onDone }: BanBoxProps) {
  const { t } = useTranslation(['common', 'staff-guests']);
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useCommand();
  const unban = async () => {
    const isDone = await run(async () => void (await staffApi.guests.unban({ id: guest.id })));
    onDone();
    if (isDone) toast.success(t('staff-guests:ban.taken_back'));
  };
  if (guest.ban === null)
    return (
      <>
        <Button look="danger" size="small" onClick={() => setOpen(true)}>
          {t('staff-guests:ban.open')}
        </Button>
        {isOpen && <BanDialog id={guest.id} onClose={() => setOpen(false)} onDone={onDone} />}
      </>
    );
  const { until, reason } = guest.ban;
  return (
    <>
      <p className="text-danger">
        <strong>{until === null ? t('staff-guests:ban.for_good') : t('staff-guests:ban.until')}</strong>
        {until !== null && (
          <>
            {' '}
            <Moment at={until} />
          </>
        )}
        {` · ${reason}`}
      </p>
      <Button look="secondary" size="small" isPending={isBusy} pendingLabel={t('staff-guests:saving')} onClick={() => void unban()}>
        {t('staff-guests:ban.take_back')}
      </Button>
    </>
  );
}
