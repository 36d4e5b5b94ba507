import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser, shippedChromium } from './chromium.ts';

test('the browser that npm installed needs nothing from the machine', async () => {
  const browser = await launchBrowser(await shippedChromium());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.setContent('<button onclick="this.textContent = \'Let in\'">Scan</button>');
  await page.getByRole('button', { name: 'Scan' }).click();
  expect(await page.getByRole('button').textContent()).toBe('Let in');
});
