import type { Locator } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { mailedProof } from '#tests/factories/email-proof.ts';
import { sellOut } from '#tests/factories/sold-out.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { arrive } from './guest.ts';
import { translatorOf, visit } from './site.ts';
import { expect, test } from './test.ts';

const EVENT = { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' };

test('staff take somebody out of the line, after a question', async () => {
  const app = await startTestSite();
  const { eventId } = await sellOut(app, 1, EVENT);
  const waiter = await arrive(app, { isProved: true });
  await app.api(waiter.accessToken).waitlist.join({ id: eventId, body: { quantity: 1 } });
  const { page, t } = await openConsole(app, { width: 390 });
  await page.goto(`/staff/events/${eventId}/waitlist`);
  const name = 'Nino Beridze';
  await page.getByRole('button', { name: t('staff-waitlist:remove_name', { name }) }).click();
  await page.getByRole('dialog').getByText(t('staff-waitlist:remove_text_waiting', { name })).waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('staff-waitlist:remove'), exact: true })
    .click();
  await page.getByText(t('staff-waitlist:states.removed'), { exact: true }).waitFor();
});

test('a visitor without an account is led to the login, and back', async () => {
  const app = await startTestSite();
  const { eventId } = await sellOut(app, 1, {
    ...EVENT,
    lineUps: [{ floor: 1, artistName: 'OBERTON', startsAt: new Date('2026-11-21T23:00:00+04:00'), isHeadliner: true }],
  });
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
  await page.clock.install({ time: app.clock.now() });
  const t = await translatorOf('en');
  await page.goto(paths.event(eventId));
  const logIn = page.getByRole('button', { name: t('waitlist:log_in') });
  await logIn.waitFor();
  // On a phone the waitlist comes before the line-up, and the bar leads to it.
  const top = (of: Locator) => of.boundingBox().then((box) => box?.y ?? 0);
  expect(await top(logIn)).toBeLessThan(await top(page.getByLabel(t('events:line_up')).getByText('OBERTON').first()));
  await page.getByRole('link', { name: t('events:wait') }).press('Enter');
  await expect(page.locator('#waitlist')).toBeFocused();
  await expect(logIn).toBeInViewport();
  await logIn.click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(paths.login);
});

test('who has not proved the mailbox does so first, and is on the list then', async () => {
  const app = await startTestSite();
  const { eventId } = await sellOut(app, 1, EVENT);
  const { page, t, email } = await arrive(app, { language: 'ka', width: 390, allowed: /status of 403/ });
  await page.goto(paths.event(eventId));
  await page.getByRole('button', { name: t('waitlist:join') }).click();
  await page.getByText(t('accounts:email_verification.first')).waitFor();
  await expectNoViolations(page, 'a waitlist that asks for a proof');
  await page.getByLabel(t('accounts:second_factor.fields.mail')).fill((await mailedProof(app, email)).code);
  await page.keyboard.press('Enter');
  await page.getByText(t('waitlist:place', { place: '1' })).waitFor();
});

test('who waits for more places than can be bought still sees the place in the line, and can leave', async () => {
  const app = await startTestSite();
  const { tickets, eventId } = await sellOut(app, 2, EVENT);
  const { page, t, accessToken } = await arrive(app, { isProved: true });
  await app.api(accessToken).waitlist.join({ id: eventId, body: { quantity: 2 } });
  const admin = app.api((await createAdmin(app.ctx)).accessToken);
  const [order] = (await admin.staffOrders.list({ limit: 5 })).items;
  await admin.staffMoney.refundOrder({ id: order?.id ?? 0, body: { reason: 'Ill.', tickets: tickets.slice(0, 1), evenIfUsed: false } });
  await page.goto(paths.event(eventId));
  await page.getByRole('button', { name: t('events:get_ticket') }).waitFor();
  await page.getByText(t('waitlist:place', { place: '1' })).waitFor();
  await page.getByRole('button', { name: t('waitlist:leave'), exact: true }).click();
  await expect(page.getByText(t('waitlist:place', { place: '1' }))).toHaveCount(0);
  // A place is on sale, so the page does not offer the waitlist.
  await expect(page.getByText(t('waitlist:title'), { exact: true })).toHaveCount(0);
});
