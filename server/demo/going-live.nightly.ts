import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';
import { runServerToEnd, startServer } from '#lab/trial/server-process.ts';
import { connect } from '#lab/trial/world.ts';
import { demoAccounts } from './demo-accounts.ts';

// `LOG_LEVEL` hides the warning of tests that run as root.
const production = { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000', PAYMENTS: 'fake', MAIL: 'files', LOG_LEVEL: 'error' };
const refusal =
  'Rkali cannot start: this database holds the demo, whose passwords were published or printed: begin with an empty DATA_DIR, or run npm run forget-demo.';

type Club = Record<'DATABASE_URL' | 'DATA_DIR' | 'PLACEHOLDER_IMAGES', string>;

async function openClub(): Promise<Club> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return { DATABASE_URL: database.url, DATA_DIR: createTestFolder(), PLACEHOLDER_IMAGES: 'false' };
}

async function forget(club: Club): Promise<string> {
  const { stdout } = await runOperatorCommand('forget-demo', [], { env: { PATH: process.env['PATH'], ...club, ...production } });
  return stdout;
}

test('a production start on the folder of a demo is refused, until the demo is forgotten', async () => {
  const club = await openClub();
  const demo = await startServer(club);
  const { accessToken } = await connect(demo.origin).accounts.login({ body: demoAccounts.admin });
  expect(accessToken).not.toBe('');
  await demo.kill('SIGTERM');
  expect(await runServerToEnd({ ...club, ...production })).toEqual({ code: 1, lines: [refusal] });
  expect(await forget(club)).toMatch(/^The demo is forgotten: 2 accounts cannot log in any more, 198 invented guests are gone,/);

  const server = await startServer({ ...club, ...production });
  onTestFinished(() => server.kill('SIGTERM'));
  for (const account of Object.values(demoAccounts)) {
    await expect(connect(server.origin).accounts.login({ body: account })).rejects.toMatchObject({ status: 401 });
  }
  expect(await connect(server.origin).events.list()).toEqual([]);
  await expect.poll(() => server.output()).toMatch(/Nobody runs this club yet\..+\s+http:\S+\/invitation#[\w-]{43}\s/);
});

test('a production start on the folder of a demo for everybody is refused as well, until it is forgotten', async () => {
  const club = await openClub();
  const demo = await startServer({ ...club, DEMO: 'public' });
  await expect(connect(demo.origin).accounts.login({ body: demoAccounts.admin })).rejects.toMatchObject({ status: 401 });
  await demo.kill('SIGTERM');
  expect(await runServerToEnd({ ...club, ...production })).toEqual({ code: 1, lines: [refusal] });
  expect(await forget(club)).toMatch(/^The demo is forgotten: 2 accounts cannot log in any more,/);
  const server = await startServer({ ...club, ...production });
  onTestFinished(() => server.kill('SIGTERM'));
});

test('a forgotten NODE_ENV with an address for others is refused, with the demo and without', async () => {
  const open = { ...(await openClub()), PUBLIC_URL: 'https://rkali.example' };
  const refused = { code: 1, lines: [expect.stringContaining('PUBLIC_URL is not an address of this machine')] };
  expect(await runServerToEnd(open)).toEqual(refused);
  expect(await runServerToEnd({ ...open, DEMO: 'false' })).toEqual(refused);
});
