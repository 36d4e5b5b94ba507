import { expect, test } from 'vitest';
import { createAdmin, createUser, storedUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';

const NUMBER = '01024012345';

const run = ({ deps }: TestApp, ...args: string[]) =>
  runOperatorCommand('lift-ban', args, { env: { DATABASE_URL: deps.env.databaseUrl, SECRET: deps.env.secret } });

test('the operator lifts the ban of a person by the number, once', async () => {
  const app = await startTestApp();
  const [owner, guest] = [await createAdmin(app.ctx), await createUser(app.ctx, { personalNumber: NUMBER })];
  await app.api(owner.accessToken).guests.ban({ id: guest.id, body: { reason: 'Took pictures', until: null } });
  // As pasted from a mail.
  const { stdout } = await run(app, `\u00a0${NUMBER} `);
  expect(stdout).toMatch(/^The ban is lifted, in the database /);
  expect(stdout).toContain(`for ${guest.email}. The reason was: Took pictures`);
  expect(await storedUser(app.ctx, guest.id)).toMatchObject({ bannedAt: null });
  expect((await run(app, NUMBER)).stdout).toMatch(/^Nothing changed: nobody with this number is banned, in the database /);
  for (const args of [[], ['nino@example.com']])
    await expect(run(app, ...args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Nothing was changed: give the personal/),
    });
});
