import type { Page } from 'playwright-core';

/** Opens a page whose scripts are held. Returns the function that releases them. */
export async function openSlowly(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('main form button[type=submit]').waitFor();
  return async () => {
    letCome();
    await page.waitForFunction(() => Object.keys(document.querySelector('main form') ?? {}).some((key) => key.startsWith('__react')));
    // By then the form has registered its controls.
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))));
  };
}

export const valuesOf = (page: Page, names: string[]): Promise<string[]> =>
  Promise.all(names.map((name) => page.locator(`main form [name=${name}]`).inputValue()));

export async function type(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await page.locator(`main form [name=${name}]`).pressSequentially(text);
}
