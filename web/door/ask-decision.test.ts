import { expect, test } from 'vitest';
import { createApi } from '#shared/api.ts';
import type { ApiRequest, ApiResponse } from '#shared/contract.ts';
import { siteTranslator } from '#tests/setup/show.tsx';
import { askDecision, manualQuestion, pressedAgain, questionOf } from './ask-decision.ts';
import { canRepeat, headlineOf, reasonOf, signalOf } from './verdict.ts';

const accepting = { isReject: false, eventId: 7 };
const guest = { firstName: 'Salome', lastName: 'Drift', birthdate: '2001-03-14', status: 'Verified' };
const scan = {
  result: 'accepted',
  reason: 'valid',
  ticket: {
    id: 90417,
    eventId: 7,
    eventName: 'ღამე',
    eventNameLat: 'Night',
    startDate: '2026-11-21T23:00:00+04:00',
    ticketTypeName: 'შესვლა',
    ticketTypeNameLat: 'Entry',
    usedAt: null,
  },
  guest,
};
const code = 'User ID: 12\nTicket ID: 90417\nV1.signature';
const ok = (body: unknown): ApiResponse => ({ status: 200, body });
const refusing = (status: number, code: string, params = {}): ApiResponse => ({ status, body: { code, message: code, params } });

/** Fixed answers to the door's two requests; every request is recorded. */
function door(answers: { guest?: ApiResponse | 'nothing'; scan?: ApiResponse | 'nothing' } = {}) {
  const requests: ApiRequest[] = [];
  const api = createApi(async (request) => {
    requests.push(request);
    const answer = request.url.includes('GetUserbyId') ? (answers.guest ?? ok(guest)) : (answers.scan ?? ok(scan));
    if (answer === 'nothing') throw new TypeError('Failed to fetch');
    return answer;
  });
  return { api, requests };
}

test('a guest whom a door rejected is a question, which a second press answers', async () => {
  const refused = refusing(409, 'rejected_before', { at: '23:41, Main', rejection: 'drunk' });
  const { api, requests } = door({ scan: refused });
  const question = questionOf(code, accepting);
  const verdict = await askDecision(api, question);
  expect([verdict.kind, signalOf(verdict)]).toEqual(['rejected_before', 'undecided']);
  expect(headlineOf(verdict, siteTranslator('en').t)).toBe('Denied before');
  expect(reasonOf(verdict, 'en', siteTranslator('en').t)).toBe('Denied 23:41, Main: drunk');
  expect(requests[1]?.body).toMatchObject({ admitRejected: false });
  await askDecision(api, pressedAgain(question, 'rejected_before'));
  expect(requests[3]?.body).toMatchObject({ admitRejected: true });
});

test('the guest is fetched, then the decision goes out with the whole code [§4.scan]', async () => {
  const { api, requests } = door();
  const question = questionOf(code, accepting);
  expect(await askDecision(api, question)).toMatchObject({
    kind: 'accepted',
    ticketId: 90417,
    guest: { firstName: 'Salome', status: 'Verified' },
    event: { nameLat: 'Night', at: '2026-11-21T23:00:00+04:00' },
    ticketType: { nameLat: 'Entry' },
  });
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /api/users/GetUserbyId/12', 'POST /api/QRCode/scan']);
  expect(requests[1]?.body).toEqual({ ...accepting, ticketId: 90417, code, scanId: question.scanId, admitRejected: false });
});

test('a typed number that is refused shows whose ticket it is, and stands without that', async () => {
  const used = { scan: refusing(409, 'ticket_used', { userId: 12 }) };
  const { api, requests } = door(used);
  expect(await askDecision(api, manualQuestion(90417, accepting))).toMatchObject({ kind: 'refused', guest: { firstName: 'Salome' } });
  expect(requests.map(({ url }) => url)).toEqual(['/api/QRCode/scan', '/api/users/GetUserbyId/12']);
  for (const answer of ['nothing', refusing(404, 'not_found')] as const) {
    const without = door({ ...used, guest: answer });
    expect(await askDecision(without.api, manualQuestion(90417, accepting))).toMatchObject({ kind: 'refused', guest: undefined });
  }
});

test('asking again sends the same scan id, another look has its own', async () => {
  const { api, requests } = door({ scan: 'nothing' });
  const question = questionOf(code, { ...accepting, isReject: true });
  expect(await askDecision(api, question)).toMatchObject({ kind: 'undecided', trouble: 'decision_failed' });
  await askDecision(api, question);
  expect(requests[1]?.body).toEqual(requests[3]?.body);
  expect(questionOf(code, accepting).scanId).not.toBe(question.scanId);
});

test('a number typed by hand asks about the ticket alone, and the answer says whose it is', async () => {
  const { api, requests } = door();
  const question = manualQuestion(90417, accepting);
  expect(await askDecision(api, question)).toMatchObject({ kind: 'accepted', guest: { lastName: 'Drift' } });
  expect(requests.map(({ url }) => url)).toEqual(['/api/QRCode/scan']);
  expect(requests[0]?.body).toEqual({ ...accepting, ticketId: 90417, scanId: question.scanId, admitRejected: false });
});

