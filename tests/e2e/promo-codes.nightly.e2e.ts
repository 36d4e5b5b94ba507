import { paths } from '#shared/paths.ts';
import { createPromoCode, createEventWithHidden } from '#tests/factories/promo-codes.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { arrive } from './guest.ts';
import { expect, testInEachView } from './test.ts';

const EVENT = { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' };

testInEachView('a link with a code opens a sold-out event, and says when the code is used up', async ({ language }) => {
  const app = await startTestSite();
  const guest = await arrive(app, { language, width: 390, allowed: /status of 409/ });
  const { page, t } = guest;
  const made = await createEventWithHidden(app.ctx, { ...EVENT, allocation: 0 });
  const promoCodeId = await createPromoCode(app.ctx, made, { uses: 1 });
  expect(promoCodeId).toBeGreaterThan(0);
  await page.goto(paths.event(made.eventId));
  const buy = page.getByRole('link', { name: t('events:wait') });
  await buy.waitFor();
  await page.getByRole('link', { name: t('events:have_code') }).click();
  const field = page.getByLabel(t('cart:discount_code'), { exact: true });
  await field.fill('nobody');
  await page.keyboard.press('Enter');
  await page.getByText(t('errors:code_invalid')).waitFor();
  await page.goto(`${paths.event(made.eventId)}?code=FRIENDS`);
  // The reason for the other price is at the button, too.
  await page.locator('#buy-note').getByText('FRIENDS').waitFor();
  await page.getByText(t('common:per_person.some', { limit: '4' })).waitFor();
  await expectNoViolations(page, 'an event with a code');
  await page.getByRole('button', { name: t('events:get_ticket') }).click();
  await page.getByRole('link', { name: t('events:view_cart') }).click();
  await page.getByText(t('cart:with_code', { code: 'FRIENDS' })).waitFor();
  const other = await arrive(app, { language, allowed: /status of 409/ });
  await other.page.goto(`${paths.event(made.eventId)}?code=FRIENDS`);
  await other.page.getByText(t('errors:code_invalid')).waitFor();
  await other.page.getByRole('region', { name: t('waitlist:title') }).waitFor();
});
