import { expect, test } from 'vitest';
import { translators } from '#server/platform/translators.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { alertDetail, alertSubject, differenceText } from './alert-texts.ts';
import { ALERT_KINDS, BOOK_DIFFERENCES } from './alerts.contract.ts';

test.each(LANGUAGES)('every alert is explained in the language of its reader: %s', (language) => {
  const { t } = translators[language];
  const params = { reason: 'wrong_amount', name: 'Main 1', differences: [] };
  const texts = ALERT_KINDS.map((kind) => alertDetail({ kind, params }, t));
  expect(texts.filter((text) => text === undefined || /\{\{|^alerts\./.test(text))).toEqual([]);
  expect(new Set(texts).size).toBe(ALERT_KINDS.length);
});

test.each(LANGUAGES)('every difference of records has a text in the language of its reader: %s', (language) => {
  const { t } = translators[language];
  const texts = BOOK_DIFFERENCES.map((what) => differenceText({ what, found: 90, recorded: 80 }, t));
  expect(texts.filter((text) => /\{\{|alerts\./.test(text))).toEqual([]);
  expect(new Set(texts).size).toBe(BOOK_DIFFERENCES.length);
  const detail = alertDetail({ kind: 'books_differ', params: { differences: [{ what: 'captured', found: 90, recorded: 80 }] } }, t);
  expect(detail?.split('\n')).toEqual([t('staff-orders:alerts.details.books_differ'), texts[BOOK_DIFFERENCES.indexOf('captured')]]);
});

test('a detail names its scanner device and its reason, and needs them', () => {
  const { t } = translators.ka;
  expect(alertDetail({ kind: 'door_silent', params: { name: 'Main 1' } }, t)).toBe('„Main 1“, უკვე 3 წუთია. შეამოწმეთ კარი.');
  expect(alertDetail({ kind: 'payment_flagged', params: { reason: 'wrong_amount' } }, t)).not.toMatch(/wrong_amount/);
  expect(alertDetail({ kind: 'door_silent', params: {} }, t)).toBeUndefined();
  expect(alertDetail({ kind: 'payment_flagged', params: {} }, t)).toBeUndefined();
  expect(alertDetail({ kind: 'books_differ', params: {} }, t)).toBeUndefined();
  expect(alertDetail({ kind: 'of_a_newer_version', params: {} }, t)).toBeUndefined();
});

test('a subject with a number is named in the language of its reader', () => {
  expect(alertSubject('payment 12', translators.ka.t)).toBe('გადახდა 12');
  expect(alertSubject('test order 5', translators.en.t)).toBe('test order 5');
  expect(alertSubject('scanner_device 4', translators.ka.t)).toBeUndefined();
  expect(alertSubject('database', translators.ka.t)).toBeUndefined();
});
