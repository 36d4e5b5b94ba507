import type { Locator, Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import type { StaffRole } from '#shared/staff/rights.ts';
import { createUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { visit, translatorOf } from './site.ts';

type Arrival = { language?: Language; width?: number; allowed?: RegExp; camera?: string[]; roles?: readonly StaffRole[] };

/** Opens the console for a new staff account, an Owner by default, in a browser whose clock shows the server's time. */
export async function openConsole(
  app: TestApp,
  { language = 'en', width = 1440, allowed = /^$/, camera = [], roles = ['Owner'] }: Arrival = {},
) {
  const page: Page = await visit({ origin: app.url, folder: '' }, { language, width, height: 900, allowed, camera });
  const admin = await createUser(app.ctx, { firstName: 'Eka', lastName: 'Lomidze', roles });
  await page.clock.setFixedTime(app.clock.now());
  const kept = { accessToken: admin.accessToken, accessTokenReceivedAt: String(app.clock.now().getTime()) };
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, kept);
  return { page, admin, t: await translatorOf(language) };
}

/** Sets a filter of a list, which is in a chip. */
export async function chooseFilter(page: Page, filter: string, choice: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: filter }).first().click();
  await page.getByRole('option', { name: choice }).click();
}

/** The field of a form that opens its options. */
export const selectOf = (within: Page | Locator, label: string): Locator =>
  within.getByLabel(label, { exact: true }).and(within.getByRole('button'));

export async function chooseOption(within: Page | Locator, label: string, option: string): Promise<void> {
  const select = selectOf(within, label);
  await select.click();
  await select.page().getByRole('option', { name: option, exact: true }).click();
}

/** Runs a command of the menu beside an event's heading. */
export async function chooseCommand(page: Page, menu: string, command: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: command, exact: true }).click();
}
