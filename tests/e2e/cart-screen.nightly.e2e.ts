import { paths } from '#shared/paths.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { arrive } from './guest.ts';
import { test } from './test.ts';
import { allowed } from './cart-screen.steps.ts';

test('a cart that does not come, and one that is none, say which [§8.cart]', async () => {
  const app = await startTestSite();
  const { page, t } = await arrive(app, { allowed });
  const answers = [
    [{ status: 500, body: '{}' }, t('cart:fetch_failed')],
    [{ json: { ticketItems: 7 } }, t('cart:invalid_data')],
  ] as const;
  for (const [answer, text] of answers) {
    await page.route('**/api/Cart/my-cart', (route) => route.fulfill(answer));
    await page.goto(paths.cart);
    await page.getByRole('alert').getByText(text).first().waitFor();
    await page.unroute('**/api/Cart/my-cart');
  }
});
