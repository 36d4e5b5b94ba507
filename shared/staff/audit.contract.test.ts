import { expect, test } from 'vitest';
import en from '#shared/locales/en/staff-audit.json' with { type: 'json' };
import ka from '#shared/locales/ka/staff-audit.json' with { type: 'json' };
import { AUDIT_ACTIONS } from './audit.contract.ts';

test.each([
  ['English', en],
  ['Georgian', ka],
])('whatever staff can do has its words in %s', (_, locale) => {
  expect(Object.keys(locale.actions)).toEqual(expect.arrayContaining(AUDIT_ACTIONS.map((action) => action.replace('.', '_'))));
});
