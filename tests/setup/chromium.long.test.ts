import type { LaunchOptions } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser, shippedChromium } from './chromium.ts';

async function clickThrough(options: LaunchOptions): Promise<string | null> {
  const browser = await launchBrowser(options);
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.setContent('<button onclick="this.textContent = \'Let in\'">Scan</button>');
  await page.getByRole('button', { name: 'Scan' }).click();
  return page.getByRole('button').textContent();
}

test('a browser starts and shows a page', { tags: 'rare' }, async () => {
  expect(await clickThrough({})).toBe('Let in');
});

test('the browser that npm installed needs nothing from the machine', async () => {
  expect(await clickThrough(await shippedChromium())).toBe('Let in');
});
