import type { Page } from 'playwright-core';

/**
 * Has pictures of a page come after its fonts: letters move a little when theirs come late, which is no picture's fault. Returns what
 * opens a path, and answers how many moves there were until the fonts had come.
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
  // Only what is laid out asks for its fonts.
  do document.body.getBoundingClientRect();
  while ((await frame(), isLoading()));
  await frame();
}

/** The moves of this document but for the first so many: of each, the elements with where they were and are. */
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
