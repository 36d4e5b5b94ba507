import { expect, test } from 'vitest';
import { createApi } from '#shared/api.ts';
import type { ApiRequest, ApiResponse } from '#shared/contract.ts';
import { askDecision, manualQuestion, questionOf } from './ask-decision.ts';
import { canRepeat, signalOf } from './verdict.ts';

const guest = { firstName: 'Salome', lastName: 'Drift', birthdate: '2001-03-14', status: 'Verified' };
const scan = {
  result: 'accepted',
  reason: 'valid',
  ticket: { id: 90417, eventId: 7, eventName: 'ღამე', eventNameLat: 'Night', startDate: '2026-11-21T23:00:00+04:00', usedAt: null },
  guest,
};
const code = 'User ID: 12\nTicket ID: 90417\nV1.signature';
const ok = (body: unknown): ApiResponse => ({ status: 200, body });
const refusing = (status: number, code: string): ApiResponse => ({ status, body: { code, message: code } });

/** The door's two calls with the answers given; every request is kept. */
function door(answers: { guest?: ApiResponse; scan?: ApiResponse | 'nothing' } = {}) {
  const requests: ApiRequest[] = [];
  const api = createApi(async (request) => {
    requests.push(request);
    if (request.url.includes('GetUserbyId')) return answers.guest ?? ok(guest);
    if (answers.scan === 'nothing') throw new TypeError('Failed to fetch');
    return answers.scan ?? ok(scan);
  });
  return { api, requests };
}

test('the guest is fetched, then the decision goes out with the whole code', async () => {
  const { api, requests } = door();
  const question = questionOf(code, false);
  expect(await askDecision(api, question)).toMatchObject({ kind: 'accepted', ticketId: 90417, guest: { firstName: 'Salome' } });
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /api/users/GetUserbyId/12', 'POST /api/QRCode/scan']);
  expect(requests[1]?.body).toEqual({ isReject: false, ticketId: 90417, code, scanId: question.scanId });
});

test('asking again sends the same scan id, another look has its own', async () => {
  const { api, requests } = door({ scan: 'nothing' });
  const question = questionOf(code, true);
  expect(await askDecision(api, question)).toMatchObject({ kind: 'undecided', trouble: 'decision_failed' });
  await askDecision(api, question);
  expect(requests[1]?.body).toEqual(requests[3]?.body);
  expect(questionOf(code, true).scanId).not.toBe(question.scanId);
});

test('ids typed by hand go the same way without a code', async () => {
  const { api, requests } = door();
  await askDecision(api, manualQuestion({ userId: 12, ticketId: 90417 }, false));
  expect(requests[1]?.body).not.toHaveProperty('code');
});

test('a code without ids asks nobody', async () => {
  const { api, requests } = door();
  expect(await askDecision(api, questionOf('https://example.com', false))).toEqual({ kind: 'undecided', trouble: 'no_user_id' });
  expect(await askDecision(api, questionOf('User ID: 3', false))).toEqual({ kind: 'undecided', trouble: 'no_ticket_id' });
  expect(requests).toEqual([]);
});

test('without the guest no decision is sent', async () => {
  const { api, requests } = door({ guest: refusing(404, 'user_not_found') });
  expect(await askDecision(api, questionOf(code, false))).toMatchObject({ kind: 'undecided', trouble: 'guest_failed' });
  expect(requests).toHaveLength(1);
});

test.each([
  [400, 'code_tampered', 'refused', 'reject'],
  [409, 'ticket_used', 'refused', 'reject'],
  [409, 'ticket_refunded', 'refused', 'reject'],
  [404, 'ticket_not_found', 'undecided', 'undecided'],
  [400, 'invalid_input', 'undecided', 'undecided'],
  [401, 'unauthorized', 'undecided', 'undecided'],
  [500, 'server_error', 'undecided', 'undecided'],
  [503, 'unavailable', 'undecided', 'undecided'],
])('a refusal %i %s is shown as %s', async (status, code_, kind, signal) => {
  const { api } = door({ scan: refusing(status, code_) });
  const verdict = await askDecision(api, questionOf(code, false));
  expect(verdict).toMatchObject({ kind, ticketId: 90417, guest: { lastName: 'Drift' } });
  expect(signalOf(verdict)).toBe(signal);
});

test('only what may pass can be sent again as it was', () => {
  expect(canRepeat('decision_failed')).toBe(true);
  expect(canRepeat('guest_failed')).toBe(true);
  expect(canRepeat('no_user_id')).toBe(false);
  expect(canRepeat('no_ticket_id')).toBe(false);
  expect(canRepeat('ticket_unknown')).toBe(false);
});
