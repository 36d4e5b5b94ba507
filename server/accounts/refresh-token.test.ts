import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { REFRESH_GRACE_MS } from '#shared/constants.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { refreshTokens, securityEvents } from './accounts.table.ts';
import { createOpaqueToken, createRefreshToken, hashOpaqueToken } from './tokens.ts';

async function start(env: Record<string, string> = {}) {
  const app = await startTestApp({ env });
  const guest = await createUser(app.ctx);
  const tokenOf = ({ cookie }: { cookie: string }) => cookie.split('=')[1] ?? '';
  const signIn = async () => {
    const { email, password } = guest;
    return tokenOf(await rawCall(app.url, '/api/auth/login', { body: { email, password } }));
  };
  const refresh = async (token: string) => {
    const answer = await rawCall(app.url, '/api/auth/refresh', { cookie: `rkali_refresh=${token}` });
    return { status: answer.status, code: answer.body['code'], token: tokenOf(answer), bearer: String(answer.body['accessToken']) };
  };
  const statusOfMe = async (bearer: string) => (await rawCall(app.url, '/api/auth/me', { method: 'GET', bearer })).status;
  const isKept = async (token: string) =>
    (await app.ctx.db.$count(refreshTokens, eq(refreshTokens.tokenHash, hashOpaqueToken(token)))) === 1;
  const alerts = async () => {
    const admin = await createAdmin(app.ctx);
    const { items } = await app.api(admin.accessToken).alertInbox.list({});
    const events = await app.ctx.db.$count(securityEvents, eq(securityEvents.kind, 'refresh_reused'));
    return { details: items.map(({ detail }) => detail), events };
  };
  return { app, guest, signIn, refresh, statusOfMe, isKept, alerts };
}

/** Tries, as an attacker, to make the server forget the owner's token: refreshes as often as the limit allows. */
async function pushOut({ app, refresh }: Awaited<ReturnType<typeof start>>, stolen: string) {
  let thief = await refresh(stolen);
  for (let times = 1; times < 60; times += 1) {
    const next = await refresh(thief.token);
    if (next.status === 429) app.clock.advanceMinutes(5);
    thief = next.status === 429 ? await refresh(thief.token) : next;
    expect(thief.status).toBe(200);
  }
  return thief;
}

test('a token from before 60 refreshes of a thief ends the family too, with one alert', async () => {
  const site = await start({ RATE_LIMIT_SCALE: '1' });
  const { guest, signIn, refresh, statusOfMe, isKept, alerts } = site;
  const owner = await signIn();
  const thief = await pushOut(site, owner);
  expect(await isKept(owner)).toBe(false);
  expect(await statusOfMe(thief.bearer)).toBe(200);
  const answers = await Promise.all([refresh(owner), refresh(owner)]);
  expect(answers.map(({ code }) => code)).toEqual(['session_ended', 'session_ended']);
  expect(await statusOfMe(thief.bearer)).toBe(401);
  expect((await refresh(thief.token)).status).toBe(401);
  const detail = `A refresh token of guest ${guest.id} came back after its use: the session was ended.`;
  expect(await alerts()).toEqual({ details: [detail], events: 1 });
});

test('an unknown token ends nothing when we did not sign it, or when its session has ended', async () => {
  const { app, signIn, refresh, alerts } = await start();
  const [kept, ended] = [await signIn(), await signIn()];
  const [keptId = '', endedId = ''] = [kept, ended].map((token) => token.split('.')[0]);
  await rawCall(app.url, '/api/auth/logout', { cookie: `rkali_refresh=${ended}` });
  const withOtherKey = { keys: { ...app.ctx.keys, refreshToken: app.ctx.keys.deviceCookie } };
  const [, random, signed] = createRefreshToken(app.ctx, endedId).split('.');
  const tokens = [
    createOpaqueToken(),
    createRefreshToken(withOtherKey, keptId),
    `${keptId}.${random}.${signed}`,
    `${keptId}.${random}`,
    keptId,
    ended,
    createRefreshToken(app.ctx, endedId),
    createRefreshToken(app.ctx, crypto.randomUUID()),
  ];
  for (const token of tokens) expect(await refresh(token)).toMatchObject({ status: 401, code: 'session_ended' });
  expect(await alerts()).toEqual({ details: [], events: 0 });
  expect((await refresh(kept)).status).toBe(200);
});

test('a token from before tokens named their session still works, is protected as before, and is replaced by one that names it', async () => {
  const { app, signIn, refresh, statusOfMe } = await start();
  const signedIn = await signIn();
  const older = createOpaqueToken();
  await app.ctx.db
    .update(refreshTokens)
    .set({ tokenHash: hashOpaqueToken(older) })
    .where(eq(refreshTokens.tokenHash, hashOpaqueToken(signedIn)));
  const next = await refresh(older);
  expect(next.status).toBe(200);
  expect(next.token.split('.')).toHaveLength(3);
  app.clock.advanceMinutes(REFRESH_GRACE_MS / 60_000 + 1 / 60);
  expect((await refresh(older)).status).toBe(401);
  expect(await statusOfMe(next.bearer)).toBe(401);
});
