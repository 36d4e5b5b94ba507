import { expect, test } from 'vitest';
import { secondFactors } from '#server/accounts/second-factor/second-factor.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { addFactor } from '#tests/factories/second-factors.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';

const run = ({ deps }: TestApp, ...args: string[]) =>
  runOperatorCommand('roles', args, { env: { DATABASE_URL: deps.env.databaseUrl, SECRET: deps.env.secret } });

test('the operator gives, lists and takes roles while the server runs', async () => {
  const app = await startTestApp();
  const { id, email } = await createUser(app.ctx, { emailProvedAt: app.clock.now() });
  expect((await run(app, 'list')).stdout).toMatch(/^No one has a role in the database /);
  expect((await run(app, 'grant', email, 'desk')).stdout).toContain(
    `${email} (Nino Beridze) had no role and has Desk now, in the database `,
  );
  const accessToken = await signInAgain(app.ctx, id);
  expect((await app.api(accessToken).accounts.currentUser()).rights).toContain('guests.decide');
  expect((await run(app, 'grant', email, 'DoorLead')).stdout).toContain('had Desk and has Desk, DoorLead now');
  expect((await run(app, 'grant', email, 'DoorLead')).stdout).toMatch(/^Nothing changed: .* has Desk, DoorLead, in /);
  expect((await run(app, 'list')).stdout).toBe(`${email}  Nino Beridze  Desk, DoorLead\n`);
  expect((await run(app, 'revoke', email, 'Desk')).stdout).toContain('had Desk, DoorLead and has DoorLead now');
  expect((await app.api(accessToken).accounts.currentUser()).rights).toEqual(['console.open', 'events.read', 'lists.edit', 'door.run']);
  expect(await app.ctx.db.select().from(auditEntries)).toHaveLength(3);
});

test('a first role for an address that nobody proved is refused, or warns; it ends sessions and removes second factors, which may be a stranger’s', async () => {
  const app = await startTestApp();
  const [squatted, proved] = [await createUser(app.ctx), await createUser(app.ctx, { emailProvedAt: app.clock.now() })];
  for (const { accessToken } of [squatted, proved]) await addFactor(app, accessToken);
  const warning = `\nWarning: ${squatted.email} is not verified, and the person who registered it knows the password.`;
  const [ended, removed] = ['The account is logged out of all devices.', 'Second factors it had are removed.'];

  await expect(run(app, 'grant', squatted.email, 'Owner')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Nothing was changed: .* is not verified, .* add --unproved\.\n$/),
  });
  expect((await app.api(squatted.accessToken).accounts.currentUser()).rights).toEqual([]);
  const { stdout: first } = await run(app, 'grant', squatted.email, 'Owner', '--unproved');
  for (const part of [warning, ended, removed]) expect(first).toContain(part);
  await expect(app.api(squatted.accessToken).accounts.me()).rejects.toMatchObject({ status: 401 });
  const { stdout: ofProved } = await run(app, 'grant', proved.email, 'Desk');
  expect([ofProved.includes(ended), ofProved.includes('Warning')]).toEqual([true, false]);
  await expect(app.api(proved.accessToken).accounts.me()).rejects.toMatchObject({ status: 401 });
  const owners = await app.ctx.db.select({ userId: secondFactors.userId }).from(secondFactors);
  expect(owners).toEqual([{ userId: proved.id }]);

  const { stdout: second } = await run(app, 'grant', squatted.email, 'Money');
  expect([warning, ended, removed].map((part) => second.includes(part))).toEqual([true, false, false]);
  expect((await run(app, 'revoke', squatted.email, 'Money')).stdout).not.toContain('Warning');
  expect((await run(app, 'list')).stdout.trim().split('\n')).toEqual([
    `${squatted.email}  Nino Beridze  Owner  (email not verified)`,
    `${proved.email}  Nino Beridze  Desk`,
  ]);
});

test('the last Owner, an unknown account and a wrong command are refused in one message', async () => {
  const app = await startTestApp();
  const { email } = await createUser(app.ctx, { roles: ['Owner'] });
  const refusedWith = async (args: string[], stderr: RegExp) =>
    expect(run(app, ...args)).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(stderr) });
  await refusedWith(['revoke', email, 'Owner'], /^Nothing was changed: .* is the only Owner: make someone else an Owner first\.\n$/);
  await refusedWith(['grant', 'nobody@example.com', 'Desk'], /there is no account with the email nobody@example\.com in the database /);
  for (const args of [[], ['grant', email], ['grant', email, 'Admin'], ['promote', email, 'Desk']])
    await refusedWith(args, /^Nothing was changed: give one of these:/);
  expect((await run(app, 'list')).stdout).toContain('Owner');
});

test('the operator signs an account out of every device, whether or not it has a role', async () => {
  const app = await startTestApp();
  const { id, email, accessToken } = await createUser(app.ctx);
  await signInAgain(app.ctx, id);
  expect((await run(app, 'sign-out', email.toUpperCase())).stdout).toContain(
    `${email} (Nino Beridze) is logged out of all devices: 2 sessions were live, in the database `,
  );
  await expect(app.api(accessToken).accounts.me()).rejects.toMatchObject({ status: 401 });
  await expect(run(app, 'sign-out')).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/give one of these:/) });
  await expect(run(app, 'sign-out', 'nobody@example.com')).rejects.toMatchObject({
    stderr: expect.stringContaining('Nothing was changed: there is no account with the email nobody@example.com'),
  });
  expect(await app.ctx.db.select().from(auditEntries)).toMatchObject([{ action: 'team.sign_out', detail: { by: 'operator' } }]);
});

test('the operator removes the second factors of somebody who lost phone and codes, and ends the sessions', async () => {
  const app = await startTestApp();
  const { email, accessToken } = await createUser(app.ctx, { roles: ['Desk'] });
  await addFactor(app, accessToken);
  expect((await run(app, 'forget-factors', email)).stdout).toContain(
    `${email} (Nino Beridze) is logged out of all devices and logs in by password alone: one second factor was removed, in the database `,
  );
  expect(await app.ctx.db.$count(secondFactors)).toBe(0);
  await expect(app.api(accessToken).accounts.me()).rejects.toMatchObject({ status: 401 });
  const entries = await app.ctx.db.select().from(auditEntries).orderBy(auditEntries.id);
  expect(entries.at(-1)).toMatchObject({ action: 'second_factor.remove', detail: { before: { factors: 1 }, by: 'operator' } });
  await expect(run(app, 'forget-factors')).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/give one of these:/) });
  await expect(run(app, 'forget-factors', 'nobody@example.com')).rejects.toMatchObject({ code: 1 });
});