test('without an event to stand at none is named', async () => {
  const { api, requests } = door();
  await askDecision(api, questionOf(code, { isReject: false, eventId: undefined }));
  expect(requests[1]?.body).not.toHaveProperty('eventId');
});

test('a ticket of another event is a verdict of its own, and the second press is another scan', async () => {
  const params = { event: 'Night', eventName: 'ღამე', eventNameLat: 'Night', eventDate: '2026-11-27', eventTime: '23:00' };
  const { api, requests } = door({ scan: refusing(409, 'other_event', params) });
  const question = questionOf(code, accepting);
  const verdict = await askDecision(api, question);
  expect(verdict).toMatchObject({ kind: 'other_event', event: { name: 'ღამე', nameLat: 'Night', at: '2026-11-27' } });
  expect(signalOf(verdict)).toBe('other');
  await askDecision(api, pressedAgain(question, 'other_event'));
  expect(requests[3]?.body).toMatchObject({ ...accepting, ticketId: 90417, code, admitOtherEvent: true });
  expect(requests[3]?.body).not.toMatchObject({ scanId: question.scanId });
});

test.each([
  ['nothing but the word', { result: 'accepted' }, { firstName: 'Salome', birthdate: '2001-03-14' }],
  ['a guest without a status', { result: 'accepted', guest: { firstName: 'Nino', lastName: 'B' } }, { firstName: 'Nino', birthdate: '' }],
  ['a status as a number', { result: 'accepted', guest: { ...guest, status: 2 } }, { status: 'Rejected' }],
  ['a ticket without a night', { result: 'accepted', ticket: {} }, { lastName: 'Drift' }],
  ['the word in other letters', { result: 'Accepted' }, { lastName: 'Drift' }],
  ['the bare word', 'accepted', { lastName: 'Drift' }],
  ['the bare word in other letters', 'ACCEPTED', { lastName: 'Drift' }],
])('an admitted guest stays one with %s in the answer [§4.scan]', async (_, body, shown) => {
  const { api } = door({ scan: ok(body) });
  expect(await askDecision(api, questionOf(code, accepting))).toMatchObject({ kind: 'accepted', guest: shown });
});

test.each(['rejected', 'Rejected', { result: 'REJECTED' }])('the answer %j is a rejection [§4.scan]', async (body) => {
  const { api } = door({ scan: ok(body) });
  expect(await askDecision(api, questionOf(code, accepting))).toMatchObject({ kind: 'rejected', guest: { lastName: 'Drift' } });
});

test.each([
  ['accepted', 'UNDER 18', 'undecided', 'Check the ID before entry.'],
  ['rejected', 'Rejected', 'reject', 'Denied by staff. Don’t admit.'],
])('a guest under 18 whose ticket is %s reads “%s”', async (result, headline, signal, reason) => {
  const young = { ...guest, birthdate: `${new Date().getFullYear() - 14}-01-01` };
  const { api, requests } = door({ scan: ok({ ...scan, result, guest: young }) });
  const verdict = await askDecision(api, questionOf(code, accepting));
  const { t } = siteTranslator('en');
  expect(verdict.kind).toBe(result);
  expect([headlineOf(verdict, t), signalOf(verdict)]).toEqual([headline, signal]);
  expect(reasonOf(verdict, 'en', t)).toBe(reason);
  expect(requests).toHaveLength(2);
});

test('an answer without a decision is none', async () => {
  for (const body of [undefined, {}, 'OK', 'not accepted', { result: ['accepted'] }, { message: 'accepted' }]) {
    const { api } = door({ scan: ok(body) });
    expect(await askDecision(api, questionOf(code, accepting))).toMatchObject({ kind: 'undecided', trouble: 'decision_failed' });
  }
});

test.each([
  [{ guest: 'nothing' }, 'Error fetching user information'],
  [{ scan: 'nothing' }, 'Error sending decision'],
] as const)('without a network %j reads “%s” [§8.scan]', async (answers, text) => {
  const verdict = await askDecision(door(answers).api, questionOf(code, accepting));
  expect(verdict.kind).toBe('undecided');
  expect(reasonOf(verdict, 'en', siteTranslator('en').t)).toBe(text);
});

test('a call without an answer ends by itself', async () => {
  const api = createApi(() => new Promise(() => undefined));
  expect(await askDecision(api, manualQuestion(90417, accepting))).toMatchObject({ kind: 'undecided', trouble: 'decision_failed' });
});

test('a ticket nobody knows shows nobody', async () => {
  const { api } = door({ scan: refusing(404, 'ticket_not_found') });
  const verdict = await askDecision(api, questionOf(code, accepting));
  expect(verdict).toMatchObject({ kind: 'undecided', trouble: 'ticket_unknown', ticketId: 90417 });
  expect(verdict.guest).toBeUndefined();
});

