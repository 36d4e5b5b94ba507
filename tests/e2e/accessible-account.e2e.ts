import { eq } from 'drizzle-orm';
import { paths } from '#shared/paths.ts';
import { users } from '#server/accounts/accounts.table.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enter } from './accessible-account.steps.ts';
import { tabTo, typeInto } from './keyboard.ts';
import { open } from './public-screens.ts';
import { translatorOf } from './site.ts';
import { expect, test } from './test.ts';

/** What a new guest types, from the first field to the last; the address lacks its end. */
const FORM = {
  firstName: 'Nino',
  lastName: 'Beridze',
  'birthdate-day': '12',
  'birthdate-month': '05',
  'birthdate-year': '1990',
  personalNumber: '01001000001',
  phoneNumber: '555123456',
  email: 'nino@example',
  socialMediaProfileLink: 'https://example.com/nino',
  password: 'Night-Guest-1',
  confirmPassword: 'Night-Guest-1',
};

test('by keyboard alone somebody who registers is led to the one mistake, and is registered once it is mended', async () => {
  const app = await startTestSite();
  const t = await translatorOf('en');
  const page = await enter(app, 'en', 1440);
  await open(page, paths.register);
  for (const [name, text] of Object.entries(FORM)) await typeInto(page, page.locator(`main [name="${name}"]`), text);
  await tabTo(page, page.locator('main [name=acceptTerms]'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await tabTo(page, page.locator('main form button[type=submit]'));
  await page.keyboard.press('Enter');
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  expect(await summary.getByRole('link').count()).toBe(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const email = page.locator('main [name=email]');
  await expect(email).toBeFocused();
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('End');
  await page.keyboard.type('.com');
  await page.keyboard.press('Enter');
  await page.getByText(t('accounts:register.success')).waitFor();
  const registered = await app.ctx.db.select({ name: users.firstName }).from(users).where(eq(users.email, 'nino@example.com'));
  expect(registered).toEqual([{ name: 'Nino' }]);
});
