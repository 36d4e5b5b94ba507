import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { addFactor } from '#tests/factories/second-factors.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';

/** These tests provoke refusals. */
export const allowed = /status of (400|401|403)/;
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

export async function logIn(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  await page.goto(paths.login);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=password]').press('Enter');
}

/** Creates an account with a second factor, and returns the secret of its app. */
export async function withFactor(app: TestApp) {
  const user = await createUser(app.ctx);
  return { ...user, ...(await addFactor(app, user.accessToken)) };
}
