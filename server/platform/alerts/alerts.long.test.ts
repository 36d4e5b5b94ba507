import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { addJob } from '#server/platform/jobs/jobs.ts';
import { alerts, mails } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp, type TestSmtp } from '#tests/setup/smtp.ts';
import { mailAlerts } from './alerts.jobs.ts';
import { raiseAlert, resolveAlert } from './alerts.service.ts';

const flagged = {
  kind: 'payment_flagged',
  subject: 'payment 12',
  detail: 'A payment waits for a person.',
  params: { reason: 'wrong_amount' },
} as const;
const failed = { kind: 'refund_failed', subject: 'refund 3', detail: 'The bank refused it.' } as const;

async function startWithSmtp() {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, CONTACT_EMAIL: 'hello@rkali.example' } });
  /** Runs the job of every minute, and sends the mails that it queued. */
  const passMinutes = async (minutes = 1) => {
    app.clock.advanceMinutes(minutes);
    await addJob(app.ctx, mailAlerts, {});
    await runDueJobs(app.deps);
  };
  return { ...app, smtp, passMinutes };
}

const mailAt = ({ received }: TestSmtp, index: number) => readMime(received[index]?.raw ?? Buffer.alloc(0));
const subjectsOf = (smtp: TestSmtp) => smtp.received.map((_, index) => mailAt(smtp, index).headers.get('subject')?.[0]);

test('a new alert is mailed to every Owner who has proved the address, in the own language, once', async () => {
  const { ctx, smtp, passMinutes } = await startWithSmtp();
  const now = ctx.clock.now();
  const [nino, dato, unproved, manager] = [
    await createAdmin(ctx, { emailProvedAt: now, language: 'en' }),
    await createAdmin(ctx, { emailProvedAt: now, language: 'ka' }),
    await createAdmin(ctx, { emailProvedAt: null }),
    await createAdmin(ctx, { emailProvedAt: now, roles: ['Manager'] }),
  ];
  await passMinutes();
  expect(smtp.received).toEqual([]);
  await raiseAlert(ctx, flagged);
  await passMinutes();
  const recipients = smtp.received.flatMap(({ to }) => to);
  expect(recipients.toSorted()).toEqual([nino.email, dato.email].toSorted());
  expect(recipients).not.toContain(unproved.email);
  expect(recipients).not.toContain(manager.email);
  const of = (email: string) => mailAt(smtp, recipients.indexOf(email));
  expect(of(nino.email).headers.get('subject')).toEqual(['Alert: Payment needs review']);
  expect(of(dato.email).headers.get('subject')).toEqual(['გაფრთხილება: გადახდა განსახილველია']);
  const text = textOf(of(nino.email), 'text/plain');
  expect(text).toContain('Payment needs review:\nNo tickets are issued until you review it: the amount differs.\npayment 12, since ');
  expect(text).toContain(`${ctx.env.publicUrl}/staff`);
  const georgian = textOf(of(dato.email), 'text/plain');
  expect(georgian).toContain('გადახდა 12, ');
  expect(georgian).not.toMatch(/payment|waits|wrong_amount/);
  await raiseAlert(ctx, { ...flagged, detail: 'Raised again.' });
  for (let minute = 0; minute < 70; minute += 10) await passMinutes(10);
  expect(smtp.received).toHaveLength(2);
});

test('while no Owner has proved an address, the address of the club hears of alerts', async () => {
  const { ctx, smtp, passMinutes } = await startWithSmtp();
  const owner = await createAdmin(ctx, { emailProvedAt: null });
  await raiseAlert(ctx, flagged);
  await passMinutes();
  expect(smtp.received.map(({ to }) => to)).toEqual([['hello@rkali.example']]);
  await ctx.db.update(users).set({ emailProvedAt: ctx.clock.now() }).where(eq(users.id, owner.id));
  await raiseAlert(ctx, failed);
  await passMinutes();
  expect(smtp.received.map(({ to }) => to)).toEqual([['hello@rkali.example'], [owner.email]]);
});

