import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { STAFF_IDLE_MS } from '#shared/constants.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import { openTab, startServer, statusOf, type TabStorage, tokenFor } from '#tests/setup/tabs.ts';

// Only the pages' clock is fake: the network between tab and server is real.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T20:00:00Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

type Tab = ReturnType<typeof openTab>;
const TOKEN_MS = 5 * HOUR_MS;

/** Two tabs of one browser, signed in. The server renews every token; `idleMs`: how long the session may be idle. */
async function openTabs({ idleMs }: { idleMs?: number } = { idleMs: STAFF_IDLE_MS }) {
  let made = 0;
  const issue = () => tokenFor(TOKEN_MS, String((made += 1)), 0, idleMs);
  const { calls, origin } = await startServer((call, bearer = '') => {
    if (call === 'POST /auth/refresh') return { status: 200, body: { accessToken: issue() } };
    return { status: bearer.startsWith('1.') ? 401 : 200, body: [] };
  });
  const stored: TabStorage = new Map();
  const [tab, other] = [openTab(origin, { stored }), openTab(origin, { stored })];
  tab.session.signIn(issue());
  hear(other);
  const renewals = () => calls.filter((call) => call === 'POST /auth/refresh').length;
  const logouts = () => calls.filter((call) => call === 'POST /auth/logout').length;
  return { calls, stored, tab, other, renewals, logouts };
}

/** The event that the browser sends to a tab after another one changed the token. */
const hear = ({ events }: Tab) => events.dispatchEvent(Object.assign(new Event('storage'), { key: 'accessToken' }));
const press = ({ events }: Tab) => events.dispatchEvent(new Event('pointerdown'));

/** Lets time pass until the token is due, and waits until it is renewed. */
async function passRenewal({ session }: Tab): Promise<void> {
  const before = session.token();
  const renewed = new Promise<void>((resolve) => onTestFinished(session.subscribe(() => session.token() !== before && resolve())));
  await vi.advanceTimersByTimeAsync(TOKEN_MS);
  await renewed;
}

test('an open tab of staff that nobody uses renews no longer than 12 hours; then the session is over, and the tab says so', async () => {
  const { tab, renewals, logouts } = await openTabs();
  await passRenewal(tab);
  await passRenewal(tab);
  expect([tab.session.token() === null, tab.ends(), renewals()]).toEqual([false, 0, 2]);
  await vi.advanceTimersByTimeAsync(STAFF_IDLE_MS - 2 * TOKEN_MS);
  expect([tab.session.token(), tab.ends(), renewals()]).toEqual([null, 1, 2]);
  await expect.poll(logouts).toBe(1);
});

test('a press, a key or a touch begins the 12 hours anew; that the tab is looked at does not', async () => {
  const { tab } = await openTabs();
  await passRenewal(tab);
  press(tab);
  await passRenewal(tab);
  tab.events.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(STAFF_IDLE_MS - 2 * TOKEN_MS);
  expect(tab.session.token()).not.toBeNull();
  await passRenewal(tab);
  expect([tab.session.token(), tab.ends()]).toEqual([null, 1]);
});

test('what the scanner reads without a hand on the phone is use', async () => {
  const { tab } = await openTabs();
  await passRenewal(tab);
  tab.session.noteUse();
  await passRenewal(tab);
  await vi.advanceTimersByTimeAsync(STAFF_IDLE_MS - 2 * TOKEN_MS);
  expect(tab.session.token()).not.toBeNull();
});

test('use in one tab keeps all signed in; the end is said in all of them', async () => {
  const { tab, other, logouts } = await openTabs();
  await passRenewal(tab);
  press(other);
  await passRenewal(tab);
  await vi.advanceTimersByTimeAsync(STAFF_IDLE_MS - 2 * TOKEN_MS);
  expect(other.session.token()).not.toBeNull();
  await passRenewal(tab);
  for (const each of [tab, other]) hear(each);
  expect([tab.session.token(), tab.ends(), other.ends()]).toEqual([null, 1, 1]);
  await expect.poll(logouts).toBe(1);
});

test('who logs out in one tab hears in no other that the session has ended', async () => {
  const { tab, other } = await openTabs();
  tab.session.signOut();
  hear(other);
  expect([tab.ends(), other.ends()]).toEqual([0, 0]);
});

