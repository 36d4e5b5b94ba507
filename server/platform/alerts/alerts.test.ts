import { expect, test } from 'vitest';
import { addJob } from '#server/platform/jobs/jobs.ts';
import { mails } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { mailAlerts } from './alerts.jobs.ts';
import { raiseAlert, resolveAlert } from './alerts.service.ts';

const flagged = { kind: 'payment_flagged', subject: 'payment 12', detail: 'A payment waits for a person: wrong_amount.' } as const;
const failed = { kind: 'refund_failed', subject: 'refund 3', detail: 'The bank refused it.' } as const;

async function startWithSmtp() {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, CONTACT_EMAIL: 'hello@rkali.example' } });
  /** Runs the job of every minute, and sends what it queued. */
  const passMinute = async () => {
    app.clock.advanceMinutes(1);
    await addJob(app.ctx, 'mail-alerts', {});
    await runDueJobs(app.deps);
  };
  return { ...app, smtp, passMinute };
}

test('a new alert is mailed to the club, once', async () => {
  const { ctx, smtp, passMinute } = await startWithSmtp();
  await passMinute();
  expect(smtp.received).toEqual([]);
  await raiseAlert(ctx, flagged);
  await passMinute();
  expect(smtp.received.map(({ to }) => to)).toEqual([['hello@rkali.example']]);
  const mail = readMime(smtp.received[0]?.raw ?? Buffer.alloc(0));
  expect(mail.headers.get('subject')).toEqual(['Alert: Payment flagged']);
  const text = textOf(mail, 'text/plain');
  expect(text).toContain('Payment flagged:\nA payment waits for a person: wrong_amount.\npayment 12, since ');
  expect(text).toContain(`${ctx.env.publicUrl}/staff`);
  await raiseAlert(ctx, { ...flagged, detail: 'Raised again.' });
  for (let minute = 0; minute < 70; minute += 10) await passMinute();
  expect(smtp.received).toHaveLength(1);
});

test('alerts of the same hour share one mail', async () => {
  const { ctx, clock, smtp, passMinute } = await startWithSmtp();
  await raiseAlert(ctx, flagged);
  await passMinute();
  await raiseAlert(ctx, failed);
  await raiseAlert(ctx, { ...flagged, subject: 'payment 13' });
  clock.advanceMinutes(58);
  await passMinute();
  expect(smtp.received).toHaveLength(1);
  await passMinute();
  expect(smtp.received).toHaveLength(2);
  const mail = readMime(smtp.received[1]?.raw ?? Buffer.alloc(0));
  expect(mail.headers.get('subject')).toEqual(['Alert: Refund failed, and 1 more']);
  expect(textOf(mail, 'text/plain')).toContain('payment 13');
  expect(textOf(mail, 'text/plain')).not.toContain('payment 12');
});

test('alerts that ended before the mail left are not in it', async () => {
  const { ctx, smtp, deps } = await startWithSmtp();
  await raiseAlert(ctx, flagged);
  await raiseAlert(ctx, failed);
  await mailAlerts(ctx, {});
  await resolveAlert(ctx, flagged);
  await runDueJobs(deps);
  expect(readMime(smtp.received[0]?.raw ?? Buffer.alloc(0)).headers.get('subject')).toEqual(['Alert: Refund failed']);
});

test('a mail whose alerts have all ended is not sent', async () => {
  const { ctx, smtp, deps } = await startWithSmtp();
  await raiseAlert(ctx, failed);
  await mailAlerts(ctx, {});
  await resolveAlert(ctx, failed);
  await runDueJobs(deps);
  expect(smtp.received).toEqual([]);
  expect(await ctx.db.select({ kind: mails.kind, state: mails.state }).from(mails)).toEqual([{ kind: 'alerts', state: 'skipped' }]);
});
