import type { StaffScannerDeviceView } from '#shared/staff/scanner-devices.contract.ts';
import { ScannerDeviceRights } from '#shared/staff/scanner-devices.schemas.ts';
import { FormButtons } from '#web/staff/components/form-buttons.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Dialog } from '#web/staff/ui/dialog.tsx';
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
        <FormButtons submit={t('staff-doors:rights.submit')} isPending={form.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
