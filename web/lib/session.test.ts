import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createApi } from '#shared/api.ts';
import { ApiError } from '#shared/errors.ts';
import { createFetchSend, withSession } from './fetch-send.ts';
import { createSession } from './session.ts';
import { createTokenStore } from './token-store.ts';

type Answer = { status: number; body?: object };
type Answers = (call: string, bearer: string | undefined) => Answer | Promise<Answer>;

/** A server that answers as it is told and remembers what it was asked, as `GET /Tickets/my-tickets token`. */
async function startServer(answers: Answers) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url?.replace('/api', '')}`;
    const bearer = request.headers.authorization?.replace('Bearer ', '');
    calls.push([call, bearer].filter(Boolean).join(' '));
    void Promise.resolve(answers(call, bearer)).then(({ status, body = {} }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { calls, origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

type Shelf = Map<string, string>;
const storageOver = (shelf: Shelf) => ({
  getItem: (key: string) => shelf.get(key) ?? null,
  setItem: (key: string, value: string) => void shelf.set(key, value),
  removeItem: (key: string) => void shelf.delete(key),
});

/** One browser tab: those with one shelf belong to one browser. */
function openTab(origin: string, shelf: Shelf = new Map(), storage = storageOver(shelf)) {
  const events = new EventTarget();
  const send = createFetchSend(origin);
  const bare = createApi((request) => send(request, null));
  const session = createSession({
    store: createTokenStore(
      () => storage,
      () => events,
    ),
    refresh: async () => (await bare.accounts.refresh()).accessToken,
    wakings: () => [[events, 'focus']],
  });
  let loginsRequired = 0;
  session.onLoginRequired(() => (loginsRequired += 1));
  onTestFinished(session.start());
  return { session, events, shelf, api: createApi(withSession(send, session)), loginsRequired: () => loginsRequired };
}

/** `skewMs`: how much the server's clock is ahead of the device's. */
const tokenFor = (lifetimeMs: number, name = 'x', skewMs = 0): string => {
  const iat = (Date.now() + skewMs) / 1000;
  return `${name}.${btoa(JSON.stringify({ iat, exp: iat + lifetimeMs / 1000 }))}.s`;
};

const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : -1),
  );

/** Private calls need `token`; a refresh gives it. */
const needs =
  (token: string): Answers =>
  (call, bearer) => {
    if (call === 'POST /auth/refresh') return { status: 200, body: { accessToken: token } };
    if (call.endsWith('/Events')) return { status: 200, body: [] };
    return bearer === token ? { status: 200, body: [] } : { status: 401 };
  };

test('calls that need somebody carry the token, public ones do not', async () => {
  const { calls, origin } = await startServer(needs('good'));
  const { session, api } = openTab(origin);
  session.signIn('good');
  await api.tickets.mine();
  await api.events.list();
  expect(calls).toEqual(['GET /Tickets/my-tickets good', 'GET /Events']);
});

test('a refused token is renewed once for all who wait, and their calls are tried again', async () => {
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
  'a refresh that gives nothing (%o) ends the session and leads to the login',
  async (answer) => {
    const { origin } = await startServer((call) => (call === 'POST /auth/refresh' ? answer : { status: 401 }));
    const { session, api, loginsRequired } = openTab(origin);
    session.signIn('old');
    expect(await statusOf(api.tickets.mine())).toBe(401);
    expect(session.token()).toBeNull();
    expect(loginsRequired()).toBe(1);
  },
);

test('while the server is briefly away nobody is signed out', async () => {
  const { origin } = await startServer((call) => ({ status: call === 'POST /auth/refresh' ? 503 : 401 }));
  const { session, api, loginsRequired } = openTab(origin);
  session.signIn('old');
  expect(await statusOf(api.tickets.mine())).toBe(0);
  expect(session.token()).toBe('old');
  expect(loginsRequired()).toBe(0);
});

test('a refused call of nobody leads straight to the login', async () => {
  const { calls, origin } = await startServer(needs('good'));
  const { api, loginsRequired } = openTab(origin);
  expect(await statusOf(api.tickets.mine())).toBe(401);
  expect(calls).toEqual(['GET /Tickets/my-tickets']);
  expect(loginsRequired()).toBe(1);
});

test('a login that is refused keeps its own answer', async () => {
  const { calls, origin } = await startServer(() => ({ status: 401, body: { message: 'Wrong credentials' } }));
  const { session, api, loginsRequired } = openTab(origin);
  session.signIn('old');
  await expect(api.accounts.login({ body: { email: 'a@b.example', password: 'x' } })).rejects.toThrow('Wrong credentials');
  expect(calls).toEqual(['POST /auth/login']);
  expect(loginsRequired()).toBe(0);
});

test('two tabs refused at once refresh once', async () => {
  const { calls, origin } = await startServer(needs('good'));
  const shelf: Shelf = new Map();
  const [one, other] = [openTab(origin, shelf), openTab(origin, shelf)];
  one.session.signIn('old');
  await Promise.all([one.api.tickets.mine(), other.api.tickets.mine()]);
  expect(calls.filter((call) => call === 'POST /auth/refresh')).toHaveLength(1);
});

test('a token that another tab has renewed meanwhile is used as it is', async () => {
  const shelf: Shelf = new Map();
  const { calls, origin } = await startServer((call, bearer) => {
    shelf.set('accessToken', 'good');
    return needs('good')(call, bearer);
  });
  const { session, api } = openTab(origin, shelf);
  session.signIn('old');
  await api.tickets.mine();
  expect(calls).toEqual(['GET /Tickets/my-tickets old', 'GET /Tickets/my-tickets good']);
});

test('signing out in one tab is heard in the others', async () => {
  const { origin } = await startServer(needs('good'));
  const shelf: Shelf = new Map();
  const [one, other] = [openTab(origin, shelf), openTab(origin, shelf)];
  one.session.signIn('good');
  const heard = new Promise<void>((resolve) => onTestFinished(other.session.subscribe(resolve)));
  one.session.signOut();
  other.events.dispatchEvent(Object.assign(new Event('storage'), { key: 'accessToken' }));
  await heard;
  expect(other.session.token()).toBeNull();
});

test('signing out while a refresh is under way is not undone by its answer', async () => {
  let answer = (): void => undefined;
  const asked = Promise.withResolvers<void>();
  const { origin } = await startServer(async (call) => {
    if (call !== 'POST /auth/refresh') return { status: 401 };
    asked.resolve();
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { status: 200, body: { accessToken: 'new' } };
  });
  const { session } = openTab(origin);
  session.signIn('old');
  const renewal = session.renew('old');
  await asked.promise;
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
  const { session, events, shelf } = openTab(origin);
  const old = tokenFor(15 * 60_000);
  session.signIn(old);
  shelf.set('accessTokenReceivedAt', String(Date.now() - 3_600_000));
  const renewed = new Promise<void>((resolve) => onTestFinished(session.subscribe(() => session.token() === 'good' && resolve())));
  events.dispatchEvent(new Event('focus'));
  await renewed;
});

test('where storage is refused the token is kept for as long as the page lives', async () => {
  const { origin } = await startServer(needs('good'));
  const refuse = () => {
    throw new Error('denied');
  };
  const { session, api } = openTab(origin, new Map(), { getItem: refuse, setItem: refuse, removeItem: refuse });
  session.signIn('good');
  await api.tickets.mine();
  expect(session.token()).toBe('good');
  session.signOut();
  expect(session.token()).toBeNull();
});

test('where storage takes nothing more the renewed token is used nevertheless, and asked for once', async () => {
  const { calls, origin } = await startServer(needs('good'));
  const shelf: Shelf = new Map([['accessToken', 'old']]);
  const refuse = () => {
    throw new Error('full');
  };
  const { session, api } = openTab(origin, shelf, { ...storageOver(shelf), setItem: refuse });
  await api.tickets.mine();
  await api.tickets.mine();
  expect(session.token()).toBe('good');
  expect(calls.filter((call) => call === 'POST /auth/refresh')).toHaveLength(1);
});

test('a refresh that is refused keeps its own answer', async () => {
  const { calls, origin } = await startServer(() => ({ status: 401, body: { message: 'Your session has ended.' } }));
  const { session, api, loginsRequired } = openTab(origin);
  session.signIn('old');
  await expect(api.accounts.refresh()).rejects.toThrow('Your session has ended.');
  expect(calls).toEqual(['POST /auth/refresh']);
  expect(loginsRequired()).toBe(0);
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
  const shelf: Shelf = new Map();
  const tabs = [1, 2, 3].map(() => openTab(origin, shelf));
  shelf.set('accessToken', tokenFor(15 * 60_000)).set('accessTokenReceivedAt', String(Date.now() - 3_600_000));
  for (const { events } of tabs) events.dispatchEvent(new Event('focus'));
  await Promise.all(tabs.map(({ api }) => api.tickets.mine()));
  expect(calls.filter((call) => call === 'POST /auth/refresh')).toHaveLength(1);
  expect(tabs.map(({ session }) => session.token())).toEqual(['good', 'good', 'good']);
});

test('a session that was ended elsewhere ends here with the next call, in every tab', async () => {
  const { origin } = await startServer(() => ({ status: 401 }));
  const shelf: Shelf = new Map();
  const [one, other] = [openTab(origin, shelf), openTab(origin, shelf)];
  one.session.signIn('ended');
  expect(await Promise.all([statusOf(one.api.tickets.mine()), statusOf(other.api.tickets.mine())])).toEqual([401, 401]);
  expect([one.loginsRequired(), other.loginsRequired()]).toEqual([1, 1]);
  expect(shelf.get('accessToken')).toBeUndefined();
});
