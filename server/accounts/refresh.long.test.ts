import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { CALL_TIMEOUT_MS, REFRESH_GRACE_MS, REFRESH_RETRY_MS } from '#shared/constants.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { untilWaiting } from '#tests/factories/waiting.ts';
import { startTestApp, type TestAppOptions } from '#tests/setup/app.ts';
import { type RawAnswer, rawCall } from '#tests/setup/raw-call.ts';
import { refreshTokens, securityEvents } from './accounts.table.ts';

const GRACE_MINUTES = REFRESH_GRACE_MS / 60_000;
const LOST_TRY_MINUTES = (CALL_TIMEOUT_MS + REFRESH_RETRY_MS) / 60_000;
const endedSessionOf = (id = 0): string => `A refresh token of guest ${id} came back after its use: the session was ended.`;

async function start(options: TestAppOptions = {}) {
  const app = await startTestApp(options);
  const guest = await createUser(app.ctx);
  const signIn = ({ email, password } = guest) => rawCall(app.url, '/api/auth/login', { body: { email, password } });
  const refresh = ({ cookie }: RawAnswer) => rawCall(app.url, '/api/auth/refresh', { cookie });
  const statusOfMe = async ({ body }: RawAnswer) =>
    (await rawCall(app.url, '/api/auth/me', { method: 'GET', bearer: String(body['accessToken']) })).status;
  const alerts = async () => {
    const admin = await createAdmin(app.ctx);
    return (await app.api(admin.accessToken).alertInbox.list({})).items.map(({ kind, subject, detail }) => ({ kind, subject, detail }));
  };
  return { app, guest, signIn, refresh, statusOfMe, alerts };
}

test('two tabs that refresh at once both stay signed in, and the one cookie they share goes on', async () => {
  const { app, signIn, refresh, statusOfMe } = await start();
  const first = await signIn();
  const tabs = await Promise.all(Array.from({ length: 6 }, () => refresh(first)));
  expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(new Set(tabs.map((tab) => tab.cookie)).size).toBe(6);
  app.clock.advanceMinutes(10);
  for (const tab of tabs) expect(await statusOfMe(tab)).toBe(200);
  // The last answer sets the cookie for all tabs, which then refresh at the same time again.
  const [kept = first] = tabs.slice(2);
  const again = await Promise.all(Array.from({ length: 6 }, () => refresh(kept)));
  expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
});

test('a lost answer can be requested again for a minute', async () => {
  const { app, signIn, refresh } = await start();
  const first = await signIn();
  await refresh(first);
  app.clock.advanceMinutes(GRACE_MINUTES);
  expect((await refresh(first)).status).toBe(200);
});

test('two lost answers in a row sign nobody out', async () => {
  const { app, signIn, refresh } = await start();
  const first = await signIn();
  await refresh(first);
  for (const lost of [1, 2]) {
    app.clock.advanceMinutes(LOST_TRY_MINUTES);
    expect([lost, (await refresh(first)).status]).toEqual([lost, 200]);
  }
});

test('a refresh token that is used again later ends the whole family at once and raises an alert', async () => {
  const { app, guest, signIn, refresh, statusOfMe, alerts } = await start();
  const first = await signIn();
  const second = await refresh(first);
  const other = await signIn();
  app.clock.advanceMinutes(GRACE_MINUTES + 1 / 60);
  const stolen = await refresh(first);
  expect(stolen.status).toBe(401);
  expect(stolen.body).toEqual({ message: 'Your session has ended. Log in again.', code: 'session_ended' });
  expect(stolen.setCookie).toMatch(/^rkali_refresh=; .*Path=\/api\/auth; Expires=Thu, 01 Jan 1970/);
  expect((await refresh(second)).status).toBe(401);
  expect(await statusOfMe(second)).toBe(401);
  expect(await statusOfMe(other)).toBe(200);
  expect(await alerts()).toEqual([{ kind: 'session_reused', subject: 'guests', detail: endedSessionOf(guest.id) }]);
  const reused = await app.ctx.db.select().from(securityEvents).where(eq(securityEvents.kind, 'refresh_reused'));
  expect(reused).toMatchObject([{ userId: guest.id }]);
});

