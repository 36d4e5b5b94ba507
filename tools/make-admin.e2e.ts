import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createUser, storedUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const tool = fileURLToPath(new URL('./make-admin.ts', import.meta.url));

const run = ({ deps }: TestApp, ...words: string[]) =>
  promisify(execFile)(process.execPath, [tool, ...words], { env: { DATABASE_URL: deps.env.databaseUrl } });

test('the operator makes an admin while the server runs', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  expect((await run(app, guest.email)).stdout).toBe(`${guest.email} is an Admin now.\n`);
  expect((await storedUser(app.ctx, guest.id)).role).toBe('Admin');
});

test('an unknown account, or none, is told in one line', async () => {
  const app = await startTestApp();
  await expect(run(app, 'nobody@example.com')).rejects.toMatchObject({
    code: 1,
    stderr: 'No admin was made: there is no account with the e-mail nobody@example.com: register it first.\n',
  });
  await expect(run(app)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^No admin was made: say whose account/) });
});
