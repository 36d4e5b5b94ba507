import { describe, expect, test } from 'vitest';
import { toWireTime } from '#shared/dates.ts';
import { DEVICE_RIGHTS } from '#shared/door/scanner-devices.ts';
import type { DeviceScan } from '#shared/door/device-scan.schemas.ts';
import { createStore, unusedTicket } from '#tests/models/door-store.ts';
import type { Door, ScannedTicket } from './apply-scans.ts';
import { momentOf } from './scan-rows.ts';

const now = new Date('2026-11-28T00:00:00+04:00');
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const doorOf = (place: number): Door => ({
  scannerDeviceId: uuid(900 + place),
  eventId: 1,
  rights: DEVICE_RIGHTS,
  endedAt: null,
  isRevoked: false,
});
const main = doorOf(0);

const ticketOf = (id: number, decision?: ReturnType<ScannedTicket['decide']>): ScannedTicket => {
  return { ...unusedTicket(id), ...(decision && { decide: () => decision }) };
};
const REFUNDED = { result: 'refused', reason: 'ticket_refunded' } as const;

let numbers = 0;
const scanOf = (scan: Partial<DeviceScan>): DeviceScan => {
  numbers += 1;
  const at = '2026-11-27T23:41:07+04:00';
  return { scanId: uuid(numbers), sequence: 1, kind: 'in', code: '1', at, offsetMs: 0, uncertaintyMs: 500, decidedBy: 'server', ...scan };
};
const alone = (scan: Partial<DeviceScan> = {}) => scanOf({ decidedBy: 'phone', shown: { result: 'accepted', reason: 'valid' }, ...scan });

test('a question admits once, and the same question again gets the same answer', () => {
  const store = createStore(now, [ticketOf(1)]);
  const question = scanOf({});
  expect(store.take(main, question)).toBe('accepted valid');
  expect(store.take(main, question)).toBe('accepted valid');
  expect(store.take(doorOf(1), scanOf({}))).toBe('refused ticket_used');
  expect(store.rows).toHaveLength(2);
  expect(store.ticket(1)).toMatchObject({ usedAt: now, admissions: 1 });
});

test('a phone that heard no answer and admitted alone is the same admission, not a second one', () => {
  const store = createStore(now, [ticketOf(1)]);
  const question = scanOf({});
  const decided = { ...alone(), scanId: question.scanId };
  expect(store.take(main, question)).toBe('accepted valid');
  expect(store.take(main, decided)).toBe('accepted valid');
  expect(store.rows).toHaveLength(1);
});

test('a question that arrives after the own decision of its phone admits nobody again', () => {
  const store = createStore(now, [ticketOf(1)]);
  const question = scanOf({});
  expect(store.take(main, { ...alone(), scanId: question.scanId })).toBe('accepted valid');
  expect(store.take(main, question)).toBe('accepted valid');
  expect(store.rows).toHaveLength(1);
});

test('two doors that were cut off and admitted the same ticket leave one acceptance and one conflict', () => {
  const store = createStore(now, [ticketOf(1)]);
  expect(store.take(doorOf(1), alone())).toBe('accepted valid');
  expect(store.take(main, alone())).toBe('conflict ticket_used');
  expect(store.rows.map(({ result }) => result)).toEqual(['accepted', 'conflict']);
});

test('an admission alone against a refused question is a conflict beside the refusal', () => {
  const store = createStore(now, [ticketOf(1)]);
  store.take(doorOf(1), scanOf({}));
  const question = scanOf({});
  expect(store.take(main, question)).toBe('refused ticket_used');
  expect(store.take(main, { ...alone(), scanId: question.scanId })).toBe('conflict ticket_used');
  expect(store.rows.map(({ decidedBy, result }) => `${decidedBy} ${result}`)).toEqual([
    'server accepted',
    'server refused',
    'phone conflict',
  ]);
});

test.each([
  ['refunded', REFUNDED],
  ['banned', { result: 'rejected', reason: 'banned' }],
] as const)('a ticket that was %s is refused to a question, and a conflict where a phone admitted it alone', (_, entry) => {
  const store = createStore(now, [ticketOf(1, entry)]);
  expect(store.take(main, scanOf({}))).toBe(`${entry.result} ${entry.reason}`);
  expect(store.take(main, alone())).toBe(`conflict ${entry.reason}`);
  expect(store.ticket(1)).toMatchObject({ usedAt: null });
});

