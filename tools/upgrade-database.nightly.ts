import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { freePort, startServer } from '#lab/trial/server-process.ts';
import { demoAccounts } from '#server/demo/demo-accounts.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { createWholeApi } from '#shared/staff-api.ts';
import { rowsOf } from '#tests/factories/rows-of.ts';
import { fetchFrom } from '#tests/setup/app.ts';
import { createDatabaseFolder, createTestFolder } from '#tests/setup/folder.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';

/** The last version before the names of 1.0. */
const BEFORE = '7349505bb8dfb84b1129d26de022e8c73e53f135';
const root = join(import.meta.dirname, '..');
const hasHistory = spawnSync('git', ['-C', root, 'cat-file', '-e', `${BEFORE}^{commit}`]).status === 0;
const SETTINGS = { PLACEHOLDER_IMAGES: 'false', MAIL: 'files', DEMO: 'true' };

/** Unpacks that version with the packages and pages of this one. */
function unpackBefore(): string {
  const folder = createTestFolder();
  const archive = execFileSync('git', ['-C', root, 'archive', BEFORE], { maxBuffer: 500_000_000 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const name of ['node_modules', 'dist', 'generated']) execFileSync('cp', ['-al', join(root, name), join(folder, name)]);
  return folder;
}

async function startBefore(folder: string, dataDir: string) {
  const port = String(await freePort());
  const env = { PATH: process.env['PATH'], ...SETTINGS, DATA_DIR: dataDir, PORT: port };
  const server = spawn(process.execPath, ['server/main.ts'], { cwd: folder, env, stdio: 'ignore' });
  const stop = async () => {
    if (server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  };
  onTestFinished(stop);
  const origin = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 90_000 }).toBe(true);
  return { origin, stop };
}

const logIn = async (origin: string, { email, password }: { email: string; password: string }) => {
  const { accessToken } = await createWholeApi(fetchFrom(origin)).accounts.login({ body: { email, password } });
  return createWholeApi(fetchFrom(origin, accessToken));
};

/** Returns the rows of a stopped site's bundled database, without the list of migrations. */
async function rowsIn(dataDir: string): Promise<Record<string, string[]>> {
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const rows = await rowsOf(database.url);
    return Object.fromEntries(Object.entries(rows).filter(([name]) => !name.startsWith('drizzle.')));
  } finally {
    await database.stop();
  }
}

/** The upgrade's changes to rows: names of tables and columns, a few stored words, and three later columns. */
const RENAMED: [RegExp, string][] = [
  [/^baskets\b/, 'ticket_types'],
  [/^baskets_/, 'ticket_types_'],
  [/^waiting_entries/, 'waitlist_entries'],
  [/^ticket_returns/, 'resale_listings'],
  [/^promoter_opens/, 'promoter_clicks'],
  [/^codes/, 'promo_codes'],
  [/^door_lists/, 'guest_lists'],
  [/^door_list_entries/, 'guest_list_entries'],
  [/^past_holds/, 'hold_history'],
  [/^door_passes/, 'scanner_devices'],
  [/^door_calls/, 'scanner_device_calls'],
];
const COLUMNS: Record<string, string> = {
  basket_id: 'ticket_type_id',
  via: 'ref_code',
  opens: 'clicks',
  code_id: 'promo_code_id',
  returned: 'resale_quantity',
  pass_id: 'scanner_device_id',
  pass_name: 'scanner_device_name',
  pack_version: 'offline_manifest_version',
  round: 'visit',
  taken: 'sold_or_reserved',
  quota: 'allocation',
  places_per_person: 'tickets_per_person',
};
/** Renamed values, by column. */
const VALUES: Record<string, Record<string, string>> = {
  kind: { release: 'public' },
  identifier: { 'serve-waiting': 'offer-places', 'serve-all-waiting': 'offer-all-places' },
};
const LATER: Record<string, readonly string[]> = {
  guest_lists: ['mailed_tickets', 'link_made_by'],
  guest_list_entries: ['note', 'refused_user_id'],
  email_changes: ['not_before'],
};
const Row = z.record(z.string(), z.unknown());

const sorted = (row: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1))));

function upgraded(rows: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(rows).map(([table, lines]) => {
      const name = RENAMED.reduce((text, [from, to]) => text.replace(from, to), table);
      return [
        name,
        lines
          .map((line) => {
            const row = Object.fromEntries(
              Object.entries(Row.parse(JSON.parse(line))).map(([column, value]) => [COLUMNS[column] ?? column, value]),
            );
            for (const [column, renamed] of Object.entries(VALUES)) row[column] = renamed[String(row[column])] ?? row[column];
            return sorted(row);
          })
          .toSorted(),
      ];
    }),
  );
}

function withoutLater(rows: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(rows).map(([table, lines]) => [
      table,
      lines
        .map((line) =>
          sorted(Object.fromEntries(Object.entries(Row.parse(JSON.parse(line))).filter(([column]) => !LATER[table]?.includes(column)))),
        )
        .toSorted(),
    ]),
  );
}

test.skipIf(!hasHistory)('a club of before 1.0 and its backup come over with every row, its ledger and its ticket codes', async () => {
  const folder = unpackBefore();
  const [first, second] = [createDatabaseFolder(), createDatabaseFolder()];
  const old = await startBefore(folder, first);
  const ticket = (await (await logIn(old.origin, demoAccounts.guest)).tickets.mine()).find(({ isUsedTicket }) => !isUsedTicket);
  await old.stop();
  mkdirSync(join(first, 'closed'));
  execFileSync(process.execPath, ['tools/backup.ts', '--with-secret', join(first, 'closed')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATA_DIR: first },
  });
  const before = await rowsIn(first);
  expect(before['ledger_entries']?.length).toBeGreaterThan(0);
  expect(before['tickets']?.length).toBeGreaterThan(0);

  const command = await runOperatorCommand('upgrade-database', [], { env: { DATA_DIR: first } });
  expect(command.stdout).toContain('has the tables of this version now.');
  const after = await rowsIn(first);
  expect(withoutLater(after)).toEqual(upgraded(before));
  expect((await runOperatorCommand('upgrade-database', [], { env: { DATA_DIR: first } })).stdout).toContain('Nothing to do');

  const [file = ''] = readdirSync(join(first, 'closed'));
  const passphrase = readFileSync(join(first, 'backup-passphrase'), 'utf8').trim();
  await runOperatorCommand('restore', [join(first, 'closed', file)], { env: { DATA_DIR: second, BACKUP_PASSPHRASE: passphrase } });
  expect(withoutLater(await rowsIn(second))).toEqual(withoutLater(after));

  for (const dataDir of [first, second]) {
    const server = await startServer({ ...SETTINGS, DATA_DIR: dataDir });
    onTestFinished(() => server.kill('SIGTERM'));
    const scan = { isReject: false, ticketId: Number(ticket?.id), code: ticket?.code, eventId: Number(ticket?.basket.eventId) };
    expect(await (await logIn(server.origin, demoAccounts.admin)).door.scan({ body: scan })).toMatchObject({ result: 'accepted' });
    await server.kill('SIGTERM');
  }
});
