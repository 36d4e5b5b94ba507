export const PAGE_VIEW = 'rkali:page-view';

/** Tells whoever counts that a page is shown (spec §2). The query stays out: it may carry a token. */
export function trackPageView(path: string): void {
  globalThis.dispatchEvent(new CustomEvent(PAGE_VIEW, { detail: { path } }));
}
