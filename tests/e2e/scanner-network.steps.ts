import type { Page } from 'playwright-core';
import { typeNumber } from './at-the-door.ts';

export const NO_NETWORK = /net::ERR_/;
/** Lost when the page reloads. */
export const markPage = (page: Page) => page.evaluate(() => void Reflect.set(globalThis, 'isSamePage', true));
export const isSamePage = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'isSamePage') === true);

/** Sends a ticket; the server decides about it, but its answer is lost. */
export async function loseAnswer({ page, t }: Parameters<typeof typeNumber>[0], ticketId: number): Promise<void> {
  await page.route('**/QRCode/scan', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await typeNumber({ page, t }, ticketId);
  await page.getByText(t('door:undecided'), { exact: true }).first().waitFor();
  await page.unroute('**/QRCode/scan');
}
