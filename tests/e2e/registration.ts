import type { Page } from 'playwright-core';

/** Returns what a guest types on the registration form, by field name. */
export const registrationOf = ({ email, personalNumber }: { email: string; personalNumber: string }) => ({
  firstName: 'Lela',
  lastName: 'Maisuradze',
  'birthdate-day': '12',
  'birthdate-month': '05',
  'birthdate-year': '1990',
  personalNumber,
  phoneNumber: '555123456',
  email,
  socialMediaProfileLink: 'https://example.com/lela',
  password: 'Night-Guest-1',
  confirmPassword: 'Night-Guest-1',
});

/** Fills in the form, accepts the terms and sends it. */
export async function register(page: Page, typed: Partial<ReturnType<typeof registrationOf>>): Promise<void> {
  for (const [name, text] of Object.entries(typed)) await page.locator(`main [name="${name}"]`).fill(text);
  await page.locator('main [name=acceptTerms]').check();
  await page.locator('main form button[type=submit]').click();
}
