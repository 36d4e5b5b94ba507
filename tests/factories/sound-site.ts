import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { writeOutcome } from '#server/backoffice/backup/nightly.queries.ts';
import { writeArchive } from '#server/platform/backup/archive-writer.ts';
import { ENTRY, type Header } from '#server/platform/backup/contents.ts';
import journal from '#server/platform/db/migrations/meta/_journal.json' with { type: 'json' };
import { nightlyName } from '#server/platform/backup/file-names.ts';
import { VERSION } from '#server/platform/version.ts';
import { BOG_CLIENT, bogPublicKey, startBogDouble } from '#tests/setup/bog-double.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { createTestClock } from '#tests/setup/clock.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { listening } from '#tests/setup/listening.ts';
import { startNameServer } from '#tests/setup/name-server.ts';
import { TEST_SECRET } from '#tests/setup/server.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { startWebServer } from '#tests/setup/web-server.ts';
import { createAdmin } from './users.ts';

const DOMAIN = 'club.ge';
const BACKUP_PASSPHRASE = 'the passphrase of a sound site';

/** Starts a plain HTTP server; stopped when the test is over. */
const serve = async (server: Server): Promise<string> => `http://127.0.0.1:${await listening(server)}`;

type SetUp = { proxies?: number; trustProxy?: string; certificateDays?: number };

/** Starts a complete, healthy site behind a web server with TLS, with everything that it depends on, each a real server. */
export async function startSoundSite({ proxies = 1, trustProxy = '1', certificateDays = 90 }: SetUp = {}) {
  const folder = createTestFolder();
  const dataDir = join(folder, 'data');
  await mkdir(join(dataDir, 'backups'), { recursive: true, mode: 0o700 });
  await chmod(dataDir, 0o700);
  await writeFile(join(dataDir, 'secret'), `${TEST_SECRET}\n`, { mode: 0o600 });
  await writeFile(join(dataDir, 'backup-passphrase'), `${BACKUP_PASSPHRASE}\n`, { mode: 0o600 });
  await writeFile(join(folder, '.env'), 'PAYMENTS=bog\n', { mode: 0o600 });

  const [web, smtp, bank, hook] = await Promise.all([startWebServer(certificateDays), startSmtp(), startBogDouble(), startHook()]);
  const names = await startNameServer({
    [DOMAIN]: ['v=spf1 mx -all', 'another record'],
    [`mail._domainkey.${DOMAIN}`]: ['v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0'],
    [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=quarantine'],
  });
  const clock = { offMs: 0 };
  const clockUrl = await serve(
    createServer((_request, response) => response.setHeader('date', new Date(Date.now() + clock.offMs).toUTCString()).end()),
  );
  const env = {
    SECRET: TEST_SECRET,
    DATA_DIR: dataDir,
    PUBLIC_URL: web.url,
    TRUST_PROXY: trustProxy,
    SMTP_URL: smtp.url,
    MAIL_FROM: `tickets@${DOMAIN}`,
    CONTACT_EMAIL: `hello@${DOMAIN}`,
    ALERT_WEBHOOK: hook.url,
    PAYMENTS: 'bog',
    BOG_CLIENT_ID: BOG_CLIENT.clientId,
    BOG_CLIENT_SECRET: BOG_CLIENT.clientSecret,
    BOG_PUBLIC_KEY: bogPublicKey,
    BOG_API_URL: bank.url,
    BOG_TOKEN_URL: `${bank.url}/token`,
  };
  const app = await startTestApp({ clock: createTestClock(new Date()), env });
  await createAdmin(app.ctx, { emailProvedAt: app.clock.now() });
  const backup = await makeBackup(app, dataDir);
  web.target = app.url;
  for (let more = 1; more < proxies; more += 1) {
    const inner = await startWebServer();
    inner.target = web.target;
    web.target = inner.url;
  }
  const variables: NodeJS.ProcessEnv = {
    ...env,
    NODE_ENV: 'test',
    DEMO: '0',
    DATABASE_URL: app.deps.env.databaseUrl ?? '',
    PORT: new URL(app.url).port,
  };
  const options = { dns: [names.address], clockUrl, dkim: [], sends: true };
  return { folder, dataDir, backup, app, web, smtp, bank, hook, names, clock, variables, options };
}

export type SoundSite = Awaited<ReturnType<typeof startSoundSite>>;

/** Writes the header of last night's backup and the site's record of it. Returns the file. */
async function makeBackup({ ctx }: TestApp, dataDir: string): Promise<string> {
  const now = new Date();
  const fileName = nightlyName(now);
  const file = join(dataDir, 'backups', fileName);
  const header: Header = {
    format: 1,
    madeAt: now.toISOString(),
    version: VERSION,
    migrations: journal.entries.map(({ when }) => when),
    jobTables: 0,
    secretMarks: [],
    hasSecret: true,
    tables: [],
  };
  await writeArchive(file, BACKUP_PASSPHRASE, (archive) => archive.add(ENTRY.header, JSON.stringify(header)));
  const { size: bytes } = await stat(file);
  await writeOutcome(ctx.db, { triedAt: now, error: null, goodAt: now, fileName, bytes });
  return file;
}

/** Receives alerts. */
async function startHook() {
  const hook = { url: '', status: 204, calls: 0 };
  hook.url = await serve(
    createServer((request, response) => {
      hook.calls += 1;
      request.resume().once('end', () => response.writeHead(hook.status).end());
    }),
  );
  return hook;
}
