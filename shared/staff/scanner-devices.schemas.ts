import { z } from 'zod';
import { DEVICE_RIGHTS } from '#shared/door/scanner-devices.ts';
import { jsonId, ONE_LINE, TRIMMED_LINE } from '#shared/wire.ts';

export const SCANNER_DEVICE_NAME_MAX = 40;

/** The name of a door or of the person at it, "Main 1", and what the phone may do there. */
export const ScannerDeviceFields = z.object({
  eventId: jsonId,
  name: z
    .string('validation.scanner_device_name_required')
    .trim()
    .min(1, 'validation.scanner_device_name_required')
    .max(SCANNER_DEVICE_NAME_MAX, 'validation.too_long')
    .regex(ONE_LINE, 'validation.invalid')
    .meta({ pattern: TRIMMED_LINE }),
  rights: z
    .array(z.enum(DEVICE_RIGHTS), 'validation.scanner_device_rights_required')
    .min(1, 'validation.scanner_device_rights_required')
    .max(DEVICE_RIGHTS.length),
});
export const ScannerDeviceRights = ScannerDeviceFields.pick({ rights: true });
export type ScannerDeviceRights = z.infer<typeof ScannerDeviceRights>;
export type ScannerDeviceFields = z.infer<typeof ScannerDeviceFields>;
