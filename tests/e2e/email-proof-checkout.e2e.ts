import { eq } from 'drizzle-orm';
import { mails } from '#server/platform/platform.table.ts';
import { holds } from '#server/sales/tables/holds.table.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { paths } from '#shared/paths.ts';
import { freePort } from '#lab/trial/server-process.ts';
import { mailedProof } from '#tests/factories/email-proof.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { arrive, lookAt, scannerDevice } from './guest.ts';
import { expectSound } from './invitations.ts';
import { expect, onPhone, rare, test } from './test.ts';

for (const [language, width] of onPhone)
  test(`a checkout that needs a proved address asks for it in the cart, keeps the places and goes on (${language} ${width})`, async () => {
    const port = String(await freePort());
    const app = await startTestSite({ env: { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, PURCHASES_NEED_PROVED_EMAIL: 'true' } });
    const guest = await arrive(app, { language, width, allowed: /status of (400|403)/ });
    const { page, t, email } = guest;
    const { id: eventId } = await createEvent(app.ctx, { nameLat: 'Deep Kura' });
    await app.api(guest.accessToken).cart.addTicket({ eventId });
    const held = () => app.ctx.db.select({ until: holds.heldUntil }).from(holds).where(eq(holds.userId, guest.id));
    const [before] = await held();
    await page.goto(paths.cart);
    await page.locator('[name=acceptTerms]').check();
    const checkout = page.getByRole('button', { name: t('cart:checkout') });
    await checkout.click();
    await page.getByText(t('accounts:email_proof.sent', { email })).waitFor();
    await page.getByText(t('cart:prove_email')).waitFor();
    const code = page.getByLabel(t('accounts:second_factor.fields.mail'));
    await expect(code).toBeFocused();
    await expectSound(page, 'a cart that asks for digits');
    expect(await held()).toEqual([before]);
    const { code: digits } = await mailedProof(app, email);
    await code.fill(digits === '000000' ? '000001' : '000000');
    await code.press('Enter');
    await page.getByText(t('forms:validation.code_wrong')).waitFor();
    await scannerDevice(app, guest, 1);
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/1[34]:\d\d/);
    // Right digits prove the address even with the terms unticked; then only the terms are missing.
    await page.locator('[name=acceptTerms]').uncheck();
    await code.fill(digits);
    await code.press('Enter');
    await checkout.waitFor();
    await page.locator('[name=acceptTerms]').check();
    await checkout.click();
    await page.waitForURL(/fake-bank|pay/);
  });

test('the link of the mail, opened from the mail app, lets the waiting cart go on with the same places', rare, async () => {
  const port = String(await freePort());
  const app = await startTestSite({ env: { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, PURCHASES_NEED_PROVED_EMAIL: 'true' } });
  const guest = await arrive(app, { language: 'ka', width: 390, allowed: /status of 403/ });
  const { page, t, email } = guest;
  const { id: eventId } = await createEvent(app.ctx, { nameLat: 'Deep Kura' });
  const { ticketId, heldUntil } = await app.api(guest.accessToken).cart.addTicket({ eventId });
  const held = () => app.ctx.db.select().from(holds).where(eq(holds.userId, guest.id));
  await page.goto(paths.cart);
  await page.locator('[name=acceptTerms]').check();
  await page.getByRole('button', { name: t('cart:checkout') }).click();
  await page.getByText(t('accounts:email_proof.sent', { email })).waitFor();
  const count = () => app.ctx.db.$count(mails);
  const sent = await count();
  await scannerDevice(app, guest, 2);
  await lookAt(page);
  await page.getByLabel(t('accounts:second_factor.fields.mail')).waitFor();
  expect(await count()).toBe(sent);

  const tab = await page.context().newPage();
  await tab.goto(`${paths.emailProof}?token=${(await mailedProof(app, email)).token}`);
  await tab.getByRole('button', { name: t('accounts:email_proof.link_submit') }).click();
  await tab.getByText(t('accounts:email_proof.proved', { email })).waitFor();
  await tab.close();
  expect(await held()).toMatchObject([{ id: ticketId, heldUntil: new Date(heldUntil) }]);
  await lookAt(page);
  await page.waitForURL(/fake-bank|pay/);
  const [order] = await app.ctx.db.select().from(orders).where(eq(orders.userId, guest.id));
  expect([order?.state, (await held()).map(({ id }) => id)]).toEqual(['pending', [ticketId]]);
});
