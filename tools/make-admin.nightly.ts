import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '#lab/trial/server-process.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { DAY_MS } from '#shared/durations.ts';
import { createUser, storedUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { createDatabaseFolder, createTestFolder } from '#tests/setup/folder.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';

const run = ({ deps }: TestApp, ...args: string[]) =>
  runOperatorCommand('make-admin', args, { env: { DATABASE_URL: deps.env.databaseUrl, SECRET: deps.env.secret } });

const whereOf = ({ deps }: TestApp): string => {
  const { hostname, port, pathname } = new URL(deps.env.databaseUrl ?? '');
  return `the database ${hostname}${port && `:${port}`}${pathname}`;
};

test('the operator makes an admin while the server runs', async () => {
  const app = await startTestApp();
  const createdAt = new Date(Date.now() - 5.5 * DAY_MS);
  const guest = await createUser(app.ctx, { createdAt });
  const { firstName, lastName } = await storedUser(app.ctx, guest.id);
  await expect(run(app, guest.email)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^No admin was made: .* is not verified, .* add --unproved\.\n$/),
  });
  expect(await app.ctx.db.select().from(auditEntries)).toEqual([]);
  const [said, warning] = (await run(app, guest.email, '--unproved')).stdout.split('\n');
  expect(said).toBe(
    `${guest.email} is an Owner now: ${firstName} ${lastName}, registered 5 days ago, in ${whereOf(app)}. The account is logged out of all devices.`,
  );
  expect(warning).toMatch(/^Warning: .* is not verified, /);
  expect(await app.ctx.db.select().from(auditEntries)).toMatchObject([
    { action: 'roles.grant', subject: `guest ${guest.id}`, staffId: guest.id, detail: { before: [], after: ['Owner'] } },
  ]);
  expect((await storedUser(app.ctx, guest.id)).role).toBe('Admin');
});

test('an unknown or missing account is reported in one line', async () => {
  const app = await startTestApp();
  await expect(run(app, 'nobody@example.com')).rejects.toMatchObject({
    code: 1,
    stderr: `No admin was made: there is no account with the email nobody@example.com in ${whereOf(app)}: register it first.\n`,
  });
  await expect(run(app)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^No admin was made: give the email address/) });
});

test('without DATABASE_URL it looks into the club’s own database, and names its whole folder', async () => {
  const cwd = createDatabaseFolder();
  const dataDir = join(cwd, "Eka's club");
  const server = await startServer({ DATA_DIR: dataDir, DEMO: 'false', MAIL: 'files', PLACEHOLDER_IMAGES: 'false' });
  onTestFinished(() => server.kill('SIGTERM'));
  await expect.poll(() => server.output()).toMatch(/Nobody runs this club yet\..+\s+http:\S+\/invitation#[\w-]{43}\s/);
  await expect(runIn(cwd, "Eka's club")).rejects.toMatchObject({
    code: 1,
    stderr: `No admin was made: there is no account with the email nobody@example.com in DATA_DIR ${dataDir}: register it first.\n`,
  });
});

test('in a folder without a club it says so and creates nothing', async () => {
  const cwd = createTestFolder();
  await expect(runIn(cwd, 'club')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `No admin was made: there is no club in DATA_DIR ${join(cwd, 'club')}: begin the command with DATA_DIR= and the folder of yours.\n`,
  });
  expect(readdirSync(cwd)).toEqual([]);
});

const runIn = (cwd: string, folder: string) => runOperatorCommand('make-admin', ['nobody@example.com'], { cwd, env: { DATA_DIR: folder } });