test('a forged code is refused, and an admission by one is kept as a conflict', () => {
  const store = createStore(now, []);
  expect(store.take(main, scanOf({}))).toBe('refused code_tampered');
  expect(store.take(main, alone())).toBe('conflict code_tampered');
  expect(store.take(main, scanOf({ code: undefined, ticketId: 9 }))).toBe('refused ticket_not_found');
});

test('a guest who waits for a name on the ticket and was admitted alone used it up', () => {
  const store = createStore(now, [ticketOf(1, { result: 'refused', reason: 'needs_name' })]);
  expect(store.take(main, alone())).toBe('conflict needs_name');
  expect(store.ticket(1)).toMatchObject({ usedAt: expect.any(Date), admissions: 1 });
});

test('a number typed by hand admits when the server says so, and uses no ticket up where a phone admitted alone', () => {
  const store = createStore(now, [ticketOf(1), ticketOf(2)]);
  const typed = (ticketId: number) => ({ code: undefined, ticketId });
  expect(store.take(main, alone(typed(1)))).toBe('conflict without_code');
  expect(store.ticket(1)).toMatchObject({ usedAt: null, admissions: 0 });
  expect(store.take(main, scanOf(typed(2)))).toBe('accepted valid');
  expect(store.rows.at(-1)).toMatchObject({ isManual: true });
});

test('what a phone refused alone is kept as it was shown', () => {
  const store = createStore(now, [ticketOf(1)]);
  expect(store.take(main, alone({ shown: { result: 'refused', reason: 'other_event' } }))).toBe('refused other_event');
  expect(store.ticket(1)).toMatchObject({ usedAt: null });
});

test('an undone admission frees the ticket for its next visit; it can be undone once, and by its own scanner device only', () => {
  const store = createStore(now, [ticketOf(1)]);
  const entry = scanOf({});
  store.take(main, entry);
  const undo = (door: Door) => store.take(door, scanOf({ kind: 'undo', code: undefined, undoneScanId: entry.scanId }));
  expect(undo(doorOf(1))).toBe('impossible nothing_to_undo');
  expect(undo(main)).toBe('noted freed');
  expect(store.ticket(1)).toMatchObject({ usedAt: null, visit: 2, admissions: 0 });
  expect(undo(main)).toBe('impossible nothing_to_undo');
  expect(store.take(doorOf(1), scanOf({}))).toBe('accepted valid');
  expect(store.rows.at(-1)).toMatchObject({ visit: 2 });
});

test('with an undone acceptance the ticket stays used while somebody who came in with it as a conflict is left', () => {
  const store = createStore(now, [ticketOf(1)]);
  const [first, second] = [scanOf({}), alone()];
  store.take(main, first);
  store.take(main, second);
  store.take(main, scanOf({ kind: 'undo', undoneScanId: first.scanId }));
  expect(store.ticket(1)).toMatchObject({ usedAt: now, admissions: 1 });
  store.take(main, scanOf({ kind: 'undo', undoneScanId: second.scanId }));
  expect(store.ticket(1)).toMatchObject({ usedAt: null, admissions: 0 });
});

test('a scanner device does only what it may', () => {
  const store = createStore(now, [ticketOf(1)]);
  const door: Door = { ...main, rights: ['scan'] };
  for (const kind of ['reject', 'undo', 'plus', 'minus'] as const)
    expect(store.take(door, scanOf({ kind }))).toBe('impossible right_missing');
  expect(store.take({ ...main, rights: ['walk_up'] }, scanOf({}))).toBe('impossible right_missing');
  expect(store.rows).toEqual([]);
});

test('a guest whom a phone admitted alone, not knowing that it may not scan any more, is inside and shown', () => {
  const store = createStore(now, [ticketOf(1), ticketOf(2)]);
  const door: Door = { ...main, rights: ['walk_up'] };
  expect(store.take(door, alone())).toBe('conflict right_missing');
  expect(store.ticket(1)).toMatchObject({ usedAt: expect.any(Date), admissions: 1 });
  expect(store.take(main, alone())).toBe('conflict ticket_used');
  expect(store.take(door, scanOf({ code: '2' }))).toBe('impossible right_missing');
});

test('a scanner device that ended reports what it did before; what it did later uses no ticket and is shown', () => {
  const store = createStore(now, [ticketOf(1), ticketOf(2)]);
  const ended: Door = { ...main, endedAt: new Date('2026-11-27T23:45:00+04:00') };
  const late = { at: '2026-11-27T23:50:00+04:00' };
  expect(store.take(ended, alone())).toBe('accepted valid');
  expect(store.take(ended, alone({ code: '2', ...late }))).toBe('conflict device_ended');
  expect(store.take(ended, scanOf({ code: '2' }))).toBe('refused device_ended');
  expect(store.ticket(2)).toMatchObject({ usedAt: null, admissions: 0 });
});

