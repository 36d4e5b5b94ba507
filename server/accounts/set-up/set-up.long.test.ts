import { expect, test } from 'vitest';
import { auditEntries } from '#server/platform/platform.table.ts';
import { grantRole } from '#server/accounts/roles.service.ts';
import { openTransaction } from '#tests/factories/open-transaction.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { untilWaiting } from '#tests/factories/waiting.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { importWithout } from '#tests/setup/without-guard.ts';
import { setUpLinks } from './set-up.table.ts';
import { renewSetUpLink } from './set-up.service.ts';

const form = { firstName: 'Eka', lastName: 'Lomidze', email: 'eka@example.com', password: 'Of-my-own-7' };
const refusal = (status: number, code: string) => ({ status, body: { code } });

/** An empty club, with the token printed at its start. */
async function open(env: Record<string, string> = {}) {
  const app = await startTestApp({ env });
  return { app, token: tokenIn(await renewSetUpLink(app.ctx)) };
}

const tokenIn = (link = ''): string => link.split('#')[1] ?? '';

const create = (app: TestApp, token: string, more: Partial<typeof form> = {}) =>
  app.api().setUp.createOwner({ body: { ...form, ...more, token } });

test('the link makes the first Owner, who is signed in, verified and in nobody’s queue, and then it is over', async () => {
  const { app, token } = await open();
  expect(token).toMatch(/^[\w-]{43}$/);
  await app.api().setUp.read({ body: { token } });
  const { accessToken } = await create(app, token);
  const owner = app.api(accessToken);
  expect(await owner.accounts.me()).toMatchObject({ ...named(form), status: 'Verified', role: 'Admin', personalNumber: '', birthdate: '' });
  expect((await owner.staffStart.get()).waiting.guests).toBe(0);
  expect((await owner.staffTeam.list()).members).toMatchObject([{ email: form.email, roles: ['Owner'] }]);
  const [entry] = await app.ctx.db.select().from(auditEntries);
  expect(entry).toMatchObject({ action: 'roles.grant', detail: { before: [], after: ['Owner'], by: 'operator' } });

  await expect(app.api().setUp.read({ body: { token } })).rejects.toMatchObject(refusal(409, 'set_up_over'));
  await expect(create(app, token, { email: 'second@example.com' })).rejects.toMatchObject(refusal(409, 'set_up_over'));
  expect(await renewSetUpLink(app.ctx)).toBeUndefined();
  expect((await app.api().accounts.login({ body: form })).accessToken).not.toBe('');
});

const named = ({ firstName, lastName, email }: typeof form) => ({ firstName, lastName, email });

test('only its hash is stored, and a new start prints another link in its place', async () => {
  const { app, token: first } = await open();
  const second = tokenIn(await renewSetUpLink(app.ctx));
  expect(JSON.stringify(await app.ctx.db.select().from(setUpLinks))).not.toContain(second);
  await expect(create(app, first)).rejects.toMatchObject(refusal(400, 'set_up_link_wrong'));
  await expect(create(app, 'made-up')).rejects.toMatchObject(refusal(400, 'set_up_link_wrong'));
  await create(app, second);
});

test('an Owner by command ends the link', async () => {
  const { app, token } = await open();
  const guest = await createUser(app.ctx);
  await grantRole(app.ctx, guest.email, 'Owner');
  await expect(create(app, token)).rejects.toMatchObject(refusal(409, 'set_up_over'));
});

test('wrong fields are named, and use nothing up', async () => {
  const { app, token } = await open();
  await createUser(app.ctx, { email: 'taken@example.com' });
  await expect(create(app, token, { email: 'Taken@example.com' })).rejects.toMatchObject(refusal(400, 'email_taken'));
  await expect(create(app, token, { email: 'eka', password: 'weak', firstName: ' ' })).rejects.toMatchObject({
    status: 422,
    body: { errors: { email: 'validation.invalid_email', password: 'validation.password_complexity', firstName: expect.any(String) } },
  });
  await expect(create(app, token, { password: 'Password-1' })).rejects.toMatchObject({
    body: { errors: { password: 'validation.password_common' } },
  });
  await create(app, token);
});

test('an address of the demo is nobody’s', async () => {
  const { app, token } = await open();
  await expect(create(app, token, { email: 'admin@rkali.example' })).rejects.toMatchObject(refusal(400, 'email_taken'));
});

test('tries are limited by address', async () => {
  const { app } = await open({ RATE_LIMIT_SCALE: '1' });
  const codes = [];
  for (let time = 0; time < 32; time += 1) {
    codes.push(
      await app
        .api()
        .setUp.read({ body: { token: 'guess' } })
        .catch(({ body }: { body: { code: string } }) => body.code),
    );
  }
  expect(codes.filter((code) => code === 'set_up_link_wrong')).toHaveLength(30);
  expect(codes.at(-1)).toBe('too_many_requests');
});

/** Runs two set-ups; neither finishes before both have begun. Returns how many succeed. */
async function setUpTwice(without?: Guard): Promise<number> {
  const { app, token } = await open();
  const service = await importWithout<typeof import('./set-up.service.ts')>(without, 'server/accounts/set-up/set-up.service.ts');
  const commit = await openTransaction(app.ctx, (tx) => tx.db.execute('lock table users in share mode'));
  const caller = { address: '192.0.2.1', language: 'en' as const };
  const both = ['one', 'two'].map((name) => service.createOwner(app.ctx, { ...form, email: `${name}@example.com`, token }, caller));
  await untilWaiting(app, 2);
  await commit();
  return (await Promise.allSettled(both)).filter(({ status }) => status === 'fulfilled').length;
}

test('of two set-ups at once one makes an Owner', async () => {
  expect(await setUpTwice()).toBe(1);
});

test('control: a link that does not end makes two', async () => {
  expect(await setUpTwice('setUpOnce')).toBe(2);
});

test('a club with an Owner has no link', async () => {
  const app = await startTestApp();
  await createAdmin(app.ctx);
  expect(await renewSetUpLink(app.ctx)).toBeUndefined();
});
