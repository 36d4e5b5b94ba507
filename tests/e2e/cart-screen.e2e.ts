import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openCart } from './cart-screen.steps.ts';
import { arrive } from './guest.ts';
import { expect, test } from './test.ts';

test('a cart shows its line, its sums and its picture [§2.cart-line §2.order-summary §2.account-links]', async () => {
  const { page, t, main } = await openCart();
  await expect.poll(() => main.innerText()).toMatch(/Deep Kura[^]*40,50[^]*November 21, 2026[^]*All night long\./i);
  await expect.poll(() => main.innerText()).toMatch(/Subtotal\s+40,50\s₾\s+Discount\s+0,00\s₾\s+Total\s+40,50\s₾/);
  await page
    .getByRole('link', { name: /Cart.*1 ticket/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: t('cart:enlarge_image', { name: 'Deep Kura' }) }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('an empty or unknown code says so and changes no sum [§2.discount §9.discount]', async () => {
  const { page, t, main } = await openCart();
  await page.getByText(t('cart:have_code')).click();
  const update = page.getByRole('button', { name: t('cart:update_cart'), exact: true });
  await update.click();
  await page.getByText(t('cart:code_empty')).waitFor();
  const field = page.getByLabel(t('cart:discount_code'), { exact: true });
  await field.fill('FREE');
  await update.click();
  await page.getByText(t('errors:code_invalid')).waitFor();
  expect(await field.inputValue()).toBe('FREE');
  await expect.poll(() => main.innerText()).toMatch(/Discount\s+0,00\s₾/);
});

test('a place that could not be given back is given back by the next press [§2.cart-empty §8.cart]', async () => {
  const { page, t, main, cart } = await openCart();
  const remove = page.getByRole('button', { name: t('cart:remove_named', { name: 'Deep Kura' }) });
  await page.route('**/api/Cart/remove-ticket*', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
  await remove.click();
  await main.getByText(t('cart:remove_failed')).waitFor();
  await remove.click();
  await page.getByText(t('cart:empty')).waitFor();
  expect(await main.getByRole('link', { name: t('cart:to_events') }).getAttribute('href')).toContain(paths.allEvents);
  expect(await cart.get()).toMatchObject({ ticketItems: [] });
});

test('a cart with places for friends says that each of them needs an account', async () => {
  const app = await startTestSite();
  const { accessToken, page, t } = await arrive(app);
  const { id: eventId } = await createEvent(app.ctx, { namesRequired: true, ticketsPerPerson: 2 });
  const { cart } = app.api(accessToken);
  await cart.addTicket({ eventId, quantity: 2 });
  await page.goto(paths.cart);
  await page.getByText(t('cart:for_friends')).waitFor();
  await cart.updateTicket({ eventId, quantity: 1 });
  await page.reload();
  await page.getByText(t('cart:entry_one')).waitFor();
  await expect(page.getByText(t('cart:for_friends'))).toHaveCount(0);
});
