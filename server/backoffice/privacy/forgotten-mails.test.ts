import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isMailTo } from '#server/platform/mail/mail.queries.ts';
import { runDueJobs } from '#server/registry.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { mails } from '#server/platform/platform.table.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startSmtp } from '#tests/setup/smtp.ts';

const erase = (app: TestApp, { accessToken, password }: TestUser) =>
  rawCall(app.url, '/api/auth/delete-account', { bearer: accessToken, body: { password } });

test('waiting mails are cancelled, except those about refunds; sent ones lose their recipient', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const other = await createUser(app.ctx);
  const mail = { recipient: guest.email, language: 'en' as const, payload: { userId: guest.id }, createdAt: app.clock.now() };
  await app.ctx.db.insert(mails).values([
    { ...mail, key: 'sent', kind: 'welcome', messageId: '<1>', state: 'sent', sentAt: app.clock.now(), lastError: guest.email },
    { ...mail, key: 'waiting', kind: 'welcome', messageId: '<2>', recipient: guest.email.toUpperCase() },
    { ...mail, key: 'money', kind: 'refund', messageId: '<3>' },
  ]);
  await queueMail(app.ctx, { key: 'other', kind: 'welcome', recipient: other.email, language: 'en', payload: { userId: other.id } });
  await erase(app, guest);
  const left = await app.ctx.db.select().from(mails).orderBy(mails.id);
  const nobody = `deleted:${guest.id}`;
  expect(left.map(({ key, recipient, state, lastError }) => [key, recipient, state, lastError])).toEqual([
    ['sent', nobody, 'sent', null],
    ['waiting', nobody, 'dead', null],
    ['money', guest.email, 'queued', null],
    ['other', other.email, 'queued', null],
  ]);
});

test('no mail of an account leaves after it was deleted', async () => {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url } });
  const guest = await createUser(app.ctx);
  const other = await createUser(app.ctx);
  for (const { id, email } of [guest, other]) {
    const to = { recipient: email, language: 'en' as const };
    await queueMail(app.ctx, { ...to, key: `welcome:${id}`, kind: 'welcome', payload: { userId: id } });
    await queueMail(app.ctx, { ...to, key: `status:${id}`, kind: 'account-status', payload: { userId: id, status: 'Verified' } });
    await queueMail(app.ctx, {
      ...to,
      key: `changed:${id}`,
      kind: 'password-changed',
      payload: { changedAt: '2026-11-20T18:00:00+04:00' },
    });
    await rawCall(app.url, '/api/auth/request-password-reset', { body: { email } });
  }
  await erase(app, guest);
  await runDueJobs(app.deps);
  expect(smtp.received.map(({ to }) => to)).toEqual(Array.from({ length: 4 }, () => [other.email]));
});

test("an address' mails are found by an index", async () => {
  const { ctx } = await startTestApp();
  const plan = await ctx.database.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute(sql`explain select id from mails where ${isMailTo('nino@example.com')}`);
  });
  expect(JSON.stringify(plan.rows)).toContain('mails_by_recipient');
});
