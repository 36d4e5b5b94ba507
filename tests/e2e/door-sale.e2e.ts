import { paths } from '#shared/paths.ts';
import { openDoorSale, walker } from '#tests/factories/door-sale.ts';
import { expectNoViolations } from './axe.ts';
import { EVENT, fillDoorSale, startSiteBehind } from './door-sale.steps.ts';
import { overflowing } from './layout.ts';
import { translatorOf, visit } from './site.ts';
import { expect, testInEachView } from './test.ts';

testInEachView(
  'somebody at the door has a ticket after five fields and the bank, once they have no errors any more',
  async ({ language }) => {
    const { app, origin } = await startSiteBehind();
    const { id } = await openDoorSale(app, EVENT);
    const t = await translatorOf(language);
    const page = await visit({ origin, folder: '' }, { language, width: language === 'ka' ? 320 : 390 });
    await page.goto(paths.doorSale(id));
    const { label, pay } = await fillDoorSale(page, t);
    await label('email').fill('luka@');
    await pay.click();
    await page.getByText(t('door-sale:terms')).waitFor();
    await page.locator('[name=acceptTerms]').check();
    await pay.click();
    await page.getByText(t('forms:validation.invalid_email')).first().waitFor();
    expect(await label('first_name').inputValue()).toBe(walker.firstName);
    await expectNoViolations(page, 'a ticket at the door with an error');
    expect(await overflowing(page)).toEqual([]);
    await label('email').fill(walker.email);
    await pay.click();
    await page.waitForURL(/fake-bank/);
    await page.locator('button[name=outcome][value=approve]').click();
    await page.waitForURL(/successpayment/);
    await page
      .locator('#main')
      .getByRole('link', { name: t('orders:to_tickets') })
      .click();
    await page.getByRole('button', { name: new RegExp(t('tickets:enlarge_qr', { id: '\\d+' })) }).waitFor();
  },
);
