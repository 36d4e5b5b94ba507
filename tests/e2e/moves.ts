import type { Page } from 'playwright-core';

/**
 * Delays the pictures of a page until its fonts have loaded, because late fonts shift the layout a little too. Returns a function that
 * opens a path and returns the number of layout shifts before the fonts had loaded.
 */
export async function picturesAfterFonts(page: Page, pictures: string | RegExp): Promise<(path: string) => Promise<number>> {
  let fonts = Promise.withResolvers<void>();
  await page.route(pictures, async (picture) => {
    await fonts.promise;
    await picture.fallback();
  });
  return async (path) => {
    fonts = Promise.withResolvers();
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.evaluate(untilFontsAreThere);
    const { length } = await movesAfter(page, 0);
    fonts.resolve();
    return length;
  };
}

/** Runs in the page. */
async function untilFontsAreThere(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isLoading = () => [...document.fonts].some(({ status }) => status === 'loading');
  // Only laid-out text requests its fonts.
  do document.body.getBoundingClientRect();
  while ((await frame(), isLoading()));
  await frame();
}

/** Returns the layout shifts of this document after the first few: for each, the elements with their previous and current positions. */
export async function movesAfter(page: Page, first: number): Promise<unknown[]> {
  const moves = await page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const seen: unknown[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.push(Reflect.get(entry, 'sources'));
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(seen)));
      }),
  );
  return moves.slice(first);
}
