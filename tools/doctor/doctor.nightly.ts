import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { writeOutcome } from '#server/backoffice/backup/nightly.queries.ts';
import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { freePort } from '#lab/trial/server-process.ts';
import { type SoundSite, startSoundSite } from '#tests/factories/sound-site.ts';
import { ownerUrlOf } from '#tests/setup/database.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';
import { examine } from './examine.ts';

const CLOSED_PORT = 1;

/** Examines the site, with `changed` settings of the doctor's process. Returns the faults as `check: text → correction`. */
async function faultsOf({ variables, folder, options }: SoundSite, changed: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const found = await examine({ variables: { ...variables, ...changed }, settings: join(folder, '.env'), options });
  return found
    .filter(({ state }) => state === 'fault')
    .map(({ check, text, correction }) => {
      expect(correction).toBeTruthy();
      return `${check}: ${text} → ${correction}`;
    });
}

/** Plants a fault in the site, or returns settings for the doctor. */
type Plant = (site: SoundSite) => unknown;
const settings = (found: unknown): NodeJS.ProcessEnv =>
  typeof found === 'object' && found !== null && !Array.isArray(found) ? { ...found } : {};
const execute =
  (text: string) =>
  async ({ app }: SoundSite) =>
    void (await app.owner.execute(sql.raw(text)));

