import { expect, test } from 'vitest';
import { type Answer, startServer, openTab, statusOf, needs } from '#tests/setup/tabs.ts';

test('calls that need somebody carry the token, public ones do not [§6.bearer]', async () => {
  const { calls, origin } = await startServer(needs('good'));
  const { session, api } = openTab(origin);
  session.signIn('good');
  await api.tickets.mine();
  await api.events.list();
  expect(calls).toEqual(['GET /Tickets/my-tickets good', 'GET /Events']);
});

test('a refused token is renewed once for all who wait, and their calls are tried again [§4.refresh-once]', async () => {
  const { calls, origin } = await startServer(needs('good'));
  const { session, api, loginsRequired } = openTab(origin);
  session.signIn('old');
  await Promise.all([api.tickets.mine(), api.tickets.mine(), api.tickets.mine()]);
  expect(calls.filter((call) => call === 'POST /auth/refresh')).toHaveLength(1);
  expect(calls.filter((call) => call.endsWith('good'))).toHaveLength(3);
  expect(session.token()).toBe('good');
  expect(loginsRequired()).toBe(0);
});

test('a call refused again after the renewal is not tried a third time', async () => {
  const { calls, origin } = await startServer((call) =>
    call === 'POST /auth/refresh' ? { status: 200, body: { accessToken: 'new' } } : { status: 401 },
  );
  const { session, api } = openTab(origin);
  session.signIn('old');
  expect(await statusOf(api.tickets.mine())).toBe(401);
  expect(calls).toEqual(['GET /Tickets/my-tickets old', 'POST /auth/refresh', 'GET /Tickets/my-tickets new']);
});

test.each<Answer>([{ status: 401 }, { status: 500 }, { status: 200, body: { accessToken: '' } }])(
  'a refresh that gives nothing (%o) ends the session and leads to the login [§4.refresh-once §4.refresh-fails §8.refresh]',
  async (answer) => {
    const { origin } = await startServer((call) => (call === 'POST /auth/refresh' ? answer : { status: 401 }));
    const { session, api, loginsRequired } = openTab(origin);
    session.signIn('old');
    expect(await statusOf(api.tickets.mine())).toBe(401);
    expect(session.token()).toBeNull();
    expect(loginsRequired()).toBe(1);
  },
);

test('while the server is briefly away nobody is signed out [§4.refresh-fails]', async () => {
  const { origin } = await startServer((call) => ({ status: call === 'POST /auth/refresh' ? 503 : 401 }));
  const { session, api, loginsRequired } = openTab(origin);
  session.signIn('old');
  expect(await statusOf(api.tickets.mine())).toBe(0);
  expect(session.token()).toBe('old');
  expect(loginsRequired()).toBe(0);
});

test('a refused call of nobody leads straight to the login [§2.failed-auth §4.no-token]', async () => {
  const { calls, origin } = await startServer(needs('good'));
  const { api, loginsRequired } = openTab(origin);
  expect(await statusOf(api.tickets.mine())).toBe(401);
  expect(calls).toEqual(['GET /Tickets/my-tickets']);
  expect(loginsRequired()).toBe(1);
});

test('a login that is refused keeps its own answer [§4.auth-401]', async () => {
  const { calls, origin } = await startServer(() => ({ status: 401, body: { message: 'Wrong credentials' } }));
  const { session, api, loginsRequired } = openTab(origin);
  session.signIn('old');
  await expect(api.accounts.login({ body: { email: 'a@b.example', password: 'x' } })).rejects.toThrow('Wrong credentials');
  expect(calls).toEqual(['POST /auth/login']);
  expect(loginsRequired()).toBe(0);
});

test('a refresh that is refused keeps its own answer [§4.auth-401]', async () => {
  const { calls, origin } = await startServer(() => ({ status: 401, body: { message: 'Your session has ended.' } }));
  const { session, api, loginsRequired } = openTab(origin);
  session.signIn('old');
  await expect(api.accounts.refresh()).rejects.toThrow('Your session has ended.');
  expect(calls).toEqual(['POST /auth/refresh']);
  expect(loginsRequired()).toBe(0);
});
