import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { securityEvents } from '#server/accounts/accounts.table.ts';
import { recoveryCodes, secondFactors } from '#server/accounts/second-factor/second-factor.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { proveMailbox, requestProof } from '#tests/factories/email-proof.ts';
import { invite } from '#tests/factories/invitations.ts';
import { addFactor, codeOf } from '#tests/factories/second-factors.ts';
import { createAdmin, createUser, setRoles, storedUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startSmtp } from '#tests/setup/smtp.ts';

const NEW_PASSWORD = 'Moonlit-Kura-2';

async function resetByMail(app: TestApp, { email }: TestUser): Promise<void> {
  await app.api().accounts.requestPasswordReset({ body: { email } });
  const rows = await app.ctx.db.select().from(mails).where(eq(mails.kind, 'password-reset'));
  const token = rows.map(({ payload }) => Object(payload).token).find((value) => typeof value === 'string');
  await app.api().accounts.resetPassword({ body: { token: String(token), newPassword: NEW_PASSWORD } });
}
const refusal = { status: 403, body: { code: 'confirmation_required', params: { with: 'mail' } } };
const logIn = ({ url }: TestApp, { email }: TestUser) => rawCall(url, '/api/auth/login', { body: { email, password: NEW_PASSWORD } });
const kindsOf = async ({ ctx }: TestApp, userId: number) =>
  (await ctx.db.select().from(securityEvents).where(eq(securityEvents.userId, userId)).orderBy(securityEvents.id)).map(({ kind }) => kind);

test("who resets the password of an address that nobody had proved gets the account without a stranger's factors", async () => {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url } });
  const squatted = await createUser(app.ctx);
  await addFactor(app, squatted.accessToken);
  const { token } = await requestProof(app, squatted.accessToken);
  await resetByMail(app, squatted);
  expect([await app.ctx.db.$count(secondFactors), await app.ctx.db.$count(recoveryCodes)]).toEqual([0, 0]);
  expect((await rawCall(app.url, '/api/auth/me', { method: 'GET', bearer: squatted.accessToken })).status).toBe(401);
  expect((await logIn(app, squatted)).status).toBe(200);
  await expect(app.api().emailProof.openLink({ body: { token } })).rejects.toMatchObject({ body: { code: 'invalid_token' } });
  expect((await storedUser(app.ctx, squatted.id)).emailProvedAt).not.toBeNull();
  expect(await kindsOf(app, squatted.id)).toEqual([
    'second_factor_added',
    'password_reset',
    'email_proved',
    'second_factor_removed',
    'new_device',
    'new_device',
    'sign_in',
  ]);
  await runDueJobs(app.deps);
  const texts = smtp.received.map(({ raw }) => textOf(readMime(raw), 'text/plain'));
  expect(texts.filter((text) => text.includes('that were set up without a code sent to this email'))).toHaveLength(1);
});

test('an owner who pressed the link that a stranger asked for still gets the account by a new password', async () => {
  const app = await startTestApp();
  const attacker = await createUser(app.ctx);
  const { secret } = await addFactor(app, attacker.accessToken);
  const { token } = await requestProof(app, attacker.accessToken);
  await app.api().emailProof.openLink({ body: { token } });
  // A second factor more, confirmed with the first.
  app.clock.advanceMinutes(1);
  await app.api(attacker.accessToken).secondFactor.confirm({ body: { code: codeOf(app, secret) } });
  await addFactor(app, attacker.accessToken, 'Second');
  await resetByMail(app, attacker);
  expect([await app.ctx.db.$count(secondFactors), await app.ctx.db.$count(recoveryCodes)]).toEqual([0, 0]);
  expect((await logIn(app, attacker)).status).toBe(200);
});

test('a stolen password of a proved account sets no factor up', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  await proveMailbox(app, guest.accessToken);
  const { body } = await rawCall(app.url, '/api/auth/login', { body: { email: guest.email, password: guest.password } });
  const thief = app.api(String(body['accessToken']));
  await expect(thief.secondFactor.begin({ body: { name: 'Mine' } })).rejects.toMatchObject(refusal);
  await expect(thief.passkeys.begin()).rejects.toMatchObject(refusal);
  expect(await thief.secondFactor.list()).toMatchObject({ factors: [] });
});

test('a reset removes no factor that was set up with the mailbox, nor one beside it, and its mail says nothing of any', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  await proveMailbox(app, guest.accessToken);
  await addFactor(app, guest.accessToken);
  await resetByMail(app, guest);
  expect([await app.ctx.db.$count(secondFactors), await app.ctx.db.$count(recoveryCodes)]).toEqual([1, 10]);
  expect((await logIn(app, guest)).body['code']).toBe('second_factor_required');
  const [changed] = await app.ctx.db.select().from(mails).where(eq(mails.kind, 'password-changed'));
  expect(Object.keys(Object(changed?.payload))).toEqual(['changedAt']);
});

test('nor does it remove factors of staff, of before addresses were proved: a mailbox alone opens no console', async () => {
  const app = await startTestApp();
  const member = await createUser(app.ctx);
  await addFactor(app, member.accessToken);
  await setRoles(app.ctx, member.id, ['Manager']);
  await resetByMail(app, member);
  expect((await logIn(app, member)).body['code']).toBe('second_factor_required');
  expect((await storedUser(app.ctx, member.id)).emailProvedAt).not.toBeNull();
});

test('an accepted invitation proves the address that it was mailed to', async () => {
  const app = await startTestApp();
  const [owner, guest] = [await createAdmin(app.ctx), await createUser(app.ctx)];
  const { token } = await invite(app, owner.accessToken, guest);
  expect((await app.api(guest.accessToken).accounts.me()).isEmailProved).toBe(false);
  await app.api(guest.accessToken).invitations.accept({ body: { token } });
  expect((await app.api(guest.accessToken).accounts.me()).isEmailProved).toBe(true);
  expect(await kindsOf(app, guest.id)).toEqual(['email_proved', 'role_changed']);
});

test('another profile leaves the address and its proof as they are', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  await proveMailbox(app, guest.accessToken);
  const api = app.api(guest.accessToken);
  const { firstName, lastName, phoneNumber, country, birthdate, socialMediaProfileLink } = await api.accounts.me();
  const form = {
    firstName,
    lastName,
    phoneNumber: `${phoneNumber}`,
    country,
    birthdate,
    socialMediaProfileLink,
    email: 'other@example.com',
  };
  expect(await api.accounts.updateMe({ body: form })).toMatchObject({ email: guest.email, isEmailProved: true });
});
