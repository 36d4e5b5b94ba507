import { z } from 'zod';
import { USUAL_RIGHTS } from '#shared/door/scanner-devices.ts';
import type { PairingCode } from '#shared/staff/scanner-devices.contract.ts';
import { SCANNER_DEVICE_NAME_MAX, ScannerDeviceFields } from '#shared/staff/scanner-devices.schemas.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { RightBoxes } from './right-boxes.tsx';

/** The draft of a scanner device that is not created yet. */
const ScannerDeviceDraft = z.object({ name: z.string() });

type NewScannerDeviceProps = {
  eventId: number;
  /** The proposed name. */
  name: string;
  onClose(): void;
  onMade(code: PairingCode, name: string): void;
};

/** Creates a scanner device for one phone: a name, and what the phone may do. */
export function NewScannerDevice({ eventId, name, onClose, onMade }: NewScannerDeviceProps) {
  const { t } = useTranslation(['common', 'staff-doors', 'forms']);
  const form = useStaffForm({
    schema: ScannerDeviceFields,
    defaultValues: { eventId, name, rights: [...USUAL_RIGHTS] },
    draft: { name: `scanner-device-${eventId}`, schema: ScannerDeviceDraft },
    send: (body) => staffApi.staffScannerDevices.create({ body }),
    onSent: (code, fields) => onMade(code, fields.name),
  });
  return (
    <FormDialog title={t('staff-doors:create.title')} form={form} submit={t('staff-doors:create.submit')} onClose={onClose}>
      <Field
        label={t('staff-doors:create.name')}
        hint={t('staff-doors:create.name_hint')}
        maxLength={SCANNER_DEVICE_NAME_MAX}
        autoComplete="off"
        {...form.control('name')}
      />
      <RightBoxes {...form.controlled('rights')} />
    </FormDialog>
  );
}
