import type { Page } from 'playwright-core';
import type { TestApp } from '#tests/setup/app.ts';
import { visit, translatorOf } from './site.ts';
import { expect } from './test.ts';

/** These tests provoke refusals; a form that changes a password has no user name field. */
const allowed = /status of (400|401|422|500|502)|net::ERR_FAILED|should have \(optionally hidden\) username fields/;

/** Opens a browser whose clock shows the server's time. */
export async function enter(app: TestApp): Promise<Page> {
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390, allowed });
  await page.clock.setFixedTime(app.clock.now());
  return page;
}

export const input = (page: Page, name: string) => page.locator(`main [name="${name}"]`);

export const submit = (page: Page) => page.locator('main form button[type=submit]').click();

export const good = {
  firstName: 'Nino',
  lastName: 'Beridze',
  'birthdate-day': '12',
  'birthdate-month': '5',
  'birthdate-year': '1990',
  personalNumber: '01001000001',
  phoneNumber: '555123456',
  email: 'nino@example.com',
  socialMediaProfileLink: 'https://www.instagram.com/nino',
  password: 'Night-Guest-1',
  confirmPassword: 'Night-Guest-1',
};

export async function fillIn(page: Page, fields: Partial<typeof good> = {}): Promise<void> {
  for (const [name, text] of Object.entries({ ...good, ...fields })) await input(page, name).fill(text);
  await input(page, 'acceptTerms').check();
}

/** Stops the page's clock, so that the test advances it. */
export async function holdTime(page: Page, app: TestApp): Promise<void> {
  await page.clock.install({ time: app.clock.now() });
  await page.clock.pauseAt(new Date(app.clock.now().getTime() + 1_000));
}

/** Expects the page until just before the delay has passed, and the login just after it. */
export async function expectRedirectAfter(page: Page, ms: number): Promise<void> {
  const before = page.url();
  await page.clock.runFor(ms - 50);
  expect(page.url()).toBe(before);
  await page.clock.runFor(50);
  await page.waitForURL(/login/);
}

export const t = await translatorOf('en');
