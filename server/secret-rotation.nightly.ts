import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { secondFactors } from '#server/accounts/second-factor/second-factor.table.ts';
import { findSealedUsers, updateSealedUser } from '#server/accounts/reseal.queries.ts';
import { resealAll } from '#server/accounts/reseal.service.ts';
import { keptKeys, mails } from '#server/platform/platform.table.ts';
import { OfflineManifestHead } from '#shared/door/offline-manifest.ts';
import { addPasskey } from '#tests/factories/authenticator.ts';
import { callSigned, pairPhone } from '#tests/factories/door-phone.ts';
import { openDoor } from '#tests/factories/door.ts';
import { requestProof } from '#tests/factories/email-proof.ts';
import { addFactor, codeOf, untilNextCode } from '#tests/factories/second-factors.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const OLD = 'the secret of the first years and long enough';
const NEW = 'another secret from now on and just as long';
const NUMBER = '01024012345';
const NEW_PASSWORD = 'Morning-Guest-2';

const post = ({ url }: TestApp, path: string, body: unknown, cookie = '') => rawCall(url, `/api/auth/${path}`, { body, cookie });
const logIn = (app: TestApp, { email, password }: TestUser) => post(app, 'login', { email, password });
const challengeOf = async (app: TestApp, user: TestUser) => String((await logIn(app, user)).body['challenge']);

/** Opens a club with everything that a secret signs or seals, made under the old one; three of each that can be used once. */
async function openClub() {
  const door = await openDoor({ env: { SECRET: OLD } });
  const guest = await createUser(door.ctx, { personalNumber: NUMBER, birthdate: '1998-04-12' });
  const login = await logIn(door, guest);
  const app = await createUser(door.ctx);
  const { secret } = await addFactor(door, app.accessToken);
  const key = await createUser(door.ctx);
  const passkey = await addPasskey(door, key.accessToken);
  const phone = await pairPhone(door, { eventId: door.event.id });
  const three = async <T>(make: () => Promise<T>): Promise<T[]> => [await make(), await make(), await make()];
  const tickets = await three(() => createTicket(door.ctx, { userId: guest.id, eventId: door.event.id }));
  const resets = await three(async () => {
    const user = await createUser(door.ctx);
    await post(door, 'request-password-reset', { email: user.email });
    const [mail] = await door.ctx.db.select().from(mails).where(eq(mails.recipient, user.email));
    return JSON.parse(JSON.stringify(mail?.payload)).token as string;
  });
  const proofs = await three(async () => {
    const user = await createUser(door.ctx);
    return { user, code: (await requestProof(door, user.accessToken)).code };
  });
  const publicKey = OfflineManifestHead.loose().parse((await phone.call({ path: '/api/door/offline-manifest' })).body).publicKey;
  return { door, guest, login, app: { user: app, secret }, key: { user: key, passkey }, phone, tickets, resets, proofs, publicKey };
}

type Club = Awaited<ReturnType<typeof openClub>>;

const restart = ({ door }: Club, secret: string): Promise<TestApp> =>
  startTestApp({ databaseUrl: door.deps.env.databaseUrl ?? '', clock: door.clock, env: { SECRET: secret } });

const reseal = ({ door }: Club, secret: string) =>
  runOperatorCommand('reseal', [], { env: { DATABASE_URL: door.deps.env.databaseUrl, SECRET: secret } });

/** Uses what remains valid after any change of the secret. `turn`: which of the three. */
async function expectLasting(app: TestApp, club: Club, turn: 0 | 1 | 2): Promise<void> {
  const { door, guest, key, phone } = club;
  const bearer = String((await logIn(app, door.admin)).body['accessToken']);
  const { id: ticketId = 0, code = '' } = club.tickets[turn] ?? {};
  const scan = { ticketId, code, eventId: door.event.id, isReject: false };
  expect(await app.api(bearer).door.scan({ body: scan })).toMatchObject({ result: 'accepted' });
  const offlineManifest = await callSigned(
    app,
    { key: phone.key, scannerDeviceId: phone.scannerDeviceId },
    { path: '/api/door/offline-manifest' },
  );
  expect([offlineManifest.status, offlineManifest.body['publicKey']]).toEqual([200, club.publicKey]);

  const found = await app.api(bearer).guests.find({ body: { search: NUMBER } });
  expect(found.items.map(({ id }) => id)).toEqual([guest.id]);
  expect(await app.api(String((await logIn(app, guest)).body['accessToken'])).accounts.me()).toMatchObject({
    personalNumber: NUMBER,
    birthdate: '1998-04-12',
  });

  const challenge = await challengeOf(app, club.app.user);
  expect((await post(app, 'second-factor', { challenge, code: codeOf(app, club.app.secret) })).status).toBe(200);
  untilNextCode(app);
  const begun = await challengeOf(app, key.user);
  const options = await app.api().passkeys.askSignIn({ body: { challenge: begun } });
  const answer = { challenge: begun, passkey: key.passkey.authenticator.get(options) };
  expect((await post(app, 'second-factor/passkey', answer)).status).toBe(200);
  expect((await post(app, 'reset-password', { token: club.resets[turn], newPassword: NEW_PASSWORD })).status).toBe(200);
}

