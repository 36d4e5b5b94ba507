export const PAGE_VIEW = 'rkali:page-view';

/** Page views before the counter was loaded (count-views.ts). */
export const uncounted: string[] = [];

/** Reports a page view to the counters (spec §2), without the query, which may carry a token. */
export function trackPageView(path: string): void {
  uncounted.push(path);
  globalThis.dispatchEvent(new CustomEvent(PAGE_VIEW, { detail: { path } }));
}