test('all guests share one alert, which names the latest; each person of the staff has an own one', async () => {
  const { app, guest, signIn, refresh, alerts } = await start();
  const people = [
    guest,
    await createAdmin(app.ctx),
    await createUser(app.ctx),
    guest,
    await createAdmin(app.ctx),
    await createUser(app.ctx),
  ];
  for (const person of people) {
    const first = await signIn(person);
    await refresh(await refresh(first));
    expect((await refresh(first)).status).toBe(401);
  }
  const [, admin, , , other, latest] = people;
  expect((await alerts()).map(({ subject, detail }) => [subject, detail])).toEqual([
    [`guest ${other?.id}`, endedSessionOf(other?.id)],
    [`guest ${admin?.id}`, endedSessionOf(admin?.id)],
    ['guests', endedSessionOf(latest?.id)],
  ]);
  expect(await app.ctx.db.$count(securityEvents, eq(securityEvents.kind, 'refresh_reused'))).toBe(6);
});

test('a clock that is set back makes no token young again', async () => {
  const { app, signIn, refresh } = await start();
  const first = await signIn();
  await refresh(first);
  app.clock.advanceMinutes(-5);
  expect((await refresh(first)).status).toBe(401);
});

test('two machines whose clocks differ by a second do not count as a clock that was set back', async () => {
  const { app, signIn, refresh } = await start();
  const first = await signIn();
  await refresh(first);
  app.clock.advanceMinutes(-1 / 60);
  expect((await refresh(first)).status).toBe(200);
});

test('within the grace period only the parent of the newest token may be used again: an older one ends the family', async () => {
  const { signIn, refresh, statusOfMe } = await start();
  const first = await signIn();
  const third = await refresh(await refresh(first));
  expect(third.status).toBe(200);
  expect((await refresh(first)).status).toBe(401);
  expect((await refresh(third)).status).toBe(401);
  expect(await statusOfMe(third)).toBe(401);
});

test.each(['the owner', 'the thief'])(
  'a copied cookie makes no second session: when %s goes on first, the other one ends the family',
  async (who) => {
    const { app, signIn, refresh } = await start();
    const first = await signIn();
    const forks = [await refresh(first), await refresh(first)];
    app.clock.advanceMinutes(14);
    const [quick = first, late = first] = who === 'the owner' ? forks : forks.toReversed();
    const next = await refresh(quick);
    expect(next.status).toBe(200);
    expect((await refresh(late)).status).toBe(401);
    expect((await refresh(next)).status).toBe(401);
  },
);

/** Uses two sibling tokens; neither continues before both are running. */
async function useSiblingsAtOnce({ app, signIn, refresh }: Awaited<ReturnType<typeof start>>): Promise<number[]> {
  const first = await signIn();
  const siblings = await Promise.all(Array.from({ length: 6 }, () => refresh(first)));
  const { promise: mayGo, resolve: go } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const holding = app.ctx.database.transaction(async (db) => {
    await db.execute(sql`select 1 from refresh_tokens for update`);
    held();
    await mayGo;
  });
  await isHeld;
  const answers = siblings.map(refresh);
  await untilWaiting(app, 3, 'refresh_tokens');
  go();
  await holding;
  return (await Promise.all(answers)).map(({ status }) => status).sort();
}

test('of copies that are used at the very same moment at most one goes on', async () => {
  expect(await useSiblingsAtOnce(await start())).toEqual([200, 401, 401, 401, 401, 401]);
});

test('control: without the lock of the family several copies go on', async () => {
  const site = await start({ without: 'oneRefreshChain' });
  const wentOn: number[] = [];
  // On a busy machine one may finish before the others have read.
  for (let round = 0; round < 10 && Math.max(0, ...wentOn) < 2; round += 1)
    wentOn.push((await useSiblingsAtOnce(site)).filter((status) => status === 200).length);
  expect(Math.max(...wentOn)).toBeGreaterThan(1);
});

test('a family refreshes 30 times in five minutes; then it has to wait, and stays signed in', async () => {
  const { app, signIn, refresh, statusOfMe } = await start({ env: { RATE_LIMIT_SCALE: '1' } });
  let newest = await signIn();
  for (let times = 1; times < 30; times += 1) newest = await refresh(newest);
  expect(newest.status).toBe(200);
  app.clock.advanceMinutes(2);
  const refused = await refresh(newest);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('180');
  expect(refused.setCookie).toBe('');
  expect(await statusOfMe(newest)).toBe(200);
  app.clock.advanceMinutes(3);
  expect((await refresh(newest)).status).toBe(200);
});

test('used tokens do not pile up', async () => {
  const { app, signIn, refresh } = await start();
  let newest = await signIn();
  const before = await app.ctx.db.$count(refreshTokens);
  for (let times = 0; times < 60; times += 1) newest = await refresh(newest);
  expect(newest.status).toBe(200);
  expect((await app.ctx.db.$count(refreshTokens)) - before).toBeLessThan(50);
});