const planted: [fault: string, plant: Plant, ...expected: RegExp[]][] = [
  ['a setting with an impossible value', () => ({ PORT: 'many' }), /^settings: PORT must be a number/],
  [
    'a misspelt setting',
    ({ folder }) => writeFile(join(folder, '.env'), 'SMPT_URL=smtp://x\n', { mode: 0o600 }),
    /^settings: .env sets SMPT_URL.* → did you mean SMTP_URL\?/,
  ],
  ['a secret that others can read', ({ dataDir }) => chmod(join(dataDir, 'secret'), 0o644), /^files: .*secret is open .*644.* → chmod 600/],
  [
    'a passphrase of backups that others can read',
    ({ dataDir }) => chmod(join(dataDir, 'backup-passphrase'), 0o644),
    /^files: .*backup-passphrase is open .*644.* → chmod 600/,
  ],
  [
    "another site's secret",
    () => ({ SECRET: 'the secret of another site, which is long enough' }),
    /^secret: does not open what is sealed in the database → put the former one back, or write it behind the new one/,
    /^proxy: the site does not know this doctor/,
  ],
  ['settings that others can read', ({ folder }) => chmod(join(folder, '.env'), 0o664), /^files: .*\.env is open .* → chmod 600/],
  ['a data folder that others can read', ({ dataDir }) => chmod(dataDir, 0o755), /^files: .*data is open .* → chmod 700/],
  [
    'a data folder without its secret',
    async ({ dataDir }) => {
      await rm(join(dataDir, 'secret'));
      return { SECRET: '' };
    },
    /^files: .*has no secret/,
    /^proxy: the site does not know this doctor/,
  ],
  [
    'a database that does not answer',
    () => ({ DATABASE_URL: `postgres://nobody@127.0.0.1:${CLOSED_PORT}/none` }),
    /^database: does not answer → see DATABASE_URL/,
    /^proxy: the site does not know/,
  ],
  [
    'a database that is read-only',
    execute(`do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`),
    /^database: cannot write: it is read-only/,
  ],
  [
    'a database that a newer version changed',
    execute(`create table planted (); insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 4000000000000)`),
    /^database: has the tables of a newer version, with which this one works → run npm run update$/,
  ],
  [
    'a database that a newer version changed, with which this one does not work',
    execute(
      `create table planted (); insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 4000000000000);
       create or replace function oldest_version() returns text language sql immutable return '99.0.0'`,
    ),
    /^database: was changed by a newer version → start that version/,
  ],
  [
    'a database that was not migrated',
    // As a version before the baseline stored it.
    execute('create table planted (); update drizzle.__drizzle_migrations set created_at = 1795798403005'),
    /^database: has the tables of a version before 1\.0 → restart/,
  ],
  [
    'an open alert',
    ({ app }) => raiseAlert(app.ctx, { kind: 'refund_failed', subject: 'refund 3', detail: 'The bank refused it.' }),
    /^alerts: refund_failed: The bank refused it/,
  ],
  [
    'jobs that nobody does',
    execute(`select graphile_worker.add_job('expire-holds', run_at := now() - interval '1 hour')`),
    /^jobs: the first of 1 has been due for 60 minutes/,
  ],
  ['a clock that is five minutes behind', ({ clock }) => void (clock.offMs = 5 * MINUTE_MS), /^clock: is 300 seconds behind .*timedatectl/],
  ['a clock that is five minutes ahead', ({ clock }) => void (clock.offMs = -5 * MINUTE_MS), /^clock: is (299|300) seconds ahead of/],
  ['a site that does not run', ({ app }) => app.http.close(), /^address: the site does not run at /],
  [
    'a web server that is away',
    async () => ({ PUBLIC_URL: `https://localhost:${await freePort()}` }),
    /^address: .* cannot be reached: .*ECONNREFUSED/,
  ],
  [
    'a web server that says nothing of its callers',
    ({ web }) => void (web.forwardedFor = 'removed'),
    /^proxy: TRUST_PROXY is set, and no web server/,
  ],
  [
    'a web server that holds events back',
    ({ web }) => void (web.buffers = true),
    /^stream: the web server holds events back → .*proxy_buffering/,
  ],
  [
    'a wrong secret of the bank',
    () => ({ BOG_CLIENT_SECRET: 'wrong' }),
    /^bank: bog: The bank refused with status 401.* → see the id, the secret/,
  ],
  ['a bank that is away', () => ({ BOG_API_URL: `http://127.0.0.1:${CLOSED_PORT}` }), /^bank: bog: No whole answer/],
  ['no mail server', () => ({ SMTP_URL: `smtp://127.0.0.1:${CLOSED_PORT}` }), /^mail: none could be sent: .*ECONNREFUSED.* → see SMTP_URL/],
  ['a webhook that refuses', ({ hook }) => void (hook.status = 404), /^webhook: the webhook for alerts answered 404/],
  ['a domain without SPF', ({ names }) => void (names.texts['club.ge'] = ['other']), /^spf: club\.ge does not say who may send/],
  ['a domain that lets anyone send', ({ names }) => void (names.texts['club.ge'] = ['v=spf1 +all']), /^spf: club\.ge lets anyone/],
  [
    'a domain with two SPF records',
    ({ names }) => void (names.texts['club.ge'] = ['v=spf1 mx -all', 'v=spf1 a -all']),
    /^spf: .*2 SPF records/,
  ],
  [
    'a domain whose key was withdrawn',
    ({ names }) => void (names.texts['mail._domainkey.club.ge'] = ['v=DKIM1; p=']),
    /^dkim: club\.ge has no key/,
  ],
  ['a domain without DMARC', ({ names }) => void delete names.texts['_dmarc.club.ge'], /^dmarc: club\.ge does not say/],
  [
    'a server that owns its tables',
    ({ app }) => ({ DATABASE_URL: ownerUrlOf(app.deps.env.databaseUrl ?? '') }),
    /^database: lets the server change what is append-only → give the server a user/,
  ],
  [
    'a stale backup',
    async ({ backup }) => {
      const then = new Date(Date.now() - 40 * HOUR_MS);
      await utimes(backup, then, then);
    },
    /^backup: the newest one is 40 hours old/,
  ],
  [
    'a backup that is none',
    ({ backup }) => writeFile(backup, randomBytes(100)),
    /^backup: \S+ is no backup of this program\. → make another one: npm run backup$/,
  ],
  ['a backup that was cut', ({ backup }) => truncate(backup, 400), /^backup: \S+ is cut or damaged: take another backup\./],
  [
    'a backup that lost its end',
    execute('update nightly_backups set bytes = bytes + 1000'),
    /^backup: nightly-\S+ has (\d+) bytes, and had \d+ when it was made → make another one/,
  ],
  [
    'a nightly backup of another passphrase',
    ({ dataDir }) => writeFile(join(dataDir, 'backup-passphrase'), 'another passphrase\n'),
    /^backup: the passphrase of the site does not open nightly-\S+ → find the one it was made with/,
  ],
  [
    'a nightly backup that failed',
    ({ app }) => writeOutcome(app.ctx.db, { triedAt: new Date(), error: 'the disk is full.' }),
    /^backup: the last nightly one failed: the disk is full\. → correct that/,
  ],
  [
    'a picture without its files',
    execute(
      `insert into gallery_images (album, file, name, width, height, widths, position, source, source_id, checksum)
       values ('gallery', 'bar-5f2c9a81d4', 'Bar', 1080, 720, '{1080}', 1, 'upload', 'bar', 'x')`,
    ),
    /^uploads: 1 of 1 pictures and sounds have no files in \S+media \(the first: bar-5f2c9a81d4\) → bring media back/,
  ],
  [
    'a bucket that does not answer',
    () => ({ STORAGE_URL: 'http://127.0.0.1:2/club', STORAGE_KEY_ID: 'key', STORAGE_SECRET_KEY: 'secret' }),
    /^uploads: could not be checked: the storage \S+\/club cannot be used: connect ECONNREFUSED/,
    /^storage: could not be checked: the storage \S+\/club cannot be used: connect ECONNREFUSED/,
  ],
  [
    'a ledger whose triggers are switched off',
    execute('alter table ledger_entries disable trigger user'),
    /^database: has \d of its triggers switched off, which protect ledger_entries .* alter table ledger_entries enable trigger user;/,
  ],
];

