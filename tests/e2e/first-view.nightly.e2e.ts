import { LANGUAGES } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { openSite, visit } from './site.ts';
import { expect, test } from './test.ts';

/** HTML, styles, scripts, translations, fonts and the pictures of the first window, in transferred bytes (docs/performance.md). */
const FIRST_VIEW_BYTES = 250 * 1024;

test('the first view of home and of an event is small and asks nobody else, in both languages', async () => {
  const site = await openSite();
  for (const [path, language] of [paths.home, paths.event(10)].flatMap((path) => LANGUAGES.map((language) => [path, language] as const))) {
    const page = await visit(site, { language, width: 390 });
    const client = await page.context().newCDPSession(page);
    const requestedUrls = new Map<string, string>();
    let bytes = 0;
    client.on('Network.requestWillBeSent', ({ requestId, request }) => requestedUrls.set(requestId, request.url));
    client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await client.send('Network.enable');
    await page.goto(path, { waitUntil: 'networkidle' });
    expect([...requestedUrls.values()].filter((url) => !url.startsWith(`${site.origin}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(requestedUrls.size).toBeGreaterThan(5);
    expect(bytes).toBeLessThanOrEqual(FIRST_VIEW_BYTES);
  }
});
