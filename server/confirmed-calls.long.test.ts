import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { securityEvents, sessions } from '#server/accounts/accounts.table.ts';
import { type Endpoint, rightFor, urlOf } from '#shared/contract.ts';
import { wholeContract } from '#shared/staff-api.ts';
import { prepareCall } from '#tests/factories/example-calls.ts';
import { addFactor, codeOf } from '#tests/factories/second-factors.ts';
import { createAdmin, createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { exampleFor } from './api-examples.ts';

const named = Object.entries(wholeContract).flatMap(([section, verbs]) =>
  Object.entries<Endpoint>(verbs).map(([verb, endpoint]) => ({ name: `${section}.${verb}`, endpoint })),
);
const confirmed = named.filter(({ endpoint }) => endpoint.shape.confirmed === true);

const JUST_OVER = 5.001;
/** The refusals after the confirmation: the example's code or passkey challenge has expired in these minutes. */
const OVER: Record<string, string> = { 'secondFactor.activate': 'wrong_code', 'passkeys.add': 'wrong_passkey' };

test('exactly these calls need a confirmation', () => {
  expect(confirmed.map(({ name }) => name).toSorted()).toEqual([
    'guests.changeEmail',
    'guests.changePersonalNumber',
    'guests.chosenFile',
    'guests.showPersonalNumber',
    'knownGuests.import',
    'passkeys.add',
    'passkeys.begin',
    'privacy.myData',
    'secondFactor.activate',
    'secondFactor.begin',
    'secondFactor.remove',
    'secondFactor.renewRecoveryCodes',
    'staffAnnouncements.plan',
    'staffMoney.cancelEvent',
    'staffMoney.refundEvent',
    'staffMoney.resolvePayment',
    'staffMoney.resumeEventRefund',
    'staffNewsletter.plan',
    'staffOrders.chosenOrdersFile',
    'staffOrders.doorSheet',
    'staffOrders.guestsFile',
    'staffOrders.ordersFile',
    'staffTeam.changeRoles',
    'staffTeam.invite',
    'staffTeam.remove',
    'staffTeam.signOut',
    'staffTeam.withdraw',
  ]);
});

async function send({ url }: TestApp, { method, path }: Endpoint, { body, ...rest }: Record<string, unknown>, bearer = '') {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${bearer}`, ...json };
  const response = await fetch(url + urlOf({ path }, rest), {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, answer: response.status === 200 ? undefined : JSON.parse(text) };
}

test.each(confirmed)('$name: refused five minutes after the sign-in, and done once that is confirmed', async ({ name, endpoint }) => {
  const app = await startTestApp();
  const { bearer = '', input } = await prepareCall(app, name, endpoint.access, exampleFor(endpoint));
  app.clock.advanceMinutes(JUST_OVER);
  const refused = { status: 403, answer: { code: 'confirmation_required', params: { with: expect.stringMatching(/^(password|code)$/) } } };
  const invalid = endpoint.method === 'GET' ? [] : [{ ...input, body: [] }];
  for (const sent of [input, ...invalid]) expect(await send(app, endpoint, sent, bearer)).toMatchObject(refused);

  await app.ctx.db.update(sessions).set({ confirmedAt: app.clock.now() });
  const { status, answer } = await send(app, endpoint, input, bearer);
  expect([name, status, answer?.code]).toEqual(name in OVER ? [name, 400, OVER[name]] : [name, 200, undefined]);
});

test('a missing right is said before a missing confirmation', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  app.clock.advanceMinutes(JUST_OVER);
  for (const { name, endpoint } of confirmed.filter((call) => rightFor(call.endpoint.access) !== undefined)) {
    const { answer } = await send(app, endpoint, { ...exampleFor(endpoint) }, guest.accessToken);
    expect([name, answer.code]).toEqual([name, 'forbidden']);
  }
});

test('with a second factor the password alone deletes no account and sets no other password', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const api = app.api(guest.accessToken);
  const change = () =>
    codeOfFailure(api.security.changePassword({ body: { currentPassword: guest.password, newPassword: 'Moonlit-Kura-47' } }));
  const leave = () => codeOfFailure(api.privacy.deleteAccount({ body: { password: guest.password } }));
  const { secret } = await addFactor(app, guest.accessToken);
  app.clock.advanceMinutes(JUST_OVER);
  const refused = { code: 'confirmation_required', params: { with: 'code' } };
  expect([await change(), await leave()]).toMatchObject([refused, refused]);
  await api.secondFactor.confirm({ body: { code: codeOf(app, secret) } });
  expect(await leave()).toBeUndefined();
});

const signOutNobody = (app: TestApp, bearer: string) => app.api(bearer).staffTeam.signOut({ id: 2_000_000 });
const codeOfFailure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => Object(error).body,
  );

test('without a second factor the password confirms for five minutes, and a refresh does not', async () => {
  const app = await startTestApp();
  const owner = await createAdmin(app.ctx);
  const { secondFactor } = app.api(owner.accessToken);
  app.clock.advanceMinutes(5);
  expect(await codeOfFailure(signOutNobody(app, owner.accessToken))).toMatchObject({ code: 'user_not_found' });
  app.clock.advanceMinutes(1);
  expect(await codeOfFailure(signOutNobody(app, owner.accessToken))).toMatchObject({
    code: 'confirmation_required',
    params: { with: 'password' },
  });
  expect(await codeOfFailure(secondFactor.confirm({ body: { code: '000000' } }))).toMatchObject({ code: 'confirmation_required' });
  expect(await codeOfFailure(secondFactor.confirm({ body: { password: 'Wrong-Guess-1' } }))).toMatchObject({
    errors: { password: 'validation.current_password_wrong' },
  });
  expect(await codeOfFailure(signOutNobody(app, owner.accessToken))).toMatchObject({ code: 'confirmation_required' });
  const { until } = await secondFactor.confirm({ body: { password: owner.password } });
  expect(until).toBe('2026-11-20T18:11:00+04:00');
  expect(await codeOfFailure(signOutNobody(app, owner.accessToken))).toMatchObject({ code: 'user_not_found' });
  const kinds = await app.ctx.db.select({ kind: securityEvents.kind }).from(securityEvents);
  expect(kinds).toEqual([{ kind: 'password_refused' }]);
});

test('with a second factor only its code or a recovery code confirms, and only this session', async () => {
  const app = await startTestApp();
  const owner = await createAdmin(app.ctx);
  const { secret, recoveryCodes } = await addFactor(app, owner.accessToken);
  const other = await signInAgain(app.ctx, owner.id);
  const { secondFactor } = app.api(owner.accessToken);
  app.clock.advanceMinutes(JUST_OVER);
  expect(await codeOfFailure(secondFactor.confirm({ body: { password: owner.password } }))).toMatchObject({
    code: 'confirmation_required',
    params: { with: 'code' },
  });
  expect(await codeOfFailure(secondFactor.confirm({ body: { code: '000000' } }))).toMatchObject({ code: 'wrong_code' });
  const code = codeOf(app, secret);
  await secondFactor.confirm({ body: { code } });
  expect(await codeOfFailure(signOutNobody(app, owner.accessToken))).toMatchObject({ code: 'user_not_found' });
  expect(await codeOfFailure(signOutNobody(app, other))).toMatchObject({ code: 'confirmation_required', params: { with: 'code' } });
  expect(await codeOfFailure(app.api(other).secondFactor.confirm({ body: { code } }))).toMatchObject({ code: 'wrong_code' });
  await app.api(other).secondFactor.confirm({ body: { code: recoveryCodes[0] ?? '' } });
  expect(await codeOfFailure(signOutNobody(app, other))).toMatchObject({ code: 'user_not_found' });
});

test('a refresh renews no confirmation', async () => {
  const app = await startTestApp();
  const owner = await createAdmin(app.ctx);
  const login = await fetch(`${app.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: owner.email, password: owner.password }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  app.clock.advanceMinutes(JUST_OVER);
  const refreshed = await fetch(`${app.url}/api/auth/refresh`, { method: 'POST', headers: { cookie } });
  const { accessToken } = Object(await refreshed.json());
  expect(await codeOfFailure(signOutNobody(app, accessToken))).toMatchObject({ code: 'confirmation_required' });
});

test('wrong codes are limited by session: another session and a recovery code still confirm', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const owner = await createAdmin(app.ctx);
  const { secret, recoveryCodes } = await addFactor(app, owner.accessToken);
  const other = await signInAgain(app.ctx, owner.id);
  const { secondFactor } = app.api(owner.accessToken);
  for (let time = 0; time < 10; time += 1)
    expect(await codeOfFailure(secondFactor.confirm({ body: { code: '000000' } }))).toMatchObject({ code: 'wrong_code' });
  expect(await codeOfFailure(secondFactor.confirm({ body: { code: codeOf(app, secret) } }))).toMatchObject({ code: 'too_many_requests' });
  await app.api(other).secondFactor.confirm({ body: { code: codeOf(app, secret) } });
  await secondFactor.confirm({ body: { code: recoveryCodes[0] ?? '' } });
  expect(await app.ctx.db.$count(securityEvents, eq(securityEvents.kind, 'code_limited'))).toBe(1);
});