test('an alert is repeated each day until it ends, then one message says that it is over', async () => {
  const { ctx, smtp, passMinutes } = await startWithSmtp();
  await raiseAlert(ctx, flagged);
  await passMinutes();
  await passMinutes(23 * 60);
  expect(smtp.received).toHaveLength(1);
  await passMinutes(60);
  await passMinutes();
  expect(subjectsOf(smtp)).toEqual(['Alert: Payment needs review', 'Alert: Payment needs review']);
  await resolveAlert(ctx, flagged);
  await resolveAlert(ctx, flagged);
  await passMinutes();
  await passMinutes(24 * 60);
  expect(subjectsOf(smtp)).toEqual(['Alert: Payment needs review', 'Alert: Payment needs review', 'Resolved: Payment needs review']);
  const text = textOf(mailAt(smtp, 2), 'text/plain');
  expect(text).toContain('Resolved:');
  expect(text).toMatch(/payment 12, since .*, until /);
});

test('an alert that staff dismiss is over, too, and one that comes again is a new one', async () => {
  const { ctx, api, smtp, passMinutes } = await startWithSmtp();
  const owner = await createAdmin(ctx, { emailProvedAt: ctx.clock.now() });
  await raiseAlert(ctx, flagged);
  await passMinutes();
  const [open] = (await api(owner.accessToken).alertInbox.list({})).items;
  await api(owner.accessToken).alertInbox.dismiss({ id: open?.id ?? 0, body: { reason: 'I called the bank.' } });
  await passMinutes();
  await raiseAlert(ctx, flagged);
  await passMinutes();
  expect(subjectsOf(smtp)).toEqual(['Alert: Payment needs review', 'Resolved: Payment needs review', 'Alert: Payment needs review']);
});

test('what opens and ends within one message shares it', async () => {
  const { ctx, smtp, passMinutes } = await startWithSmtp();
  await raiseAlert(ctx, failed);
  await passMinutes();
  await resolveAlert(ctx, failed);
  await raiseAlert(ctx, flagged);
  await raiseAlert(ctx, { ...flagged, subject: 'payment 13' });
  await passMinutes();
  expect(subjectsOf(smtp)).toEqual(['Alert: Refund failed', 'Alert: Payment needs review, and 2 more']);
  const text = textOf(mailAt(smtp, 1), 'text/plain');
  expect(text.indexOf('payment 13')).toBeLessThan(text.indexOf('Resolved:'));
  expect(text.indexOf('refund 3')).toBeGreaterThan(text.indexOf('Resolved:'));
});

test('after ten messages within an hour further alerts wait, and none is lost', async () => {
  const { ctx, smtp, passMinutes } = await startWithSmtp();
  for (let number = 1; number <= 14; number += 1) {
    await raiseAlert(ctx, { ...flagged, subject: `payment ${number}` });
    await passMinutes();
  }
  expect(smtp.received).toHaveLength(10);
  await passMinutes(48);
  expect(subjectsOf(smtp)).toHaveLength(11);
  expect(subjectsOf(smtp)[10]).toBe('Alert: Payment needs review, and 3 more');
});

test('alerts that ended before the mail left are not in it, and a mail without any is not sent', async () => {
  const { ctx, smtp, deps, owner } = await startWithSmtp();
  await raiseAlert(ctx, flagged);
  await raiseAlert(ctx, failed);
  await mailAlerts.run(ctx, {});
  await resolveAlert(ctx, flagged);
  await runDueJobs(deps);
  expect(subjectsOf(smtp)).toEqual(['Alert: Refund failed']);
  await owner.delete(alerts);
  await raiseAlert(ctx, flagged);
  await mailAlerts.run(ctx, {});
  await resolveAlert(ctx, flagged);
  await runDueJobs(deps);
  expect(smtp.received).toHaveLength(1);
  expect((await ctx.db.select({ state: mails.state }).from(mails).orderBy(mails.id)).map(({ state }) => state)).toEqual([
    'sent',
    'skipped',
  ]);
});

test('an alert that opened and ended before any message is not mentioned', async () => {
  const { ctx, smtp, passMinutes } = await startWithSmtp();
  await raiseAlert(ctx, flagged);
  await resolveAlert(ctx, flagged);
  await passMinutes();
  expect(smtp.received).toEqual([]);
});