test.each(planted)('the doctor finds %s, and nothing else', async (_, plant, ...expected) => {
  const site = await startSoundSite();
  const faults = await faultsOf(site, settings(await plant(site)));
  expect(faults).toHaveLength(expected.length);
  expect(faults).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});

test.each([
  [{ certificateDays: -3 }, /^certificate: the certificate of localhost ended on .* → see why/],
  [{ certificateDays: 5 }, /^certificate: the certificate of localhost ends in [45] days/],
  [{ trustProxy: '2' }, /^proxy: visitors can choose their own address.* → set TRUST_PROXY=1/],
  [{ trustProxy: 'none' }, /^proxy: 1 in front and too few trusted.* → set TRUST_PROXY=1/],
  [{ proxies: 2 }, /^proxy: 2 in front and too few trusted.* → set TRUST_PROXY=2/],
] as const)('the doctor finds that of a site with %j', async (setUp, expected) => {
  const faults = await faultsOf(await startSoundSite(setUp));
  expect(faults).toEqual([expect.stringMatching(expected)]);
});

test('the doctor finds an address without encryption', async () => {
  const site = await startSoundSite({ trustProxy: 'none' });
  const open = `http://0.0.0.0:${site.variables['PORT']}`;
  expect(await faultsOf(site, { PUBLIC_URL: open })).toEqual([expect.stringMatching(/^https: .* is not encrypted → put a web server/)]);
});

test.each([{}, { proxies: 2, trustProxy: '2' }, { trustProxy: '127.0.0.1' }])(
  'a sound site (%j) has no fault, and the doctor leaves no trace',
  async (setUp) => {
    const site = await startSoundSite(setUp);
    expect(await faultsOf(site)).toEqual([]);
    site.web.forwardedFor = 'alone';
    if (!('proxies' in setUp)) expect(await faultsOf(site)).toEqual([]);
    expect(site.smtp.received[0]?.to).toEqual(['hello@club.ge']);
    expect(site.hook.calls).toBeGreaterThan(0);
    expect(await site.app.api().events.list()).toEqual([]);
  },
);

const NO_BANK = { PAYMENTS: 'fake', BOG_CLIENT_ID: '', BOG_CLIENT_SECRET: '', BOG_PUBLIC_KEY: '', BOG_API_URL: '', BOG_TOKEN_URL: '' };
const REHEARSAL = { NODE_ENV: 'production', ...NO_BANK, SMTP_URL: '', MAIL: 'files', MAIL_FROM: '' };

