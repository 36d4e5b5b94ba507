import { eq } from 'drizzle-orm';
import { paths } from '#shared/paths.ts';
import { users } from '#server/accounts/accounts.table.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enter } from './accessible-account.steps.ts';
import { tabTo, typeInto } from './keyboard.ts';
import { open } from './public-screens.ts';
import { translatorOf } from './site.ts';
import { expect, test } from './test.ts';

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
