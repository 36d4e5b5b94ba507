import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { translatorOf } from './site.ts';
import { expect } from './test.ts';

export const REFUSED = /status of (401|403|500|503)/;

export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
  t: Awaited<ReturnType<typeof translatorOf>>,
): Promise<void> {
  await page.waitForURL(/login$/);
  await page.getByLabel(t('accounts:fields.email'), { exact: true }).fill(email);
  await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
}

/** Opens the console as a user who is refused, and comes to the login. */
export async function enterRefused(status: 401 | 403): Promise<void> {
  const app = await startTestSite();
  const { page } = await openConsole(app, { allowed: REFUSED });
  await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 401, json: { message: 'x' } }));
  // Never answers the profile's request: a signed-in user is redirected there, which is not tested here.
  await page.route('**/api/auth/me', () => undefined);
  await page.route('**/api/users/me', (route) => route.fulfill({ status, json: { message: 'x' } }));
  const visited: string[] = [];
  page.on('framenavigated', (frame) => void visited.push(new URL(frame.url()).pathname));
  await page.goto(paths.staff);
  await expect.poll(() => visited).toContain(paths.login);
}

export const QUARTER_MS = 15 * 60_000;
