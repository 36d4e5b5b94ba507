import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { freezeDatabase } from '#lab/trial/frozen-database.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { addJob } from '#server/platform/jobs/jobs.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { findPostmaster } from '#server/platform/db/postgres-launch.ts';
import { runDueJobs } from '#server/registry.ts';
import { rentalForm } from '#tests/factories/enquiries.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { openTestPool } from '#tests/setup/database.ts';
import { createDatabaseFolder } from '#tests/setup/folder.ts';
import { listening } from '#tests/setup/listening.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { mailAlerts } from './alerts.jobs.ts';

const WITHIN_A_MINUTE = { timeout: 60_000, interval: 200 };

async function startReceiver() {
  const bodies: { kind: string; event: string; text: string }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      bodies.push(JSON.parse(text));
      response.writeHead(204).end();
    });
  });
  return { url: `http://127.0.0.1:${await listening(server)}/hook`, bodies };
}

/** Starts a separate PostgreSQL, so that no other test is affected. */
async function startCluster() {
  const dataDir = createDatabaseFolder();
  const cluster = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  onTestFinished(() => cluster.stop());
  await migrate(cluster.ownerUrl, cluster.url);
  return { url: cluster.url, postmaster: findPostmaster(join(dataDir, 'postgres'))?.pid ?? 0 };
}

test('a database that hangs is told to the Owners and the webhook within a minute without it, and so is its return', async () => {
  const database = await startCluster();
  const [smtp, receiver] = [await startSmtp(), await startReceiver()];
  const app = await startTestApp({ databaseUrl: database.url, env: { SMTP_URL: smtp.url, ALERT_WEBHOOK: receiver.url } });
  const owner = await createAdmin(app.ctx, { emailProvedAt: app.clock.now() });
  // The job of every minute stores who the Owners are.
  await addJob(app.ctx, mailAlerts, {});
  await runDueJobs(app.deps);

  const goOn = freezeDatabase(database.postmaster);
  onTestFinished(goOn);
  const ready = async () => (await fetch(`${app.url}/readyz`)).status;
  for (let time = 0; time < 3; time += 1) expect(await ready()).toBe(503);
  await expect.poll(() => [receiver.bodies.length, smtp.received.length], WITHIN_A_MINUTE).toEqual([1, 1]);
  expect(receiver.bodies[0]).toMatchObject({ kind: 'database_away', event: 'opened' });
  expect(smtp.received[0]?.to).toEqual([owner.email]);
  const mail = readMime(smtp.received[0]?.raw ?? Buffer.alloc(0));
  expect(mail.headers.get('subject')).toEqual(['Alert: Database isn’t responding']);
  expect(textOf(mail, 'text/plain')).toContain('we sent this email directly');

  goOn();
  await expect.poll(() => [receiver.bodies.length, smtp.received.length], WITHIN_A_MINUTE).toEqual([2, 2]);
  expect(receiver.bodies[1]).toMatchObject({ kind: 'database_away', event: 'ended' });
  for (let time = 0; time < 3; time += 1) expect(await ready()).toBe(200);
}, 150_000);

test('a short outage is told to nobody', async () => {
  const receiver = await startReceiver();
  const app = await startTestApp({ isFresh: true, env: { ALERT_WEBHOOK: receiver.url } });
  const admin = openTestPool(app.deps.env.databaseUrl ?? '');
  onTestFinished(() => admin.end());
  const kill = () =>
    admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
  for (let time = 0; time < 5; time += 1) {
    await kill();
    await fetch(`${app.url}/readyz`);
  }
  await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status).toBe(200);
  expect(receiver.bodies).toEqual([]);
});

test('outages that come again and again are reported once an hour, each with its end', async () => {
  const receiver = await startReceiver();
  const app = await startTestApp({ isFresh: true, env: { ALERT_WEBHOOK: receiver.url } });
  const [refuse, allow] = [
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '53100'; end $$;
     create trigger refuse before insert on alerts execute function refuse(); create trigger refuse before insert on enquiries execute function refuse()`,
    'drop function refuse() cascade',
  ];
  const ready = async () => (await fetch(`${app.url}/readyz`)).status;
  const events = () => receiver.bodies.map(({ kind, event }) => `${kind} ${event}`);
  const send = () => rawCall(app.url, '/api/email/ClientContactToEmail', { body: joinEnquiry('rental', rentalForm) });
  const begin = async () => {
    await app.owner.execute(sql.raw(refuse));
    expect((await send()).status).toBe(503);
  };
  const end = async () => {
    await app.owner.execute(sql.raw(allow));
    await expect.poll(ready, WITHIN_A_MINUTE).toBe(200);
  };
  const reported = ['database_refused_writes opened', 'database_refused_writes ended'];
  await begin();
  await expect.poll(events, WITHIN_A_MINUTE).toEqual(reported.slice(0, 1));
  await end();
  await expect.poll(events).toEqual(reported);

  await begin();
  await sleep(25_000);
  expect(events()).toEqual(reported);
  app.clock.advanceMinutes(60);
  await expect.poll(events, WITHIN_A_MINUTE).toEqual([...reported, reported[0]]);
  await end();
  await expect.poll(events).toEqual([...reported, ...reported]);
}, 150_000);
