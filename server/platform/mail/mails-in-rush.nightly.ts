import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { countRequest, isRush } from '#server/platform/load.ts';
import { mails } from '#server/platform/platform.table.ts';
import { startJobs } from '#server/registry.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { MAILS_AT_ONCE } from '#server/platform/mail/mail-transport.ts';
import { queueMails, resend } from './mail.service.ts';

/** Long, because time that the machine spends on other work counts as idle. */
const TURN_MS = 300;
const BUSY_MS = 280;
/** Enough for a rush even if turns take a second, as on a busy machine. */
const REQUESTS_A_TURN = 100;
const MAILS = 30;
/** Shorter than the longest rush for which mails wait. */
const SOON_MS = 20_000;

/** Keeps the event loop busy with requests until it is stopped; resolves when the process detects the rush. */
async function startRush(): Promise<() => void> {
  const turn = () => {
    for (let request = 0; request < REQUESTS_A_TURN; request += 1) countRequest();
    const end = performance.now() + BUSY_MS;
    while (performance.now() < end);
  };
  const timer = setInterval(turn, TURN_MS);
  // Otherwise the start of the app and the previous test's rush look like a rush, and the time until the first turn like its end.
  turn();
  const end = () => clearInterval(timer);
  onTestFinished(end);
  await expect.poll(isRush).toBe(true);
  return end;
}

const reset = { kind: 'password-reset', recipient: 'nino@example.com', language: 'en', payload: { token: 'abc' } } as const;

async function startWithMail() {
  // The rush of the previous test.
  await expect.poll(isRush, { timeout: SOON_MS }).toBe(false);
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url } });
  const queueMany = (name: string, when = {}) =>
    queueMails(
      app.ctx,
      Array.from({ length: MAILS }, (_, place) => ({ ...reset, key: `${name} ${place}` })),
      when,
    );
  return { smtp, app, queueMany };
}

async function work({ deps }: TestApp) {
  const runners = await startJobs(deps);
  onTestFinished(runners.stop);
  return runners;
}

/** Counts the jobs of mails, and those that a worker has ever taken. */
async function jobsOf({ ctx }: TestApp): Promise<{ left: number; taken: number }> {
  const { rows } = await ctx.db.execute<{ left: number; taken: number }>(sql`
    select count(*)::int as left, (count(*) filter (where attempts > 0))::int as taken
    from graphile_worker.jobs where task_identifier = 'send-mail'`);
  return rows[0] ?? expect.fail('a count has a row');
}

test('in a rush mails wait, those of before it too, no more of them are taken than there are workers, and all leave soon after it', async () => {
  const { smtp, app, queueMany } = await startWithMail();
  await queueMany('before');
  const endRush = await startRush();
  await work(app);
  await queueMany('meanwhile');
  await expect.poll(() => jobsOf(app), { timeout: SOON_MS }).toEqual({ left: 2 * MAILS, taken: MAILS_AT_ONCE });
  for (const mail of await app.ctx.db.select().from(mails)) expect(mail).toMatchObject({ state: 'queued', attempts: 0 });
  expect(smtp.received).toEqual([]);

  endRush();
  await expect.poll(() => jobsOf(app), { timeout: SOON_MS }).toEqual({ left: 0, taken: 0 });
  expect(smtp.received).toHaveLength(2 * MAILS);

  const endNext = await startRush();
  await queueMany('in the next');
  await expect.poll(() => jobsOf(app), { timeout: SOON_MS }).toEqual({ left: MAILS, taken: MAILS_AT_ONCE });
  endNext();
  await expect.poll(() => jobsOf(app), { timeout: SOON_MS }).toEqual({ left: 0, taken: 0 });
  expect(smtp.received).toHaveLength(3 * MAILS);
});

test('what is urgent leaves in a rush, although every worker of the mails waits', async () => {
  const { smtp, app, queueMany } = await startWithMail();
  await startRush();
  await work(app);
  await queueMany('patient');
  await expect.poll(() => jobsOf(app), { timeout: SOON_MS }).toEqual({ left: MAILS, taken: MAILS_AT_ONCE });
  await queueMails(app.ctx, [{ ...reset, key: 'urgent', recipient: 'owner@example.com' }], { isUrgent: true });
  await expect.poll(() => smtp.received.flatMap(({ to }) => to), { timeout: SOON_MS }).toEqual(['owner@example.com']);
  expect(await jobsOf(app)).toEqual({ left: MAILS, taken: MAILS_AT_ONCE });
});

test('workers take what may wait for other mails after them', async () => {
  const { app, queueMany } = await startWithMail();
  await queueMany('patient', { priority: 1 });
  await queueMany('usual');
  await startRush();
  await work(app);
  await expect.poll(() => jobsOf(app), { timeout: SOON_MS }).toEqual({ left: 2 * MAILS, taken: MAILS_AT_ONCE });
  const { rows } = await app.ctx.db.execute(sql`
    select distinct split_part(mails.key, ' ', 1) as name from graphile_worker.jobs join mails on jobs.key = 'mail:' || mails.id
    where jobs.attempts > 0`);
  expect(rows).toEqual([{ name: 'usual' }]);
});

test('mails that wait while their process stops are sent once by the next one', async () => {
  const { smtp, app, queueMany } = await startWithMail();
  const endRush = await startRush();
  const runners = await work(app);
  await queueMany('mail');
  await expect.poll(() => jobsOf(app), { timeout: SOON_MS }).toEqual({ left: MAILS, taken: MAILS_AT_ONCE });
  await runners.stop();
  endRush();
  expect(smtp.received).toEqual([]);
  await work(app);
  await expect.poll(() => jobsOf(app), { timeout: SOON_MS }).toEqual({ left: 0, taken: 0 });
  expect(smtp.received).toHaveLength(MAILS);
});

test('a mail that waits and is sent again by staff leaves once', async () => {
  const { smtp, app } = await startWithMail();
  const endRush = await startRush();
  await work(app);
  await queueMails(app.ctx, [{ ...reset, key: 'mail' }]);
  await expect.poll(() => jobsOf(app), { timeout: SOON_MS }).toEqual({ left: 1, taken: 1 });
  const [mail] = await app.ctx.db.select().from(mails);
  await resend(app.ctx, mail ?? expect.fail('there is no mail'));
  expect(await jobsOf(app)).toEqual({ left: 1, taken: 1 });
  endRush();
  await expect.poll(() => jobsOf(app), { timeout: SOON_MS }).toEqual({ left: 0, taken: 0 });
  expect(smtp.received).toHaveLength(1);
});
