import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createEvent } from '#tests/factories/events.ts';
import { buy, comeBack, createUsers } from '#tests/factories/purchases.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { readMime } from '#tests/setup/mime.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { TEST_SECRET } from '#tests/setup/server.ts';
import { startSilentSmtp, startSmtp } from '#tests/setup/smtp.ts';
import { startServer } from '#lab/trial/server-process.ts';
import { runDueJobs } from '#server/registry.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { mails } from '#server/platform/platform.table.ts';

const BUYERS = 6;
/** The number of workers for mails (server/platform/jobs/runner.ts). */
const MAILS_AT_ONCE = 8;
/** The queue's attempts in ten minutes: after e, e², … seconds. */
const TRIES = 6;
/** The queue waits longer after each attempt; this ends the wait. */
const endWaiting = sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now())`;

test('a mail server that is away for ten minutes delays tickets by mail and nothing else', async () => {
  const gone = await startSmtp();
  const { port, url } = gone;
  await gone.stop();
  const app = await startTestApp({ env: { SMTP_URL: url } });
  const { id: eventId } = await createEvent(app.ctx);
  const buyers = await createUsers(app, BUYERS);
  for (const { accessToken } of buyers) {
    const { token } = await buy(app, accessToken, { eventId });
    expect(await comeBack(app, token)).toMatchObject({ state: 'paid' });
    expect(await app.api(accessToken).tickets.mine()).toHaveLength(1);
  }
  for (let time = 0; time < TRIES; time += 1) {
    await app.ctx.db.execute(endWaiting);
    await runDueJobs(app.deps);
    app.clock.advanceMinutes(2);
  }
  const all = await app.ctx.db.select().from(mails);
  const waiting = all.filter(({ kind }) => kind === 'ticket');
  expect(waiting.map(({ state }) => state)).toEqual(Array.from({ length: BUYERS }, () => 'queued'));
  expect(Math.min(...waiting.map(({ attempts }) => attempts))).toBeGreaterThanOrEqual(TRIES);
  // The alert mail waits too: the console's banner and the webhook report that no mail leaves.
  expect(all.filter(({ kind }) => kind !== 'ticket')).toMatchObject([{ kind: 'alerts', state: 'queued' }]);

  const smtp = await startSmtp({ port });
  await app.ctx.db.execute(endWaiting);
  await runDueJobs(app.deps);
  await runDueJobs(app.deps);
  const sent = await app.ctx.db.select().from(mails);
  expect(sent.filter(({ state }) => state !== 'sent')).toEqual([]);
  const tickets = sent.filter(({ kind }) => kind === 'ticket');
  expect(tickets.map(({ recipient }) => recipient).toSorted()).toEqual(buyers.map(({ email }) => email).toSorted());
  expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual(sent.map(({ recipient }) => recipient).toSorted());
  const ids = smtp.received.map(({ raw }) => readMime(raw).headers.get('message-id')?.[0]);
  expect(ids.toSorted()).toEqual(sent.map(({ messageId }) => messageId).toSorted());
});

// Jobs of a living process are tested in server/platform/jobs/workers.nightly.ts.
test('mails that a killed server was sending, and those behind them, leave soon after the next start', async () => {
  const [silent, smtp] = [await startSilentSmtp(), await startSmtp()];
  const { ctx } = await startTestApp();
  for (let number = 0; number < MAILS_AT_ONCE + 5; number += 1) {
    const recipient = `guest-${number}@example.com`;
    const payload = { token: 'abc_DEF-123' };
    await queueMail(ctx, { key: `password-reset:${number}`, kind: 'password-reset', recipient, language: 'en', payload });
  }
  const serve = async (smtpUrl: string) => {
    const server = await startServer({
      DATABASE_URL: ctx.env.databaseUrl ?? '',
      DATA_DIR: createTestFolder(),
      SECRET: TEST_SECRET,
      SMTP_URL: smtpUrl,
      DEMO: 'false',
      PLACEHOLDER_IMAGES: 'false',
    });
    onTestFinished(() => server.kill('SIGKILL'));
    return server;
  };
  const killed = await serve(silent.url);
  await expect.poll(silent.connections).toBe(MAILS_AT_ONCE);
  await killed.kill('SIGKILL');
  await serve(smtp.url);
  await expect.poll(() => smtp.received.length, { timeout: 60_000 }).toBe(MAILS_AT_ONCE + 5);
  expect(new Set(smtp.received.flatMap(({ to }) => to)).size).toBe(MAILS_AT_ONCE + 5);
});
