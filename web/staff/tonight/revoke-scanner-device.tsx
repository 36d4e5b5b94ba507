import type { StaffScannerDeviceView } from '#shared/staff/scanner-devices.contract.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type RevokeScannerDeviceProps = { scannerDevice: StaffScannerDeviceView; isPending: boolean; onRevoke(): void; onClose(): void };

/** The confirmation before ending a scanner device whose phone has scans that have not arrived. */
export function RevokeScannerDevice({ scannerDevice: { name, unsent }, isPending, onRevoke, onClose }: RevokeScannerDeviceProps) {
  const { t } = useTranslation('staff-doors');
  return (
    <Dialog title={t('revoke.title', { name })} className="p-5" onClose={onClose}>
      <div className="mt-4 flex flex-col gap-5">
        <p>{t('revoke.text', { count: unsent ?? 0 })}</p>
        <div className="flex flex-wrap gap-3">
          <Button look="danger" size="small" isPending={isPending} pendingLabel={t('revoke.pending')} onClick={onRevoke}>
            {t('revoke.open')}
          </Button>
          <Button look="secondary" size="small" onClick={onClose}>
            {t('revoke.keep')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
