import type { StaffScannerDeviceView } from '#shared/staff/scanner-devices.contract.ts';
import { ConfirmDialog } from '#web/staff/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type RevokeScannerDeviceProps = { scannerDevice: StaffScannerDeviceView; isPending: boolean; onRevoke(): void; onClose(): void };

/** The confirmation before ending a scanner device whose phone has scans that have not arrived. */
export function RevokeScannerDevice({ scannerDevice: { name, unsent }, isPending, onRevoke, onClose }: RevokeScannerDeviceProps) {
  const { t } = useTranslation('staff-doors');
  return (
    <ConfirmDialog
      title={t('revoke.title', { name })}
      text={t('revoke.text', { count: unsent ?? 0 })}
      confirm={t('revoke.open')}
      isPending={isPending}
      onConfirm={onRevoke}
      onClose={onClose}
    />
  );
}
