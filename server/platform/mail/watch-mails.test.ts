import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findOpenAlerts } from '#server/platform/alerts/alerts.queries.ts';
import { mails } from '#server/platform/platform.table.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { queueMail } from './mail.service.ts';
import { watchMails } from './watch-mails.jobs.ts';

const queue = ({ ctx }: TestApp, key: string) =>
  queueMail(ctx, { key, kind: 'password-reset', recipient: 'nino@example.com', language: 'en', payload: { token: 'abc_DEF-123' } });

async function watch({ ctx, clock }: TestApp, minutes: number): Promise<string[]> {
  clock.advanceMinutes(minutes);
  await watchMails(ctx, {});
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
