import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import type { TestUser } from '#tests/factories/users.ts';

export const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

/** Sends the login form, as a person does who has typed both fields. */
export async function logIn(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  await page.goto(paths.login);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=password]').press('Enter');
}