test('the moment of a scan follows the server’s clock, never its future', () => {
  const at = '2026-11-27T23:00:00+04:00';
  expect(momentOf({ at, offsetMs: 60_000 }, now)).toEqual(new Date('2026-11-27T22:59:00+04:00'));
  expect(momentOf({ at, offsetMs: -7_200_000 }, now)).toEqual(now);
  expect(momentOf({ at: '1999-01-01T00:00:00Z', offsetMs: 0 }, now)).toEqual(new Date('2026-11-25T00:00:00+04:00'));
});

test('a phone that refused alone what the server had refused, too, is counted once', () => {
  const store = createStore(now, [ticketOf(1, REFUNDED)]);
  const question = scanOf({});
  expect(store.take(main, question)).toBe('refused ticket_refunded');
  const shown = { result: 'refused', reason: 'ticket_refunded' } as const;
  expect(store.take(main, { ...alone({ shown }), scanId: question.scanId })).toBe('refused ticket_refunded');
  expect(store.rows).toHaveLength(1);
});

test('a guest whom the server admitted and the phone turned away, because it never heard of it, did not come in', () => {
  const store = createStore(now, [ticketOf(1)]);
  const question = scanOf({ code: undefined, ticketId: 1 });
  const refusal = { ...question, decidedBy: 'phone', shown: { result: 'refused', reason: 'without_code' } } as const;
  expect(store.take(main, question)).toBe('accepted valid');
  expect(store.take(main, refusal)).toBe('noted freed');
  expect(store.take(main, refusal)).toBe('noted freed');
  expect(store.ticket(1)).toMatchObject({ usedAt: null, admissions: 0 });
  expect(store.take(doorOf(1), scanOf({}))).toBe('accepted valid');
});

type Alone = 'without_code' | 'not_listed' | 'banned';
const refusedAlone = (question: DeviceScan, reason: Alone): DeviceScan => {
  return { ...question, decidedBy: 'phone', shown: { result: 'refused', reason } };
};

describe.each<{ name: string; of: Pick<DeviceScan, 'code' | 'ticketId'>; reason: Alone; others: Alone[] }>([
  { name: 'a typed number', of: { code: undefined, ticketId: 2 }, reason: 'without_code', others: ['banned', 'not_listed'] },
  { name: 'a code that its list lacks', of: { code: '2' }, reason: 'not_listed', others: ['banned', 'without_code'] },
])('without the right to undo, $name', ({ of, reason, others }) => {
  const door: Door = { ...main, rights: ['scan'] };

  test('whose answer was lost frees its own ticket: once per ticket, and for no other reason', () => {
    const store = createStore(now, [ticketOf(1), ticketOf(2)]);
    let sequence = 0;
    const next = () => scanOf({ sequence: (sequence += 1), ...of });
    const first = next();
    expect(store.take(door, first)).toBe('accepted valid');
    expect(store.take(door, refusedAlone(first, reason)), 'the answer was lost').toBe('noted freed');
    expect(store.ticket(2)).toMatchObject({ usedAt: null, admissions: 0 });

    const again = next();
    expect(store.take(door, again)).toBe('accepted valid');
    expect(store.take(door, refusedAlone(again, reason)), 'the second time').toBe(`refused ${reason}`);
    expect(store.ticket(2)).toMatchObject({ usedAt: now });
  });

  test.each(others)('frees nothing as %s', (other) => {
    const store = createStore(now, [ticketOf(2)]);
    const question = scanOf(of);
    expect(store.take(door, question)).toBe('accepted valid');
    expect(store.take(door, refusedAlone(question, other))).toBe(`refused ${other}`);
    expect(store.ticket(2)).toMatchObject({ usedAt: now });
  });

  test('frees nothing once a later scan has arrived', () => {
    const store = createStore(now, [ticketOf(1), ticketOf(2)]);
    const question = scanOf({ ...of, sequence: 1 });
    expect(store.take(door, question)).toBe('accepted valid');
    expect(store.take(door, scanOf({ sequence: 2 }))).toBe('accepted valid');
    expect(store.take(door, refusedAlone(question, reason))).toBe(`refused ${reason}`);
    expect(store.ticket(2)).toMatchObject({ usedAt: now });
  });

  test.each([
    [60, 'noted freed'],
    [60.001, `refused ${reason}`],
  ])('after %i minutes without a network it says “%s”', (minutes, answer) => {
    let at = now;
    const store = createStore(() => at, [ticketOf(2)]);
    const question = scanOf(of);
    expect(store.take(door, question)).toBe('accepted valid');
    at = new Date(now.getTime() + minutes * 60_000);
    expect(store.take(door, refusedAlone(question, reason))).toBe(answer);
    expect(store.ticket(2)?.usedAt).toEqual(answer === 'noted freed' ? null : now);
  });

  test('frees nothing that another scanner device admitted', () => {
    const store = createStore(now, [ticketOf(2)]);
    const question = scanOf(of);
    expect(store.take({ ...door, scannerDeviceId: uuid(901) }, question)).toBe('accepted valid');
    expect(store.take(door, refusedAlone({ ...question, sequence: 0 }, reason))).toBe(`refused ${reason}`);
    expect(store.ticket(2)).toMatchObject({ usedAt: now });
  });
});

