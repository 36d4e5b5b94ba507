import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enter } from './accessible-account.steps.ts';
import { expectNoViolations } from './axe.ts';
import { open } from './public-screens.ts';
import { translatorOf } from './site.ts';
import { testInEachView } from './test.ts';

testInEachView('no screen of a guest who is signed in breaks a rule of accessibility', async ({ language, width }) => {
  const app = await startTestSite();
  const t = await translatorOf(language);
  const guest = await createUser(app.ctx);
  const { id: eventId } = await createEvent(app.ctx);
  await createTicket(app.ctx, { userId: guest.id, eventId });
  const page = await enter(app, language, width);

  await open(page, `${paths.changePassword}?token=none`);
  await expectNoViolations(page, 'a new password');
  await page.locator('main form button[type=submit]').click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await expectNoViolations(page, 'a new password with errors');

  await open(page, paths.login);
  await page.locator('[name=email]').fill(guest.email);
  await page.locator('[name=password]').fill(guest.password);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/profile/);
  await page.getByRole('button', { name: t('accounts:profile.my_tickets') }).click();
  await page
    .getByRole('list', { name: t('tickets:title') })
    .getByRole('article')
    .first()
    .waitFor();
  await expectNoViolations(page, 'the profile with its tickets');
  await page.getByRole('button', { name: t('accounts:profile.edit') }).click();
  await page.locator('[name=firstName]').fill('');
  await page.getByRole('button', { name: t('accounts:profile.save') }).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await expectNoViolations(page, 'the profile while it is changed');

  await open(page, paths.cart);
  await page.getByText(t('cart:empty')).waitFor();
  await expectNoViolations(page, 'an empty cart');
  await app.api(guest.accessToken).cart.addTicket({ eventId });
  await open(page, paths.cart);
  await page.getByText(t('cart:total')).first().waitFor();
  await expectNoViolations(page, 'a cart');
});
