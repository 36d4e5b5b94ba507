import common from '#shared/locales/en/common.json' with { type: 'json' };
import door from '#shared/locales/en/door.json' with { type: 'json' };
import scannerDevice from '#shared/locales/en/scanner-device.json' with { type: 'json' };
import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import staffErrors from '#shared/locales/en/staff-errors.json' with { type: 'json' };

export const texts = { common, door, 'scanner-device': scannerDevice, errors, 'staff-errors': staffErrors };
