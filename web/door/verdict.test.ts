import { expect, test } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import enCommon from '#shared/locales/en/common.json' with { type: 'json' };
import enDoor from '#shared/locales/en/door.json' with { type: 'json' };
import enErrors from '#shared/locales/en/errors.json' with { type: 'json' };
import enStaffErrors from '#shared/locales/en/staff-errors.json' with { type: 'json' };
import kaCommon from '#shared/locales/ka/common.json' with { type: 'json' };
import kaDoor from '#shared/locales/ka/door.json' with { type: 'json' };
import kaErrors from '#shared/locales/ka/errors.json' with { type: 'json' };
import kaStaffErrors from '#shared/locales/ka/staff-errors.json' with { type: 'json' };
import { createTranslator } from '#web/ui/translator.ts';
import { headlineOf, reasonOf, type Trouble, type Verdict } from './verdict.ts';

const translations = {
  en: { common: enCommon, door: enDoor, errors: enErrors, 'staff-errors': enStaffErrors },
  ka: { common: kaCommon, door: kaDoor, errors: kaErrors, 'staff-errors': kaStaffErrors },
};
const en = createTranslator('en', translations).t;
const ka = createTranslator('ka', translations).t;

const guest = { firstName: 'Salome', lastName: 'Drift', birthdate: '2001-03-14', status: 'Verified' } as const;
const refused = (code: 'ticket_used' | 'code_tampered', params = {}): Verdict => ({
  kind: 'refused',
  error: new ApiError(409, { code, message: 'x', params }),
  ticketId: 90_417,
  guest,
});

test('a used ticket says when it was used, in the language of the screen', () => {
  const verdict = refused('ticket_used', { date: '2026-11-21', time: '23:40' });
  expect(reasonOf(verdict, 'en', en)).toBe('This ticket was already used on November 21, 2026 at 23:40.');
  expect(reasonOf(verdict, 'ka', ka)).toBe('ეს ბილეთი უკვე გამოყენებულია: 21\u00a0ნოემბერი, 2026, 23:40.');
  expect(headlineOf(verdict, en)).toBe('Rejected');
});

test('a banned guest is rejected with the reason, under the headline of every rejection', () => {
  const verdict: Verdict = { kind: 'rejected', reason: 'banned', ticketId: 90_417, guest };
  expect(headlineOf(verdict, en)).toBe('Rejected');
  expect(reasonOf(verdict, 'en', en)).toBe('Banned. Don’t admit. Call security.');
});

test.each([
  [
    'other_event',
    'This ticket is for another event: First Night, Friday, November 27, 2026.',
    'ეს ბილეთი სხვა ივენთისაა: პირველი ღამე, პარასკევი, 27\u00a0ნოემბერი, 2026.',
  ],
  [
    'event_cancelled',
    'This event is cancelled: First Night, Friday, November 27, 2026.',
    'ეს ივენთი გაუქმებულია: პირველი ღამე, პარასკევი, 27\u00a0ნოემბერი, 2026.',
  ],
] as const)('%s names the event and its day', (code, inEnglish, inGeorgian) => {
  const error = new ApiError(409, { code, message: 'x' });
  const event = { name: 'პირველი ღამე', nameLat: 'First Night', at: '2026-11-27' };
  const verdict: Verdict = { kind: code === 'other_event' ? 'other_event' : 'refused', error, ticketId: 1, guest, event };
  expect(reasonOf(verdict, 'en', en)).toBe(inEnglish);
  expect(reasonOf(verdict, 'ka', ka)).toBe(inGeorgian);
  expect(headlineOf(verdict, en)).toBe(code === 'other_event' ? 'Wrong event' : 'Rejected');
});

test('a guest under 18 who was let in with a ticket of another event has both reasons', () => {
  const verdict: Verdict = { kind: 'accepted', reason: 'admitted_other_event', isUnderAge: true, ticketId: 90_417, guest };
  expect(headlineOf(verdict, en)).toBe(enDoor.under_18);
  expect(reasonOf(verdict, 'en', en)).toBe(`${enDoor.check_id} ${enDoor.admitted_other_event}`);
});

test('a tampered code has the words of the specification [§8.scan]', () => {
  expect(reasonOf(refused('code_tampered'), 'en', en)).toBe('Invalid or tampered QR code!');
});

test.each<[Trouble, string]>([
  ['no_user_id', 'Could not extract User ID from QR code'],
  ['no_ticket_id', 'Ticket ID not found'],
  ['guest_failed', 'Error fetching user information'],
  ['decision_failed', 'Error sending decision'],
  ['ticket_unknown', 'Ticket not found.'],
])('%s reads "%s" and is no decision [§8.scan]', (trouble, text) => {
  const verdict: Verdict = { kind: 'undecided', trouble };
  expect(reasonOf(verdict, 'en', en)).toBe(text);
  expect(headlineOf(verdict, en)).toBe('No decision');
});
