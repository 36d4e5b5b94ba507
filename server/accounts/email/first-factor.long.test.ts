import { expect, test } from 'vitest';
import { addPasskey, createAuthenticator } from '#tests/factories/authenticator.ts';
import { proveMailbox, requestProof } from '#tests/factories/email-proof.ts';
import { addFactor, codeOf } from '#tests/factories/second-factors.ts';
import { createAdmin, createUser, renewAccess, setRoles, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const NEEDS_MAIL = { status: 403, body: { code: 'confirmation_required', params: { with: 'mail' } } };
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
const begin = (app: TestApp, bearer: string) => app.api(bearer).secondFactor.begin({ body: { name: 'My phone' } });

test('the password alone begins no first factor of staff, whatever the role; digits of a mail typed in this session do', async () => {
  const app = await startTestApp();
  for (const role of ['Owner', 'DoorLead'] as const) {
    const member = await createUser(app.ctx, { roles: [role] });
    const other = await signInAgain(app.ctx, member.id);
    expect(await failure(begin(app, member.accessToken))).toMatchObject(NEEDS_MAIL);
    await proveMailbox(app, member.accessToken);
    expect(await failure(begin(app, other))).toMatchObject(NEEDS_MAIL);
    expect(await begin(app, member.accessToken)).toMatchObject({ id: expect.any(Number) });
  }
});

test('nor does it activate one that was begun before: by a guest who became staff, or in another session', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { id, secret } = await begin(app, guest.accessToken);
  await setRoles(app.ctx, guest.id, ['Owner']);
  const activate = (bearer: string) => app.api(bearer).secondFactor.activate({ id, body: { code: codeOf(app, secret) } });
  expect(await failure(activate(guest.accessToken))).toMatchObject(NEEDS_MAIL);
  expect((await app.api(guest.accessToken).secondFactor.list()).factors).toEqual([]);
  await proveMailbox(app, guest.accessToken);
  const other = await signInAgain(app.ctx, guest.id);
  expect(await failure(activate(other))).toMatchObject(NEEDS_MAIL);
  expect((await activate(guest.accessToken)).recoveryCodes).toHaveLength(10);
});

test('the proof counts for ten minutes', async () => {
  const app = await startTestApp();
  const owner = await createAdmin(app.ctx);
  await proveMailbox(app, owner.accessToken);
  const beginLater = async (minutes: number) => {
    app.clock.advanceMinutes(minutes);
    const bearer = await renewAccess(app, owner.id);
    await app.api(bearer).secondFactor.confirm({ body: { password: owner.password } });
    return failure(begin(app, bearer));
  };
  expect(await beginLater(10)).toBeUndefined();
  expect(await beginLater(0.1)).toMatchObject(NEEDS_MAIL);
});

test('an address that was proved before, or by the link, is no proof of this session', async () => {
  const app = await startTestApp();
  const owner = await createAdmin(app.ctx);
  const { token } = await requestProof(app, owner.accessToken);
  await app.api().emailProof.openLink({ body: { token } });
  expect((await app.api(owner.accessToken).accounts.me()).isEmailProved).toBe(true);
  expect(await failure(begin(app, owner.accessToken))).toMatchObject(NEEDS_MAIL);
  app.clock.advanceMinutes(1);
  // An account with a proved address still gets the mail that the first factor needs.
  expect((await app.api(owner.accessToken).emailProof.request()).code).not.toBeNull();
});

test('guests set a factor up as before, and staff a further one without a mail', async () => {
  const app = await startTestApp();
  const [guest, owner] = [await createUser(app.ctx), await createAdmin(app.ctx)];
  expect(await failure(begin(app, guest.accessToken))).toBeUndefined();
  const { secret } = await addFactor(app, owner.accessToken);
  // The session's proof of the mailbox has expired.
  app.clock.advanceMinutes(16);
  const bearer = await renewAccess(app, owner.id);
  await app.api(bearer).secondFactor.confirm({ body: { code: codeOf(app, secret) } });
  expect(await failure(begin(app, bearer))).toBeUndefined();
});

test('in a demo, whose addresses have no mailbox, the password is enough', async () => {
  const app = await startTestApp({ env: { DEMO: 'true' } });
  const owner = await createAdmin(app.ctx);
  expect(await failure(begin(app, owner.accessToken))).toBeUndefined();
});

test('a passkey is begun and added as the first factor of staff only after the mailbox is proved', async () => {
  const app = await startTestApp();
  const owner = await createAdmin(app.ctx);
  const { passkeys } = app.api(owner.accessToken);
  expect(await failure(passkeys.begin())).toMatchObject(NEEDS_MAIL);
  const guest = await createUser(app.ctx);
  const begun = await app.api(guest.accessToken).passkeys.begin();
  await setRoles(app.ctx, guest.id, ['Owner']);
  const passkey = createAuthenticator(app).create(begun);
  expect(await failure(app.api(guest.accessToken).passkeys.add({ body: { name: 'My key', passkey } }))).toMatchObject(NEEDS_MAIL);
  await proveMailbox(app, owner.accessToken);
  expect((await addPasskey(app, owner.accessToken)).recoveryCodes).toHaveLength(10);
});