test('a rehearsal without mail, bank, backups and a verified Owner has no fault; the same with a mail server has', async () => {
  const site = await startSoundSite({ trustProxy: 'none' });
  await rm(site.backup);
  await site.app.owner.execute(sql.raw('update users set email_proved_at = null; delete from nightly_backups'));
  const rehearsal = { ...REHEARSAL, PUBLIC_URL: `http://127.0.0.1:${site.variables['PORT']}` };
  expect(await faultsOf(site, rehearsal)).toEqual([]);
  expect(await faultsOf(site, { ...rehearsal, MAIL: '', SMTP_URL: site.smtp.url, MAIL_FROM: 'tickets@club.ge' })).toEqual([
    expect.stringMatching(/^owners: no Owner has verified the email address, .* → log in as an Owner, open the profile/),
    expect.stringMatching(/^backup: there is none in /),
  ]);
  await site.app.owner.execute(sql.raw('delete from user_roles'));
  expect(await faultsOf(site, { ...rehearsal, MAIL: '', SMTP_URL: site.smtp.url, MAIL_FROM: 'tickets@club.ge' })).toContainEqual(
    expect.stringMatching(/^owners: the club has no Owner → open the link that the start of the site prints/),
  );
});

// Only root may change the owner of a file.
test.skipIf(process.getuid?.() !== 0)('the doctor finds a folder of uploads that root made for another user', async () => {
  const site = await startSoundSite();
  execFileSync('chown', ['-R', '5:5', site.dataDir]);
  await mkdir(join(site.dataDir, 'media/of-root'), { mode: 0o755 });
  expect(await faultsOf(site)).toEqual([
    expect.stringMatching(
      /^uploads: games cannot use 1 file or folder in \S+ \(the first: media\/of-root, of root\) → .*chown -R games: \S+$/,
    ),
  ]);
});

// Only root may mount a disk.
test.skipIf(process.getuid?.() !== 0)('the doctor finds a full disk', async () => {
  const site = await startSoundSite();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=0700', 'tmpfs', site.dataDir]);
  onTestFinished(() => void execFileSync('umount', ['-l', site.dataDir]));
  expect(await faultsOf(site)).toEqual([expect.stringMatching(/^disk: 0\.0 GB free in DATA_DIR → free some space/)]);
});

test('nobody but the doctor is told how a call arrives', async () => {
  const { app } = await startSoundSite();
  for (const path of ['/doctor/seen', '/doctor/stream']) {
    expect((await fetch(app.url + path)).status).toBe(404);
    expect((await fetch(app.url + path, { headers: { authorization: 'Bearer x' } })).status).toBe(404);
  }
});

test('the command prints a line for each check and ends with 1 at a fault; --quiet prints faults alone, and nothing on a sound site', async () => {
  const site = await startSoundSite();
  const authority = join(site.folder, 'authority.pem');
  await writeFile(authority, site.web.certificate);
  const env = { ...site.variables, NODE_EXTRA_CA_CERTS: authority };
  const { dns, clockUrl } = site.options;
  const run = (args: string[], changed: NodeJS.ProcessEnv = {}) =>
    runOperatorCommand('doctor', ['--clock', clockUrl, '--dns', dns[0] ?? '', ...args], {
      cwd: site.folder,
      env: { ...env, ...changed },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
  expect(await run(['--quiet'])).toEqual({ code: 0, stdout: '' });
  const loud = await run([]);
  expect(loud.code).toBe(0);
  expect(loud.stdout.split('\n').filter((line) => /^(ok|–) /.test(line)).length).toBeGreaterThan(12);
  expect(loud.stdout.trim().split('\n').at(-1)).toBe('All well.');
  const sick = await run(['--quiet'], { BOG_CLIENT_SECRET: 'wrong' });
  expect(sick.code).toBe(1);
  expect(sick.stdout.trim().split('\n')).toEqual([expect.stringMatching(/^FAULT bank .*401.* → /)]);
});