test('a code without ids sends no request', async () => {
  const { api, requests } = door();
  expect(await askDecision(api, questionOf('https://example.com', accepting))).toEqual({ kind: 'undecided', trouble: 'no_user_id' });
  expect(await askDecision(api, questionOf('User ID: 3', accepting))).toEqual({ kind: 'undecided', trouble: 'no_ticket_id' });
  expect(requests).toEqual([]);
});

test('a banned guest is refused with an error, and shown as rejected with the reason', async () => {
  const { api } = door({ scan: refusing(409, 'banned_at_door', { userId: 12 }) });
  const verdict = await askDecision(api, questionOf(code, accepting));
  expect(verdict).toMatchObject({ kind: 'rejected', reason: 'banned', ticketId: 90417, guest: { lastName: 'Drift' } });
  expect(signalOf(verdict)).toBe('reject');
});

test('the decision is sent although the server names no guest of another night', async () => {
  const params = { eventName: 'ღამე', eventNameLat: 'Night', eventDate: '2026-11-27' };
  const { api, requests } = door({ guest: refusing(404, 'user_not_found'), scan: refusing(409, 'other_event', params) });
  expect(await askDecision(api, questionOf(code, accepting))).toMatchObject({ kind: 'other_event', event: { nameLat: 'Night' } });
  expect(requests).toHaveLength(2);
});

test('the decision is sent although the account may look at no more guests this minute, and its answer names the holder [§4.scan]', async () => {
  const tooMany = refusing(429, 'too_many_requests');
  const { api, requests } = door({ guest: tooMany });
  expect(await askDecision(api, questionOf(code, accepting))).toMatchObject({
    kind: 'accepted',
    guest: { lastName: 'Drift' },
    isUnderAge: false,
  });
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  const used = door({ guest: tooMany, scan: refusing(409, 'ticket_used', { userId: 12 }) });
  expect(await askDecision(used.api, questionOf(code, accepting))).toMatchObject({ kind: 'refused', ticketId: 90417, guest: undefined });
});

test('without the guest no decision is sent', async () => {
  const { api, requests } = door({ guest: refusing(500, 'server_error') });
  expect(await askDecision(api, questionOf(code, accepting))).toMatchObject({ kind: 'undecided', trouble: 'guest_failed' });
  expect(requests).toHaveLength(1);
});

test.each([
  [400, 'code_tampered', 'refused', 'reject'],
  [409, 'ticket_used', 'refused', 'reject'],
  [409, 'ticket_refunded', 'refused', 'reject'],
  [409, 'event_cancelled', 'refused', 'reject'],
  [400, 'invalid_input', 'undecided', 'undecided'],
  [401, 'unauthorized', 'undecided', 'undecided'],
  [500, 'server_error', 'undecided', 'undecided'],
  [503, 'unavailable', 'undecided', 'undecided'],
])('a refusal %i %s is shown as %s', async (status, code_, kind, signal) => {
  const { api } = door({ scan: refusing(status, code_) });
  const verdict = await askDecision(api, questionOf(code, accepting));
  expect(verdict).toMatchObject({ kind, ticketId: 90417, guest: { lastName: 'Drift' } });
  expect(signalOf(verdict)).toBe(signal);
});

test.each([
  ["the specification's sentence", 'Invalid or tampered QR code!', 'refused'],
  ['another sentence', 'Invalid or tampered QR code', 'undecided'],
  ['a sentence about a cart', 'You already have a ticket for this event in your cart.', 'undecided'],
  ['no sentence', undefined, 'undecided'],
])('a refusal without a code and with %s [§8.scan]', async (_, message, kind) => {
  const { api } = door({ scan: { status: 400, body: { message } } });
  const verdict = await askDecision(api, questionOf(code, accepting));
  expect(verdict).toMatchObject({ kind, ticketId: 90417, guest: { lastName: 'Drift' } });
  if (kind !== 'refused') return;
  expect(reasonOf(verdict, 'en', siteTranslator('en').t)).toBe('Invalid or tampered QR code!');
  expect(reasonOf(verdict, 'ka', siteTranslator('ka').t)).toBe('QR კოდი არასწორია ან შეცვლილია!');
});

test.each([
  [409, { message: 'Used yesterday.' }, 'refused'],
  [409, {}, 'undecided'],
  [409, undefined, 'undecided'],
])('a refusal %i with %j is %s: a guest is turned away only with a reason [§8.scan]', async (status, body, kind) => {
  const { api } = door({ scan: { status, body } });
  const verdict = await askDecision(api, questionOf(code, accepting));
  expect(verdict).toMatchObject({ kind, ticketId: 90417 });
  const reason = kind === 'refused' ? 'Used yesterday.' : 'Error sending decision';
  expect(reasonOf(verdict, 'en', siteTranslator('en').t)).toBe(reason);
});

test('only what may pass can be sent again as it was', () => {
  expect(canRepeat('decision_failed')).toBe(true);
  expect(canRepeat('guest_failed')).toBe(true);
  expect(canRepeat('no_user_id')).toBe(false);
  expect(canRepeat('no_ticket_id')).toBe(false);
  expect(canRepeat('ticket_unknown')).toBe(false);
});
