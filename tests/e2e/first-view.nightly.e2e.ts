import { LANGUAGES } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { openSite, visit } from './site.ts';
import { expect, test } from './test.ts';

/** HTML, styles, scripts, translations, fonts and the pictures of the first window, in transferred bytes (docs/performance.md). */
const FIRST_VIEW_BYTES = 250 * 1024;

/** All scripts of the first ten seconds, in transferred bytes: those that come by themselves after the page responds are among them. */
const SCRIPT_BYTES = 125 * 1024;
const FIRST_SECONDS_MS = 10_000;

test('in its first ten seconds no public page loads more scripts than its budget', async () => {
  test.slow();
  const site = await openSite();
  const weights: [path: string, bytes: number][] = [];
  const pages = [
    paths.home,
    paths.allEvents,
    paths.event(6),
    paths.event(10),
    paths.gallery,
    paths.about,
    paths.djs,
    paths.rentals,
    paths.terms,
    paths.login,
    paths.forgotPassword,
    paths.register,
    `${paths.changePassword}?token=x`,
  ];
  for (const path of pages) {
    const page = await visit(site, { language: 'en', width: 390, hasWorker: true });
    await page.goto(path, { waitUntil: 'load' });
    await page.waitForTimeout(FIRST_SECONDS_MS);
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap((entry) => {
        const isScript = entry instanceof PerformanceResourceTiming && new URL(entry.name).pathname.endsWith('.js');
        return isScript ? [entry.encodedBodySize] : [];
      }),
    );
    expect(loaded.length).toBeGreaterThan(2);
    weights.push([path, loaded.reduce((sum, bytes) => sum + bytes, 0)]);
  }
  expect(weights.filter(([, bytes]) => bytes > SCRIPT_BYTES)).toEqual([]);
});

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
