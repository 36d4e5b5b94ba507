import type { StaffScannerDeviceView } from '#shared/staff/scanner-devices.contract.ts';
import { ScannerDeviceRights } from '#shared/staff/scanner-devices.schemas.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
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
    <FormDialog title={t('staff-doors:rights.title', { name })} form={form} submit={t('staff-doors:rights.submit')} onClose={onClose}>
      <RightBoxes {...form.controlled('rights')} />
    </FormDialog>
  );
}