test('of a revoked scanner device nothing that arrives later counts, whatever time it names', () => {
  const store = createStore(now, [ticketOf(1), ticketOf(2)]);
  const before = scanOf({});
  expect(store.take(main, before)).toBe('accepted valid');
  const revoked: Door = { ...main, endedAt: new Date('2026-11-27T23:45:00+04:00'), isRevoked: true };
  expect(store.take(revoked, alone({ code: '2' })), 'it says from before').toBe('conflict device_ended');
  expect(store.ticket(2)).toMatchObject({ usedAt: null, admissions: 0 });
  expect(store.inside(), 'somebody may be inside').toBe(2);
  expect(store.take(revoked, scanOf({ kind: 'undo', code: undefined, undoneScanId: before.scanId }))).toBe('impossible device_ended');
  expect(store.ticket(1)).toMatchObject({ usedAt: now });
  expect(store.take(revoked, before), 'what had arrived keeps its answer').toBe('accepted valid');
});

test('a way out that the phone stored again without an answer is one', () => {
  const store = createStore(now, [ticketOf(1)]);
  const out = scanOf({ kind: 'out' });
  expect(store.take(main, out)).toBe('noted out');
  expect(store.take(main, { ...out, decidedBy: 'phone' })).toBe('noted out');
  expect(store.rows).toHaveLength(1);
});

test('an entry that a phone decided without saying what it showed is kept nowhere', () => {
  const store = createStore(now, [ticketOf(1)]);
  expect(store.take(main, scanOf({ decidedBy: 'phone' }))).toBe('impossible unreadable');
  expect(store.rows).toEqual([]);
});

/** A ticket whose holder may come back in, in a room for two people. */
const returning = (id: number): ScannedTicket => ({
  ...unusedTicket(id),
  decide: ({ usedAt, hasLeft, inside }) => {
    if (usedAt !== null && !hasLeft) return { result: 'refused', reason: 'ticket_used' };
    if (inside >= 2) return { result: 'refused', reason: 'full' };
    return { result: 'accepted', reason: usedAt === null ? 'valid' : 'back_in' };
  },
});

test('who went out comes back in once, in the next visit of the ticket', () => {
  const store = createStore(now, [returning(1)]);
  const [first, again] = [scanOf({}), scanOf({})];
  expect(store.take(main, first)).toBe('accepted valid');
  expect(store.take(main, scanOf({ kind: 'out' }))).toBe('noted out');
  expect(store.take(main, again)).toBe('accepted back_in');
  expect(store.take(main, scanOf({}))).toBe('refused ticket_used');
  expect(store.rows.map(({ result, visit }) => `${result} ${visit}`)).toEqual(['accepted 1', 'noted 1', 'accepted 2', 'refused 2']);
  expect(store.take(main, scanOf({ kind: 'undo', undoneScanId: again.scanId }))).toBe('noted undone');
  expect(store.ticket(1)).toMatchObject({ usedAt: now, admissions: 1 });
  expect(store.take(main, scanOf({})), 'out again').toBe('accepted back_in');
  expect(store.rows.at(-1)).toMatchObject({ visit: 3 });
});

test('a way out of somebody who never came in brings nobody back in', () => {
  const store = createStore(now, [returning(1)]);
  expect(store.take(main, scanOf({ kind: 'out' }))).toBe('noted out');
  expect(store.take(main, scanOf({}))).toBe('accepted valid');
  expect(store.take(main, scanOf({}))).toBe('refused ticket_used');
});

