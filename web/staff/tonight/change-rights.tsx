import type { StaffScannerDeviceView } from '#shared/staff/scanner-devices.contract.ts';
import { ScannerDeviceRights } from '#shared/staff/scanner-devices.schemas.ts';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { RightBoxes } from './right-boxes.tsx';

type ChangeRightsProps = { scannerDevice: StaffScannerDeviceView; onClose(): void; onSaved(): void };

/** What a scanner device may do, also while its phone is paired. */
export function ChangeRights({ scannerDevice: { id, name, rights }, onClose, onSaved }: ChangeRightsProps) {
  const { t } = useTranslation(['common', 'staff-doors', 'forms']);
  const form = useStaffForm({
    schema: ScannerDeviceRights,
    defaultValues: { rights },
    send: (body) => staffApi.staffScannerDevices.setRights({ id, body }),
    onSent: onSaved,
  });
  return (
    <Dialog title={t('staff-doors:rights.title', { name })} className="p-5" onClose={onClose}>
      <form noValidate onSubmit={form.submit} className="mt-4 flex flex-col gap-6">
        <RightBoxes {...form.controlled('rights')} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="small" isPending={form.isPending} pendingLabel={t('staff-doors:rights.pending')}>
            {t('staff-doors:rights.submit')}
          </Button>
          <Button look="secondary" size="small" onClick={onClose}>
            {t('staff-doors:create.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
