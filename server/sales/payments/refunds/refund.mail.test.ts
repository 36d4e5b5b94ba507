import { expect, test } from 'vitest';
import type { Language } from '#shared/constants.ts';
import { renderMail } from '#server/platform/mail/mail-kind.ts';
import { mailKinds } from '#server/registry.ts';
import { runDueJobs } from '#server/registry.ts';
import { createEvent } from '#tests/factories/events.ts';
import { comeBack, paidWithoutCallback } from '#tests/factories/purchases.ts';
import { allPayments, allRefunds, createStaff, sell } from '#tests/factories/staff-money.ts';
import { changeEvent } from '#tests/factories/stock.ts';
import { createAdmin, createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';

const read = async (app: TestApp, language: Language) => {
  const [refund] = await allRefunds(app);
  const content = await renderMail(mailKinds, app.ctx, { kind: 'refund', payload: { refundId: refund?.id }, language });
  if (!content) throw new Error('There is nothing to say.');
  return content;
};

/** One of two tickets of Oberton, refunded because of <rain>. */
async function refundOne(app: TestApp) {
  const staff = await createStaff(app);
  const fields = { name: 'ობერტონი', nameLat: 'Oberton', startsAt: new Date('2026-11-21T23:00:00+04:00') };
  const event = await createEvent(app.ctx, { ...fields, ticketTypes: [{ name: 'პირველი', nameLat: 'First release', priceTetri: 4050 }] });
  const { orderId, ticketIds, user } = await sell(app, { eventId: event.id });
  await staff.api.refundOrder({ id: orderId, body: { reason: 'Because of <rain>', tickets: ticketIds.slice(0, 1) } });
  return { orderId, user };
}

test('a refund mail says what goes back, how much, why and when to expect it', async () => {
  const app = await startTestApp();
  const { orderId } = await refundOne(app);
  const { subject, text, html } = await read(app, 'en');
  expect(subject).toBe('Your refund of 40,50\u00a0₾: Oberton');
  expect(text).toContain('Event: Oberton, November 21, 2026\nTickets: 1 × First release\nAmount: 40,50\u00a0₾\nReason: Because of <rain>');
  expect(text).toContain(`Order: ${orderId}`);
  expect(text).toContain('up to 10 working days');
  expect(html).toContain('Because of &lt;rain&gt;');
});

test('in Georgian it is Georgian throughout', async () => {
  const app = await startTestApp();
  await refundOne(app);
  const { subject, text, html } = await read(app, 'ka');
  expect(subject).toBe('გიბრუნდებათ 40,50\u00a0₾: ობერტონი');
  expect(text).toContain('ივენთი: ობერტონი, 21\u00a0ნოემბერი, 2026\nბილეთები: 1 × პირველი\nთანხა: 40,50\u00a0₾');
  expect(html).toContain('<html lang="ka">');
});

test('the mail about a ticket that cost nothing speaks of no refund', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { id: eventId } = await createEvent(app.ctx, { nameLat: 'Oberton', priceTetri: 0 });
  const { cart } = app.api((await createUser(app.ctx)).accessToken);
  await cart.addTicket({ eventId });
  await cart.checkout();
  const [payment] = await allPayments(app);
  await staff.api.refundOrder({ id: payment?.orderId ?? 0, body: { reason: 'Asked by phone' } });
  const { subject, text } = await read(app, 'en');
  expect(subject).toBe('Your ticket is cancelled: Oberton');
  expect(text).not.toMatch(/refund|Amount/i);
});

test('money that found no place says so, of all that was ordered', async () => {
  const app = await startTestApp();
  const { token, eventId, user } = await paidWithoutCallback(app);
  app.clock.advanceMinutes(16);
  // Releases the expired holds.
  await app.api(await signInAgain(app.ctx, user.id)).cart.get();
  await changeEvent(app.ctx, eventId, { allocation: 0 });
  await comeBack(app, token);
  const { text } = await read(app, 'en');
  expect(text).toContain('Tickets had sold out before it arrived');
  expect(text).toContain('Tickets: 2 × Entry\nAmount: 80,00\u00a0₾');
});

test.each([
  ['en', 'The event was cancelled before it arrived'],
  ['ka', 'ივენთი გადახდის მიღებამდე გაუქმდა'],
] as const)('money that came after the cancellation says so (%s)', async (language, sentence) => {
  const app = await startTestApp();
  const { token, eventId } = await paidWithoutCallback(app);
  await changeEvent(app.ctx, eventId, { state: 'cancelled' });
  await comeBack(app, token);
  const { text } = await read(app, language);
  expect(text).toContain(sentence);
  expect(text).toContain('80,00\u00a0₾');
});

test.each([
  ['en', 'Your account can’t buy tickets'],
  ['ka', 'თქვენი ანგარიშით ბილეთების შეძენა შეუძლებელია'],
] as const)('money that came after a ban says so, and not that no place was left (%s)', async (language, sentence) => {
  const app = await startTestApp();
  const { token, user } = await paidWithoutCallback(app);
  const { guests } = app.api((await createAdmin(app.ctx)).accessToken);
  await guests.ban({ id: user.id, body: { reason: 'Took pictures', until: null } });
  await comeBack(app, token);
  const { text } = await read(app, language);
  expect(text).toContain(sentence);
  expect(text).toContain('80,00\u00a0₾');
  expect(text).not.toContain('Took pictures');
});

test('the mail leaves with the job queue, to the guest', async () => {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://rkali.example' } });
  const { user } = await refundOne(app);
  await runDueJobs(app.deps);
  const mails = await Promise.all(smtp.received.map(async ({ raw, to }) => ({ to, mail: await readMime(raw) })));
  const refund = mails.find(({ mail }) => /^Your refund of 40,50\s₾: Oberton$/.test(mail.headers.get('subject')?.[0] ?? ''));
  expect(refund?.to).toEqual([user.email]);
  expect(refund && textOf(refund.mail, 'text/html')).toContain('First release');
});
