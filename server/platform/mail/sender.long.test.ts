import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { loadTexts } from '#server/content/site-texts/shown-site.ts';
import { mails } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import type { Language } from '#shared/constants.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { listening } from '#tests/setup/listening.ts';
import { readMime } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { queueMail } from './mail.service.ts';

async function start(env: Record<string, string>): Promise<TestApp> {
  const app = await startTestApp({ env: { DATA_DIR: createTestFolder(), ...env } });
  return app;
}

const queueReset = ({ ctx }: TestApp, language: Language = 'en') =>
  queueMail(ctx, { key: `reset:${language}`, kind: 'password-reset', recipient: 'nino@example.com', language, payload: { token: 'abc' } });

/** Returns the senders in the headers of one English and one Georgian mail, as received. */
async function sendersWith(env: Record<string, string>, prepare: (app: TestApp) => Promise<unknown> = async () => undefined) {
  const smtp = await startSmtp();
  const app = await start({ SMTP_URL: smtp.url, ...env });
  await prepare(app);
  await queueReset(app, 'en');
  await runDueJobs(app.deps);
  await queueReset(app, 'ka');
  await runDueJobs(app.deps);
  return smtp.received.map(({ raw, from }) => [readMime(raw).headers.get('from')?.[0], from]);
}

async function renameClub(app: TestApp): Promise<void> {
  const admin = await createAdmin(app.ctx);
  const changes = [
    { key: 'club:name', language: 'en', value: 'Basement, "B"', version: 0 },
    { key: 'club:name', language: 'ka', value: 'სარდაფი', version: 0 },
  ] as const;
  await app.api(admin.accessToken).siteTexts.save({ body: { changes: [...changes] } });
  await loadTexts(app.ctx);
}

test.each([[{}], [{ MAIL_FROM: 'door@basement.example' }], [{ MAIL_FROM: 'Rkali <tickets@rkali.example>' }]])(
  'mails come from the name the club gave itself in the console: %j',
  async (env) => {
    const address = /[\w.]+@[\w.]+/.exec('MAIL_FROM' in env ? env.MAIL_FROM : '')?.[0] ?? 'tickets@club.example';
    expect(await sendersWith(env, renameClub)).toEqual([
      [`"Basement, \\"B\\"" <${address}>`, address],
      [`სარდაფი <${address}>`, address],
    ]);
  },
);

test('without a name from the owner mails come from VENUE_NAME', async () => {
  expect(await sendersWith({ VENUE_NAME: 'Arch' })).toMatchObject([['Arch <tickets@club.example>', 'tickets@club.example'], {}]);
});

/** Starts a mail server without STARTTLS, as an attacker in between would make it look; records what it receives. */
async function startPlainSmtp(): Promise<{ port: number; said: string[] }> {
  const said: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 mail.example ESMTP\r\n');
    createInterface(socket).on('line', (line) => {
      said.push(line);
      socket.write(line.startsWith('EHLO') ? '250-mail.example\r\n250 AUTH PLAIN\r\n' : '535 5.7.8 refused\r\n');
    });
  });
  return { port: await listening(server), said };
}

test.each([
  [{ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000', PAYMENTS: 'fake', RATE_LIMIT_SCALE: '1' }, false],
  // Without the requirement the password is sent, which proves that the test would detect it.
  [{}, true],
])('with %j the password goes over an open line: %j', async (env, isSent) => {
  const { port, said } = await startPlainSmtp();
  const app = await start({ SMTP_URL: `smtp://club:s3cret@127.0.0.1:${port}`, ...env });
  await queueReset(app);
  await runDueJobs(app.deps);
  expect(await app.ctx.db.select().from(mails)).toMatchObject([{ state: 'queued', attempts: 1 }]);
  expect(said.some((line) => line.startsWith('AUTH'))).toBe(isSent);
});