/** Returns the status of what is valid for a limited time: a token of 15 minutes, the refresh cookie, mailed digits. */
async function usePassing(app: TestApp, { guest, login, proofs }: Club, turn: 0 | 1 | 2) {
  const proof = proofs[turn];
  const bearer = proof?.user.accessToken ?? '';
  return {
    access: (await rawCall(app.url, '/api/auth/me', { method: 'GET', bearer: guest.accessToken })).status,
    refresh: (await rawCall(app.url, '/api/auth/refresh', { cookie: login.cookie })).status,
    digits: await app
      .api(bearer)
      .emailProof.confirm({ body: { code: proof?.code ?? '' } })
      .then(
        () => 200,
        ({ status }: { status: number }) => status,
      ),
  };
}

test('a secret is replaced while the site is open: nothing is lost, and what was mailed stays valid without the old one', async () => {
  const club = await openClub();
  const both = await restart(club, `${NEW},${OLD}`);
  await expectLasting(both, club, 0);
  expect(await usePassing(both, club, 0)).toEqual({ access: 200, refresh: 200, digits: 200 });

  const { stdout } = await reseal(club, `${NEW},${OLD}`);
  expect(stdout).toMatch(
    /^\d+ entries were sealed anew under the first secret, in the database .*\. Nothing that is stored needs the other secrets any more: from \d{4}-\d\d-\d\d \d\d:\d\d UTC on/,
  );
  await expectLasting(both, club, 1);
  expect(await usePassing(both, club, 1)).toMatchObject({ access: 200, digits: 200 });
  expect((await reseal(club, `${NEW},${OLD}`)).stdout).toMatch(/^0 entries were sealed anew/);

  const alone = await restart(club, NEW);
  await expectLasting(alone, club, 2);
  // A session survives by its refresh token, whose hash is stored.
  expect(await usePassing(alone, club, 2)).toEqual({ access: 401, refresh: 200, digits: 401 });
  expect((await reseal(club, NEW)).stdout).toMatch(/^0 entries were sealed anew under the first secret, in the database [^.]*\.\n$/);
});

test('what was sealed anew opens with the new secret alone, and with the old one no more', async () => {
  const club = await openClub();
  const both = await restart(club, `${NEW},${OLD}`);
  expect(await resealAll(both.ctx)).toMatchObject({ missed: 0, unreadable: 0, resealedAt: both.clock.now() });
  expect(await resealAll((await restart(club, NEW)).ctx)).toMatchObject({ resealed: 0, unreadable: 0 });
  const count = (await both.ctx.db.$count(users)) + (await both.ctx.db.$count(secondFactors, eq(secondFactors.kind, 'totp')));
  const kept = await both.ctx.db.$count(keptKeys);
  expect(await resealAll((await restart(club, OLD)).ctx)).toMatchObject({ resealed: 0, unreadable: count + kept });
});

test('without the old secret in the list the command says what is missing, and changes nothing', async () => {
  const club = await openClub();
  const before = await club.door.ctx.db.select().from(users).orderBy(users.id);
  await expect(reseal(club, NEW)).rejects.toMatchObject({
    stderr: expect.stringMatching(
      /^Not everything was sealed anew: 0 entries .* sealed under a secret that is not in SECRET: add that one/,
    ),
  });
  expect(await club.door.ctx.db.select().from(users).orderBy(users.id)).toEqual(before);
});

test('what somebody changed between reading and sealing anew is left alone', async () => {
  const { ctx } = await startTestApp();
  const { id } = await createUser(ctx);
  const [read] = await findSealedUsers(ctx.db, id - 1, 1);
  if (!read) throw new Error('no account');
  await ctx.db.update(users).set({ sealedBirthdate: 'v1.changed' }).where(eq(users.id, id));
  expect(await updateSealedUser(ctx.db, read, { sealedBirthdate: 'v1.anew' })).toBe(false);
  expect((await findSealedUsers(ctx.db, id - 1, 1))[0]?.sealedBirthdate).toBe('v1.changed');
});
