import { paths } from '#shared/paths.ts';
import { createPromoCode, createEventWithHidden } from '#tests/factories/promo-codes.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { arrive } from './guest.ts';
import { expect, testInEachView } from './test.ts';

const EVENT = { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' };

testInEachView(
  'a code in the cart changes price, sum and discount, and is kept when the place is taken again',
  async ({ language, width }) => {
    const app = await startTestSite();
    const guest = await arrive(app, { language, width });
    const { page, t } = guest;
    const made = await createEventWithHidden(app.ctx, EVENT);
    await createPromoCode(app.ctx, made);
    await app.api(guest.accessToken).cart.addTicket({ eventId: made.eventId });
    await page.goto(paths.cart);
    await page.getByText(t('cart:have_code')).click();
    await page.getByLabel(t('cart:discount_code'), { exact: true }).fill('friends');
    await page.keyboard.press('Enter');
    await page.getByText(t('cart:with_code', { code: 'FRIENDS' })).waitFor();
    const main = page.getByRole('main');
    await expect
      .poll(() => main.innerText())
      .toMatch(
        new RegExp(String.raw`${t('cart:subtotal')}\s+40,00\s₾\s+${t('cart:discount')}\s+−15,00\s₾\s+${t('cart:total')}\s+25,00\s₾`),
      );
    await expectNoViolations(page, 'a cart with a code');
    const name = language === 'ka' ? EVENT.name : EVENT.nameLat;
    await page.getByRole('button', { name: t('cart:remove_named', { name }) }).click();
    await page.getByRole('button', { name: t('cart:undo') }).click();
    await page.getByText(t('cart:with_code', { code: 'FRIENDS' })).waitFor();
  },
);
