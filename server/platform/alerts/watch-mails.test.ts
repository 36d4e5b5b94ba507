import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findOpenAlerts } from '#server/platform/alerts/alerts.queries.ts';
import { mails } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { watchMails } from './watch-mails.jobs.ts';

const queue = ({ ctx }: TestApp, key: string) =>
  queueMail(ctx, { key, kind: 'password-reset', recipient: 'nino@example.com', language: 'en', payload: { token: 'abc_DEF-123' } });

async function watch({ ctx, clock }: TestApp, minutes: number): Promise<string[]> {
  clock.advanceMinutes(minutes);
  await watchMails.run(ctx, {});
  return (await findOpenAlerts(ctx.db)).map(({ kind }) => kind);
}

const send = async ({ ctx }: TestApp, key: string) =>
  void (await ctx.db.update(mails).set({ state: 'sent', sentAt: ctx.clock.now() }).where(eq(mails.key, key)));

test('mails that wait for five minutes while none leaves are an alert, until they leave', async () => {
  const app = await startTestApp({ isFresh: true });
  expect(await watch(app, 10)).toEqual([]);
  await queue(app, 'one');
  expect(await watch(app, 4)).toEqual([]);
  expect(await watch(app, 2)).toEqual(['mails_stuck']);
  await send(app, 'one');
  expect(await watch(app, 1)).toEqual([]);
});

test('one mail that waits while later ones leave is no alert, nor one that was given up', async () => {
  const app = await startTestApp({ isFresh: true });
  await queue(app, 'deferred');
  await queue(app, 'later');
  await send(app, 'later');
  expect(await watch(app, 30)).toEqual([]);
  await app.ctx.db.update(mails).set({ state: 'dead', lastError: '550 No such user' }).where(eq(mails.key, 'deferred'));
  expect(await watch(app, 30)).toEqual([]);
});

test('mails that waited before the start, as in a restored database, are no alert until the server had time to send them', async () => {
  const app = await startTestApp({ isFresh: true });
  await queue(app, 'before');
  app.clock.advanceMinutes(600);
  expect(await watch(app, 0)).toEqual([]);
  expect(await watch(app, 4)).toEqual([]);
  expect(await watch(app, 2)).toEqual(['mails_stuck']);
});

test('a mail server that cannot be used is an alert at the third attempt of a mail, until one leaves', async () => {
  const app = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  await queue(app, 'one');
  await queue(app, 'two');
  const kinds = async () => (await findOpenAlerts(app.ctx.db)).map(({ kind }) => kind);
  const seen: string[][] = [];
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await runDueJobs(app.deps);
    seen.push(await kinds());
    await app.ctx.db.execute(sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now())`);
  }
  expect(seen).toEqual([[], [], ['mails_stuck']]);
  // The scheduled job does not end it.
  expect(await watch(app, 1)).toEqual(['mails_stuck']);
  await send(app, 'two');
  expect(await watch(app, 1)).toEqual([]);
});

test('a server that refuses one recipient for now is none, however often', async () => {
  const smtp = await startSmtp({ refusal: '451 4.2.1 Try again later' });
  const app = await startTestApp({ env: { SMTP_URL: smtp.url } });
  await queue(app, 'one');
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await runDueJobs(app.deps);
    await app.ctx.db.execute(sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now())`);
  }
  const [mail] = await app.ctx.db.select().from(mails).where(eq(mails.key, 'one'));
  expect(mail).toMatchObject({ state: 'queued', attempts: 4 });
  expect(await watch(app, 1)).toEqual([]);
});