test('a way in that arrives after the way out leaves nobody inside', () => {
  const store = createStore(now, [returning(1)]);
  store.take(main, scanOf({ kind: 'out' }));
  expect(store.take(doorOf(1), alone({ at: '2026-11-27T23:41:07+04:00' }))).toBe('accepted valid');
  expect(store.take(main, scanOf({}))).toBe('accepted back_in');
});

test('the last place is given once; who was let in beyond the room has used the ticket', () => {
  const store = createStore(now, [1, 2, 3, 4].map(returning));
  expect(store.take(main, scanOf({}))).toBe('accepted valid');
  expect(store.take(main, scanOf({ kind: 'plus', code: undefined }))).toBe('noted plus');
  expect(store.take(main, scanOf({ code: '2' }))).toBe('refused full');
  expect(store.take(main, alone({ code: '3' }))).toBe('conflict full');
  expect(store.ticket(3)).toMatchObject({ usedAt: new Date('2026-11-27T23:41:07+04:00'), admissions: 1 });
  expect(store.take(main, alone({ code: '3' }))).toBe('conflict ticket_used');
  expect(store.ticket(2)).toMatchObject({ usedAt: null });
});

test('numbers typed by hand wait for their turn without holding up anything else', () => {
  const store = createStore(now, [ticketOf(1), ticketOf(2)], { consumeNumber: () => false });
  const typed = { code: undefined, ticketId: 1 };
  expect(store.take(main, scanOf(typed))).toBe('impossible too_many_numbers');
  for (const kind of ['out', 'reject', 'plus'] as const)
    for (const decidedBy of ['server', 'phone'] as const)
      expect(store.take(main, scanOf({ ...typed, kind, decidedBy })), `${kind} ${decidedBy}`).toBe('impossible too_many_numbers');
  const ended: Door = { ...main, endedAt: new Date('2026-11-27T23:45:00+04:00') };
  expect(store.take(ended, scanOf(typed)), 'after the end').toBe('impossible too_many_numbers');
  expect(store.take(main, alone(typed))).toBe('conflict without_code');
  expect(store.take(main, scanOf({ code: '2' }))).toBe('accepted valid');
});

test('what a scanner device counted or turned away after its end is kept, counts for nothing, and is not done', () => {
  const store = createStore(now, [ticketOf(1)]);
  const ended: Door = { ...main, endedAt: new Date('2026-11-27T23:45:00+04:00') };
  const late = { decidedBy: 'phone', at: '2026-11-27T23:50:00+04:00' } as const;
  for (const kind of ['plus', 'out', 'reject'] as const) {
    const scan = scanOf({ kind, ...late });
    expect(store.take(ended, scan)).toBe('impossible device_ended');
    expect(store.take(ended, scan)).toBe('impossible device_ended');
  }
  expect(store.rows.map(({ result, reason }) => `${result} ${reason}`)).toEqual(Array(3).fill('noted device_ended'));
});

test('a refusal asks for a refund only where everybody allows it, and its undo changes nobody inside', () => {
  const store = createStore(now, [ticketOf(1), { ...ticketOf(2), isRefundable: false }]);
  const refund = { reason: 'Drunk' };
  const refusal = scanOf({ kind: 'reject', refund });
  const counted = store.take(main, scanOf({ kind: 'plus', code: undefined }));
  expect([counted, store.take(main, refusal)]).toEqual(['noted plus', 'rejected rejected_by_staff']);
  expect(store.rows.at(-1)).toMatchObject({ refundReason: 'Drunk' });
  const [again] = store.upload(main, [refusal]);
  expect(again, 'a minute after the server received it').toMatchObject({ refundAt: toWireTime(new Date(now.getTime() + 60_000)) });
  expect(store.take(main, scanOf({ kind: 'reject', code: '2', refund }))).toBe('rejected refund_not_allowed');
  expect(store.take({ ...main, rights: ['scan', 'reject'] }, scanOf({ kind: 'reject', refund }))).toBe('rejected refund_not_allowed');
  expect(store.take(doorOf(1), scanOf({ kind: 'undo', undoneScanId: refusal.scanId })), 'another scanner device').toBe(
    'impossible nothing_to_undo',
  );
  const door: Door = { ...main, rights: ['reject', 'refund'] };
  expect(store.take(door, scanOf({ kind: 'undo', undoneScanId: refusal.scanId }))).toBe('noted refund_undone');
});