test('neither a call nor a press after 12 hours of sleep brings the session back', async () => {
  const ways: ((tab: Tab) => unknown)[] = [async ({ api }) => expect(await statusOf(api.tickets.mine())).toBe(401), press];
  for (const way of ways) {
    const { tab, renewals } = await openTabs();
    // The machine sleeps, and so do its timers.
    vi.setSystemTime(Date.now() + STAFF_IDLE_MS);
    await way(tab);
    expect([tab.session.token(), tab.ends(), renewals()]).toEqual([null, 1, 0]);
  }
});

test('an end at the start of a page is said as soon as somebody listens', async () => {
  const { origin } = await startServer(() => ({ status: 200 }));
  const stored: TabStorage = new Map([
    ['accessToken', tokenFor(TOKEN_MS, 'x', 0, STAFF_IDLE_MS)],
    ['accessTokenUsedAt', String(Date.now() - STAFF_IDLE_MS)],
  ]);
  const { session, ends } = openTab(origin, { stored, isHeard: false });
  expect([session.token(), ends()]).toEqual([null, 0]);
  let said = 0;
  session.onEnded(() => (said += 1));
  expect(said).toBe(1);
});

test('a guest is signed out by no rest, and nothing is stored about use', async () => {
  const { tab, stored } = await openTabs({});
  for (let rest = 0; rest < DAY_MS; rest += TOKEN_MS) await passRenewal(tab);
  press(tab);
  expect([tab.session.token() === null, tab.ends()]).toEqual([false, 0]);
  expect([...stored.keys()].sort()).toEqual(['accessToken', 'accessTokenReceivedAt']);
});

test('where storage is refused the use is known as long as the page lives', async () => {
  const { origin } = await startServer(() => ({ status: 200, body: { accessToken: tokenFor(TOKEN_MS, 'y', 0, STAFF_IDLE_MS) } }));
  const refuse = () => {
    throw new Error('denied');
  };
  const tab = openTab(origin, { storage: { getItem: refuse, setItem: refuse, removeItem: refuse } });
  tab.session.signIn(tokenFor(TOKEN_MS, 'x', 0, STAFF_IDLE_MS));
  await passRenewal(tab);
  press(tab);
  await passRenewal(tab);
  await vi.advanceTimersByTimeAsync(STAFF_IDLE_MS - 2 * TOKEN_MS);
  expect(tab.session.token()).not.toBeNull();
  await passRenewal(tab);
  expect([tab.session.token(), tab.ends()]).toEqual([null, 1]);
});

test('a login begins the 12 hours anew, also where another tab logged out long after this one was used', async () => {
  const { tab, other } = await openTabs();
  press(tab);
  other.session.signOut();
  hear(tab);
  await vi.advanceTimersByTimeAsync(STAFF_IDLE_MS + HOUR_MS);
  tab.session.signIn(tokenFor(TOKEN_MS, 'again', 0, STAFF_IDLE_MS));
  expect([tab.session.token() === null, tab.ends()]).toEqual([false, 0]);
});

test('a guest who becomes staff again has 12 hours from then', async () => {
  let idleMs: number | undefined;
  let made = 0;
  const { origin } = await startServer(() => ({ status: 200, body: { accessToken: tokenFor(TOKEN_MS, String((made += 1)), 0, idleMs) } }));
  const tab = openTab(origin, { stored: new Map() });
  tab.session.signIn(tokenFor(TOKEN_MS, 'first', 0, STAFF_IDLE_MS));
  for (let rest = 0; rest < 4 * STAFF_IDLE_MS; rest += TOKEN_MS) await passRenewal(tab);
  idleMs = STAFF_IDLE_MS;
  await passRenewal(tab);
  expect([tab.session.token() === null, tab.ends()]).toEqual([false, 0]);
});

test('a token of which nobody knows when it came rests 12 hours from now', async () => {
  const { origin } = await startServer(() => ({ status: 200, body: { accessToken: tokenFor(DAY_MS, 'later', 0, STAFF_IDLE_MS) } }));
  const { session, ends } = openTab(origin, { stored: new Map([['accessToken', tokenFor(DAY_MS, 'put', 0, STAFF_IDLE_MS)]]) });
  await vi.advanceTimersByTimeAsync(STAFF_IDLE_MS - HOUR_MS);
  expect([session.token() === null, ends()]).toEqual([false, 0]);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect([session.token(), ends()]).toEqual([null, 1]);
});
