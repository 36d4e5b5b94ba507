import { expect, test } from 'vitest';
import { type AdmissionFacts, decideAdmission, decideTicket, isUnderAge, type TicketFacts } from './admission.ts';
import type { Question } from './questions.ts';

const now = new Date('2026-11-21T23:30:00+04:00');
const early = new Date('2026-11-21T23:10:00+04:00');
const later = new Date('2026-11-22T01:00:00+04:00');

const good: TicketFacts = { state: 'valid', eventId: 1, eventState: 'published', usedAt: null, isBanned: false };
const facts = (ticket: Partial<TicketFacts>, rest: Omit<Partial<AdmissionFacts>, 'ticket'> = {}): AdmissionFacts => ({
  ...rest,
  ticket: { ...good, ...ticket },
  door: { eventId: 1, now, ...rest.door },
});
const decide = (...given: Parameters<typeof facts>): string => Object.values(decideAdmission(facts(...given))).join(' ');
const answering = (...answered: Question[]) => ({ door: { eventId: 1, answered, now } });

test('a good ticket of the event is admitted, and at a door without an event one of any', () => {
  expect(decide({})).toBe('admit valid');
  expect(decide({ eventId: 2 }, { door: { eventId: undefined, now } })).toBe('admit valid');
});

/** Every fact that prevents admission, from the strongest to the weakest. */
const OBSTACLES: [string, Partial<TicketFacts>, Omit<Partial<AdmissionFacts>, 'ticket'>][] = [
  ['refuse code_tampered', {}, { isTampered: true }],
  ['reject rejected_by_staff', {}, { isReject: true }],
  ['refuse ticket_refunded', { state: 'refunded' }, {}],
  ['refuse ticket_used', { usedAt: early }, {}],
  ['reject banned', { isBanned: true }, {}],
  ['refuse event_cancelled', { eventState: 'cancelled' }, {}],
  ['refuse other_event', { eventId: 2 }, {}],
  ['refuse not_open_yet', {}, { opensAt: later }],
  ['refuse free_until_over', {}, { freeUntil: early }],
  ['refuse full', {}, { room: { inside: 400, licensed: 400 } }],
];

test.each(OBSTACLES.map(([answer], place) => [answer, place] as const))('%s: alone, and before all that follow', (answer, place) => {
  const [, ticket, rest] = OBSTACLES[place] ?? [];
  expect(decide(ticket ?? {}, rest)).toBe(answer);
  for (const [, nextTicket, nextRest] of OBSTACLES.slice(place)) {
    expect(decide({ ...nextTicket, ...ticket }, { ...nextRest, ...rest })).toBe(answer);
  }
});

test('a ticket that was passed on says so, and not that somebody used it', () => {
  expect(decide({ state: 'transferred', usedAt: early })).toBe('refuse ticket_transferred');
});

test('a ticket that was given away is revoked, not refunded', () => {
  expect(decide({ state: 'revoked', usedAt: early })).toBe('refuse ticket_revoked');
});

test('staff admit a ticket of another event on purpose, but none that another reason refuses', () => {
  const onPurpose = answering('other_event');
  expect(decide({ eventId: 2 }, onPurpose)).toBe('admit admitted_other_event');
  expect(decide({}, onPurpose)).toBe('admit valid');
  expect(decide({ eventId: 2, isBanned: true }, onPurpose)).toBe('reject banned');
  expect(decide({ eventId: 2, eventState: 'cancelled' }, onPurpose)).toBe('refuse event_cancelled');
  expect(decide({ eventId: 2, usedAt: early }, onPurpose)).toBe('refuse ticket_used');
});

test('an answer waives its own rule and no other', () => {
  const rejected = { isRejected: true };
  expect(decide(rejected, answering('rejected_before'))).toBe('admit admitted_rejected');
  expect(decide(rejected, answering('other_event', 'under_18', 'doubtful', 'free_until_over', 'list_full'))).toBe('refuse rejected_before');
  expect(decide({ ...rejected, eventId: 2 }, answering('other_event'))).toBe('refuse rejected_before');
  expect(decide({ ...rejected, eventId: 2 }, answering('rejected_before'))).toBe('refuse other_event');
  expect(decide({ ...rejected, eventId: 2 }, answering('rejected_before', 'other_event'))).toBe('admit admitted_rejected');
});

test('who went out comes in again where the event allows it', () => {
  const out = { usedAt: early, hasLeft: true };
  const at = (exits: NonNullable<AdmissionFacts['door']['exits']>) => ({ door: { eventId: 1, exits, now } });
  expect(decide(out)).toBe('refuse ticket_used');
  expect(decide(out, at('none'))).toBe('refuse ticket_used');
  expect(decide(out, at('always'))).toBe('admit back_in');
  expect(decide(out, at({ until: later }))).toBe('admit back_in');
  expect(decide(out, at({ until: now }))).toBe('refuse ticket_used');
  expect(decide({ usedAt: early }, at('always')), 'who is inside').toBe('refuse ticket_used');
  expect(decide({ ...out, isBanned: true }, at('always'))).toBe('reject banned');
  expect(decide({ ...out, state: 'refunded' }, at('always'))).toBe('refuse ticket_refunded');
});

test('hours count to the moment, and the last free place is taken', () => {
  expect(decide({}, { opensAt: now })).toBe('admit valid');
  expect(decide({}, { freeUntil: now })).toBe('refuse free_until_over');
  expect(decide({}, { freeUntil: later })).toBe('admit valid');
  expect(decide({}, { room: { inside: 399, licensed: 400 } })).toBe('admit valid');
});

test('hours and room are no matter of the ticket alone', () => {
  expect(decideTicket(facts({}, { opensAt: later, room: { inside: 400, licensed: 400 } }))).toEqual({ verdict: 'admit', reason: 'valid' });
});

test('a guest is under age until the eighteenth birthday at the venue', () => {
  const midnight = new Date('2026-11-22T00:00:00+04:00');
  expect(isUnderAge('2008-11-22', new Date(midnight.getTime() - 1))).toBe(true);
  expect(isUnderAge('2008-11-22', midnight)).toBe(false);
  expect(isUnderAge('', midnight), 'an unknown date').toBe(false);
});
