import { expect, test } from 'vitest';
import { createApi } from '#shared/api.ts';
import { needs, openTab, startServer, statusOf, tokenFor, type Answer, type TabStorage } from '#tests/setup/tabs.ts';
import { createFetchSend } from './fetch-send.ts';

const SHORT_MS = 50;
const LONG_MS = 600_000;
const never = new Promise<Answer>(() => undefined);

test('a call that is never answered ends as a network failure', async () => {
  const { origin } = await startServer(() => never);
  const send = createFetchSend(origin, SHORT_MS);
  expect(await statusOf(createApi((request) => send(request, null)).events.list())).toBe(0);
});

test('an answer that breaks off half-way ends as a network failure', async () => {
  const { origin } = await startServer(() => ({ status: 200, stopsAfter: '[{"id":' }));
  const send = createFetchSend(origin, SHORT_MS);
  expect(await statusOf(createApi((request) => send(request, null)).events.list())).toBe(0);
});

test('a call may set its own limit, shorter or longer', async () => {
  const { origin } = await startServer(() => new Promise((resolve) => setTimeout(resolve, 4 * SHORT_MS, { status: 200, body: [] })));
  const hurried = createFetchSend(origin, SHORT_MS);
  expect(await statusOf(createApi((request) => hurried(request, null)).events.list({}, { timeoutMs: 100 * SHORT_MS }))).toBe(200);
  const slow = createFetchSend(origin);
  expect(await statusOf(createApi((request) => slow(request, null)).events.list({}, { timeoutMs: SHORT_MS }))).toBe(0);
});

test('a refresh that is never answered signs nobody out', async () => {
  const { origin } = await startServer((call) => (call === 'POST /auth/refresh' ? never : { status: 401 }));
  const { session, api, loginsRequired } = openTab(origin, { callTimeoutMs: SHORT_MS });
  session.signIn('old');
  expect(await statusOf(api.tickets.mine())).toBe(0);
  expect([session.token(), loginsRequired()]).toEqual(['old', 0]);
});

test('a tab whose refresh hangs does not hold the others up', async () => {
  const hangs = Promise.withResolvers<void>();
  let refreshes = 0;
  const { origin } = await startServer((call, bearer) => {
    if (call !== 'POST /auth/refresh') return needs('good')(call, bearer);
    refreshes += 1;
    if (refreshes > 1) return { status: 200, body: { accessToken: 'good' } };
    hangs.resolve();
    return never;
  });
  const stored: TabStorage = new Map();
  // The other tab must not be saved by its own timeout.
  const stuck = openTab(origin, { stored, callTimeoutMs: LONG_MS });
  const other = openTab(origin, { stored, lockTimeoutMs: SHORT_MS });
  stuck.session.signIn('old');
  void stuck.session.renew('old').catch(() => undefined);
  await hangs.promise;
  expect(await statusOf(other.api.tickets.mine())).toBe(200);
  expect(stored.get('accessToken')).toBe('good');
});

test('a refused refresh says that the session ended; signing out and a server that is away do not', async () => {
  const refusals = { refused: { status: 401 }, away: { status: 503 } };
  for (const [name, answer] of Object.entries(refusals)) {
    const { origin } = await startServer((call) => (call === 'POST /auth/refresh' ? answer : { status: 401 }));
    const { session, ends } = openTab(origin);
    session.signIn(tokenFor(15 * 60_000));
    await session.renew(session.token() ?? '').catch(() => undefined);
    expect([name, ends(), session.token() === null]).toEqual([name, name === 'refused' ? 1 : 0, name === 'refused']);
    session.signOut();
    expect(ends()).toBe(name === 'refused' ? 1 : 0);
  }
});
