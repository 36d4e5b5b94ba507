import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, translatorOf } from './site.ts';

const PIXEL = '123456789012345';
export const ANALYTICS = 'G-ABC123DEF4';
const BROWSER = 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0';

export const startTracked = () => startTestSite({ env: { META_PIXEL_ID: PIXEL, GOOGLE_ANALYTICS_ID: ANALYTICS } });

/**
 * Stand-ins for the two scripts: they take over their queue as the real ones do, and send reports in the ways that the security policy must
 * allow.
 */
const metaScript = `{
  const send = (...[command, event]) => command === 'track' && (new Image().src = 'https://www.facebook.com/tr/?id=' + id + '&ev=' + event);
  const id = fbq.queue.find(([command]) => command === 'init')[1];
  for (const command of fbq.queue) send(...command);
  fbq.callMethod = send; }`;
const googleScript = `{
  const id = dataLayer.find((command) => command[0] === 'config')[1];
  const send = (command) => command[0] === 'event' &&
    fetch('https://region1.google-analytics.com/g/collect?tid=' + id + '&dl=' + command[2].page_location, { mode: 'no-cors', method: 'POST' });
  for (const command of dataLayer) send(command);
  dataLayer.push = send; }`;

type Visitor = { page: Page; foreign: string[] };

/** Records and answers every request of a page to another host. */
export async function watchForeign(page: Page, url: string): Promise<Visitor> {
  const foreign: string[] = [];
  await page.route(
    (address) => address.origin !== url,
    async (route) => {
      const address = route.request().url();
      foreign.push(address);
      const body = address.includes('fbevents') ? metaScript : address.includes('gtag/js') ? googleScript : '';
      await route.fulfill({ contentType: 'text/javascript', body });
    },
  );
  return { page, foreign };
}

/** Opens a visitor's browser whose requests to other hosts are recorded and answered by the test. */
export async function enter({ url }: TestApp, options: { language?: Language; width?: number; allowed?: RegExp } = {}): Promise<Visitor> {
  const page = await visit({ origin: url, folder: '' }, { language: 'en', width: 390, ...options });
  await page.setExtraHTTPHeaders({ 'user-agent': BROWSER });
  return watchForeign(page, url);
}

export const bar = async ({ page }: Visitor, language: Language = 'en') =>
  page.getByRole('region', { name: (await translatorOf(language))('consent:title') });
export const press = async (visitor: Visitor, key: 'accept' | 'decline', language: Language = 'en') =>
  (await bar(visitor, language)).getByRole('button', { name: (await translatorOf(language))(`consent:${key}`) }).click();
/** Opens or reloads a page, and waits for the work that starts when it is idle. */
export const settle = async (page: Page, go: () => Promise<unknown>) => {
  const counted = page.waitForResponse(/api\/page-views/);
  await go();
  await counted;
};
/** The consent banner is the first element of the page, open or not. */
export const waitForBanner = (page: Page) => page.waitForFunction(() => document.body.firstElementChild?.id === '');
