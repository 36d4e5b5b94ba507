import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { users } from '#server/accounts/accounts.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { tabTo, typeInto } from './keyboard.ts';
import { open } from './public-screens.ts';
import { visit, translatorOf } from './site.ts';
import { expect, rare, test, views } from './test.ts';

/** A form that changes a password has no user name field. */
const allowed = /status of (400|401)|should have \(optionally hidden\) username fields/;

async function enter({ url, clock }: TestApp, language: Language, width: number): Promise<Page> {
  const page = await visit({ origin: url, folder: '' }, { language, width, allowed });
  await page.clock.setFixedTime(clock.now());
  // A fading element has a temporary contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}

for (const [language, width] of views)
  test(`no screen of a guest who is signed in breaks a rule of accessibility, in ${language} at ${width} px`, rare, async () => {
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

test('by keyboard alone somebody registers, is led to the one mistake, mends it and is registered', async () => {
  const app = await startTestSite();
  const t = await translatorOf('en');
  const page = await enter(app, 'en', 1440);
  await open(page, paths.register);
  const write = (name: string, text: string) => typeInto(page, page.locator(`main [name="${name}"]`), text);
  await write('firstName', 'Nino');
  await write('lastName', 'Beridze');
  await write('birthdate-day', '12');
  await write('birthdate-month', '05');
  await write('birthdate-year', '1990');
  await write('personalNumber', '01001000001');
  await write('phoneNumber', '555123456');
  await write('email', 'nino@example');
  await write('socialMediaProfileLink', 'https://example.com/nino');
  await write('password', 'Night-Guest-1');
  await write('confirmPassword', 'Night-Guest-1');
  await tabTo(page, page.locator('main [name=acceptTerms]'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await tabTo(page, page.locator('main form button[type=submit]'));
  await page.keyboard.press('Enter');

  const summary = page.getByRole('alert');
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await summary.getByRole('link').count()).toBe(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const email = page.locator('main [name=email]');
  expect(await email.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('End');
  await page.keyboard.type('.com');
  await page.keyboard.press('Enter');
  await page.getByText(t('accounts:register.success')).waitFor();
  expect(await app.ctx.db.select({ name: users.firstName }).from(users).where(eq(users.email, 'nino@example.com'))).toEqual([
    { name: 'Nino' },
  ]);
});
