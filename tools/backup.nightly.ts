import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '#lab/trial/server-process.ts';
import { demoAccounts } from '#server/demo/demo-accounts.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { createWholeApi } from '#shared/staff-api.ts';
import { rowsOf } from '#tests/factories/rows-of.ts';
import { fetchFrom } from '#tests/setup/app.ts';
import { createEmptyDatabase } from '#tests/setup/empty-database.ts';
import { createDatabaseFolder } from '#tests/setup/folder.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';

type Variables = Record<string, string>;
const run = (name: 'backup' | 'restore', args: string[], env: Variables) => runOperatorCommand(name, args, { env });

/** Starts a separate site with demo content. */
async function serve(variables: Variables) {
  const server = await startServer({ PLACEHOLDER_IMAGES: 'false', MAIL: 'files', DEMO: 'true', ...variables });
  onTestFinished(() => server.kill('SIGTERM'));
  const logIn = async ({ email, password }: { email: string; password: string }) => {
    const { accessToken } = await createWholeApi(fetchFrom(server.origin)).accounts.login({ body: { email, password } });
    return createWholeApi(fetchFrom(server.origin, accessToken));
  };
  return { server, guest: () => logIn(demoAccounts.guest), admin: () => logIn(demoAccounts.admin) };
}

/** Returns the rows of a stopped site's bundled database. */
async function rowsIn(dataDir: string) {
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    return await rowsOf(database.url);
  } finally {
    await database.stop();
  }
}

test('a site moves to another database and back, and a ticket signed before scans after', async () => {
  const [first, second, third] = [createDatabaseFolder(), createDatabaseFolder(), createDatabaseFolder()];
  const site = await serve({ DATA_DIR: first });
  const ticket = (await (await site.guest()).tickets.mine()).find(({ isUsedTicket }) => !isUsedTicket);
  mkdirSync(join(first, 'pictures/gallery'), { recursive: true });
  writeFileSync(join(first, 'pictures/gallery/door.jpg'), 'not yet looked at');
  const open = await run('backup', ['--with-secret'], { DATA_DIR: first });
  expect(open.stdout).toMatch(
    /^\S+\/backups\/backup-\d{4}-\d\d-\d\d-\d{6}\.tar\.zst\.age \(\d+\.\d MB\) holds \d+ tables with [\d,]+ rows/,
  );
  await site.server.kill('SIGTERM');
  await run('backup', ['--with-secret', join(first, 'closed')], { DATA_DIR: first });
  const rows = await rowsIn(first);
  expect(rows['tickets']?.length).toBeGreaterThan(0);

  const elsewhere = await createEmptyDatabase();
  const passphrase = readFileSync(join(first, 'backup-passphrase'), 'utf8').trim();
  const settings = { DATA_DIR: second, DATABASE_URL: elsewhere, BACKUP_PASSPHRASE: passphrase };
  const restored = await run('restore', [fileIn(join(first, 'closed'))], settings);
  expect(restored.stdout).toMatch(/has the data of the backup now: .* and the secret, as of .*\nStock, orders and money agree\.\n$/);
  expect(await rowsOf(elsewhere)).toEqual(rows);
  expect(readFileSync(join(second, 'pictures/gallery/door.jpg'), 'utf8')).toBe('not yet looked at');
  expect(readFileSync(join(second, 'secret'), 'utf8')).toBe(readFileSync(join(first, 'secret'), 'utf8'));

  await run('backup', ['--with-secret', join(second, 'again')], settings);
  await run('restore', [fileIn(join(second, 'again'))], { DATA_DIR: third, BACKUP_PASSPHRASE: passphrase });
  expect(await rowsIn(third)).toEqual(rows);

  const back = await serve({ DATA_DIR: third });
  const scan = { isReject: false, ticketId: Number(ticket?.id), code: ticket?.code, eventId: Number(ticket?.basket.eventId) };
  expect(await (await back.admin()).door.scan({ body: scan })).toMatchObject({ result: 'accepted' });
  await expect((await back.admin()).door.scan({ body: { ...scan, code: `${ticket?.code}x` } })).rejects.toMatchObject({ status: 400 });
});

const fileIn = (folder: string): string => join(folder, readdirSync(folder)[0] ?? '');
