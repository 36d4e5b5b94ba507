import { expect, test } from 'vitest';
import en from '#shared/locales/en/staff-orders.json' with { type: 'json' };
import enScans from '#shared/locales/en/staff-scans.json' with { type: 'json' };
import ka from '#shared/locales/ka/staff-orders.json' with { type: 'json' };
import kaScans from '#shared/locales/ka/staff-scans.json' with { type: 'json' };
import { createTranslator } from '#web/ui/translator.ts';
import { momentText } from './order-parts.tsx';

const translations = {
  en: { 'staff-orders': en, 'staff-scans': enScans },
  ka: { 'staff-orders': ka, 'staff-scans': kaScans },
};
test.each([
  ['accepted', 'valid', 'admitted'],
  ['conflict', 'ticket_used', 'double or invalid entry, phone offline: already used'],
  ['out', 'out', 'went out'],
  ['undone', 'freed', 'admission undone'],
  ['refused', 'full', 'denied: at capacity'],
  ['refused', 'of_a_newer_version', 'denied: of_a_newer_version'],
])('the history of an order says of a scan what it was: %s, %s', (what, note, text) => {
  const { t } = createTranslator('en', translations);
  const moment = { at: '', kind: 'scan' as const, about: 12, what, note, amount: null, count: null, by: null };
  expect(momentText(moment, t)).toBe(`Ticket 12 at the door: ${text}`);
});

test.each([
  ['failed', 'declined', 'Payment 3: declined by the bank'],
  ['failed', 'of_a_newer_version', 'Payment 3: Failed'],
  ['paid', null, 'Payment 3: Paid'],
])('the history of an order says how a payment ended, and why it failed: %s, %s', (what, note, text) => {
  const { t } = createTranslator('en', translations);
  const moment = { at: '', kind: 'settled' as const, about: 3, what, note, amount: null, count: null, by: null };
  expect(momentText(moment, t)).toBe(text);
});
