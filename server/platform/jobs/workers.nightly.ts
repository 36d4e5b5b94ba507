import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { events } from '#server/content/content.table.ts';
import { mailTransport } from '#server/platform/mail/mail-transport.ts';
import { queueMail, queueMails, sendMailJob } from '#server/platform/mail/mail.service.ts';
import { runDueJobs, startJobs } from '#server/registry.ts';
import { expireHolds } from '#server/sales/inventory/holds.jobs.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { startSilentSmtp, startSmtp } from '#tests/setup/smtp.ts';
import { takeUpAndDie, takeUpAndLive } from '#tests/setup/stuck-worker.ts';
import { releaseAbandoned } from './abandoned.jobs.ts';
import { addJob } from './jobs.ts';

async function startWithMail(smtpUrl: string): Promise<TestApp> {
  const app = await startTestApp({ env: { SMTP_URL: smtpUrl } });
  return app;
}

const reset = (number: number) =>
  ({
    key: `password-reset:${number}`,
    kind: 'password-reset',
    recipient: 'nino@example.com',
    language: 'en',
    payload: { token: 'abc_DEF-123' },
  }) as const;

const queueReset = ({ ctx }: TestApp, number = 1) => queueMail(ctx, reset(number));

/** Runs jobs until the test ends; a mail server that never answers closes its connections then. */
async function startWorking({ deps }: TestApp, hangUp: () => void = () => undefined): Promise<void> {
  const runner = await startJobs(deps);
  onTestFinished(async () => {
    const stopped = runner.stop();
    hangUp();
    mailTransport(deps).close();
    await stopped;
  });
}

/** Longer than a worker of a live process may take to be recognized. */
const LONG = '5 seconds';
const lockedFor = async ({ ctx }: TestApp, time: string) =>
  (await ctx.db.execute(sql`select id from graphile_worker.jobs where locked_at < now() - ${time}::interval`)).rowCount;

const urgentTaken = async ({ ctx }: TestApp) =>
  (await ctx.db.execute(sql`select from graphile_worker.jobs where task_identifier = 'send-urgent-mail' and locked_at is not null`))
    .rowCount;

test('a mail whose process was killed at work is taken up again after some seconds', async () => {
  const smtp = await startSmtp();
  const app = await startWithMail(smtp.url);
  await queueReset(app);
  await takeUpAndDie(app, sendMailJob);
  await releaseAbandoned.run(app.ctx, {});
  await runDueJobs(app.deps);
  expect(smtp.received).toEqual([]);

  await expect.poll(() => lockedFor(app, LONG), { timeout: 20_000 }).toBe(1);
  await releaseAbandoned.run(app.ctx, {});
  await runDueJobs(app.deps);
  expect(smtp.received).toHaveLength(1);
});

test('a mail that a living process works on is left to it, however long that takes', async () => {
  const app = await startTestApp();
  await queueReset(app);
  await takeUpAndLive(app, sendMailJob);
  await expect.poll(() => lockedFor(app, LONG), { timeout: 20_000 }).toBe(1);
  await releaseAbandoned.run(app.ctx, {});
  expect(await lockedFor(app, LONG)).toBe(1);
});

test('places are released while a silent mail server keeps every mail waiting, urgent ones too', async () => {
  const silent = await startSilentSmtp();
  const app = await startWithMail(silent.url);
  for (let number = 1; number <= 20; number += 1) await queueReset(app, number);
  await queueMails(app.ctx, [21, 22, 23, 24, 25].map(reset), { isUrgent: true });
  await startWorking(app, silent.hangUp);
  await expect.poll(silent.connections).toBe(9);
  await expect.poll(() => urgentTaken(app)).toBe(1);
  const { id: eventId } = await createEvent(app.ctx, { ticketTypes: [{ allocation: 5 }] });
  const guest = await createUser(app.ctx);
  await app.api(guest.accessToken).cart.addTicket({ eventId });
  app.clock.advanceMinutes(60);
  await addJob(app.ctx, expireHolds, {});
  const taken = async () =>
    (await app.ctx.db.select({ taken: events.soldOrReserved }).from(events).where(eq(events.id, eventId)))[0]?.taken;
  await expect.poll(taken, { timeout: 5_000 }).toBe(0);
  expect(silent.connections()).toBe(9);
});
