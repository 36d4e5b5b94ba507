import { expect, onTestFinished, test } from 'vitest';
import { type TabStorage, startServer, openTab, tokenFor, statusOf, needs, storageOver } from '#tests/setup/tabs.ts';

test('two tabs refused at once refresh once', async () => {
  const { calls, origin } = await startServer(needs('good'));
  const stored: TabStorage = new Map();
  const [one, other] = [openTab(origin, { stored }), openTab(origin, { stored })];
  one.session.signIn('old');
  await Promise.all([one.api.tickets.mine(), other.api.tickets.mine()]);
  expect(calls.filter((call) => call === 'POST /auth/refresh')).toHaveLength(1);
});

test('a token that another tab has renewed meanwhile is used as it is', async () => {
  const stored: TabStorage = new Map();
  const { calls, origin } = await startServer((call, bearer) => {
    stored.set('accessToken', 'good');
    return needs('good')(call, bearer);
  });
  const { session, api } = openTab(origin, { stored });
  session.signIn('old');
  await api.tickets.mine();
  expect(calls).toEqual(['GET /Tickets/my-tickets old', 'GET /Tickets/my-tickets good']);
});

test('signing out in one tab is heard in the others', async () => {
  const { origin } = await startServer(needs('good'));
  const stored: TabStorage = new Map();
  const [one, other] = [openTab(origin, { stored }), openTab(origin, { stored })];
  one.session.signIn('good');
  const heard = new Promise<void>((resolve) => onTestFinished(other.session.subscribe(resolve)));
  one.session.signOut();
  other.events.dispatchEvent(Object.assign(new Event('storage'), { key: 'accessToken' }));
  await heard;
  expect(other.session.token()).toBeNull();
});

test('a session that ended in another tab has ended here too, for who did not log out here', async () => {
  const { origin } = await startServer(needs('good'));
  const stored: TabStorage = new Map();
  const [one, other] = [openTab(origin, { stored }), openTab(origin, { stored })];
  const hear = () => other.events.dispatchEvent(Object.assign(new Event('storage'), { key: 'accessToken' }));
  one.session.signIn('good');
  hear();
  expect(other.session.isEnded()).toBe(false);
  one.session.signOut();
  hear();
  expect([one.session.isEnded(), other.session.isEnded()]).toEqual([false, true]);
  other.session.signIn('good');
  expect(other.session.isEnded()).toBe(false);
});

test('signing out while a refresh is under way is not undone by its answer', async () => {
  let answer = (): void => undefined;
  const requested = Promise.withResolvers<void>();
  const { origin } = await startServer(async (call) => {
    if (call !== 'POST /auth/refresh') return { status: 401 };
    requested.resolve();
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { status: 200, body: { accessToken: 'new' } };
  });
  const { session } = openTab(origin);
  session.signIn('old');
  const renewal = session.renew('old');
  await requested.promise;
  session.signOut();
  answer();
  expect(await renewal).toBeNull();
  expect(session.token()).toBeNull();
});

test('a token is renewed by itself before it ends', async () => {
  const fresh = tokenFor(15 * 60_000, 'fresh');
  const { calls, origin } = await startServer(needs(fresh));
  const { session } = openTab(origin);
  const renewed = new Promise<void>((resolve) => onTestFinished(session.subscribe(() => session.token() === fresh && resolve())));
  session.signIn(tokenFor(200));
  await renewed;
  expect(calls).toEqual(['POST /auth/refresh']);
});

test('a token that ended while the machine slept is renewed on waking', async () => {
  const { origin } = await startServer(needs('good'));
  const { session, events, stored } = openTab(origin);
  const old = tokenFor(15 * 60_000);
  session.signIn(old);
  stored.set('accessTokenReceivedAt', String(Date.now() - 3_600_000));
  const renewed = new Promise<void>((resolve) => onTestFinished(session.subscribe(() => session.token() === 'good' && resolve())));
  events.dispatchEvent(new Event('focus'));
  await renewed;
});

test('where storage is refused the token is kept for as long as the page lives', async () => {
  const { origin } = await startServer(needs('good'));
  const refuse = () => {
    throw new Error('denied');
  };
  const { session, api } = openTab(origin, { storage: { getItem: refuse, setItem: refuse, removeItem: refuse } });
  session.signIn('good');
  await api.tickets.mine();
  expect(session.token()).toBe('good');
  session.signOut();
  expect(session.token()).toBeNull();
});

test('where storage takes nothing more the renewed token is used nevertheless, and asked for once', async () => {
  const { calls, origin } = await startServer(needs('good'));
  const stored: TabStorage = new Map([['accessToken', 'old']]);
  const refuse = () => {
    throw new Error('full');
  };
  const { session, api } = openTab(origin, { stored, storage: { ...storageOver(stored), setItem: refuse } });
  await api.tickets.mine();
  await api.tickets.mine();
  expect(session.token()).toBe('good');
  expect(calls.filter((call) => call === 'POST /auth/refresh')).toHaveLength(1);
});

test.each([-60, 60])('a device whose clock is %i minutes off asks for no other token before its time', async (minutes) => {
  const token = tokenFor(15 * 60_000, 'x', minutes * 60_000);
  const { calls, origin } = await startServer(needs(token));
  const { session, events, api } = openTab(origin);
  session.signIn(token);
  events.dispatchEvent(new Event('focus'));
  await api.tickets.mine();
  expect(calls).toEqual([`GET /Tickets/my-tickets ${token}`]);
});

test('tabs that wake together renew the token once and all go on with it', async () => {
  const { calls, origin } = await startServer(needs('good'));
  const stored: TabStorage = new Map();
  const tabs = [1, 2, 3].map(() => openTab(origin, { stored }));
  stored.set('accessToken', tokenFor(15 * 60_000)).set('accessTokenReceivedAt', String(Date.now() - 3_600_000));
  for (const { events } of tabs) events.dispatchEvent(new Event('focus'));
  await Promise.all(tabs.map(({ api }) => api.tickets.mine()));
  expect(calls.filter((call) => call === 'POST /auth/refresh')).toHaveLength(1);
  expect(tabs.map(({ session }) => session.token())).toEqual(['good', 'good', 'good']);
});

test('a session that was ended elsewhere ends here with the next call, in every tab [§4.refresh-fails]', async () => {
  const { origin } = await startServer(() => ({ status: 401 }));
  const stored: TabStorage = new Map();
  const [one, other] = [openTab(origin, { stored }), openTab(origin, { stored })];
  one.session.signIn('ended');
  expect(await Promise.all([statusOf(one.api.tickets.mine()), statusOf(other.api.tickets.mine())])).toEqual([401, 401]);
  expect([one.loginsRequired(), other.loginsRequired()]).toEqual([1, 1]);
  expect(stored.get('accessToken')).toBeUndefined();
});
