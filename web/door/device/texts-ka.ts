import common from '#shared/locales/ka/common.json' with { type: 'json' };
import door from '#shared/locales/ka/door.json' with { type: 'json' };
import scannerDevice from '#shared/locales/ka/scanner-device.json' with { type: 'json' };
import errors from '#shared/locales/ka/errors.json' with { type: 'json' };
import staffErrors from '#shared/locales/ka/staff-errors.json' with { type: 'json' };

export const texts = { common, door, 'scanner-device': scannerDevice, errors, 'staff-errors': staffErrors };
