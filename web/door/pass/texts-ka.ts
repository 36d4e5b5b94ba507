import common from '#shared/locales/ka/common.json' with { type: 'json' };
import door from '#shared/locales/ka/door.json' with { type: 'json' };
import doorPass from '#shared/locales/ka/door-pass.json' with { type: 'json' };
import errors from '#shared/locales/ka/errors.json' with { type: 'json' };
import staffErrors from '#shared/locales/ka/staff-errors.json' with { type: 'json' };

export const texts = { common, door, 'door-pass': doorPass, errors, 'staff-errors': staffErrors };
