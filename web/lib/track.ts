export const PAGE_VIEW = 'rkali:page-view';
/** Asks for the choice about trackers to be shown (web/consent). */
export const SHOW_CHOICE = 'rkali:tracking-choice';

/** Pages shown that nobody has counted yet: whoever counts comes after the page (count-views.ts). */
export const uncounted: string[] = [];

/** Tells whoever counts that a page is shown (spec §2). The query stays out: it may carry a token. */
export function trackPageView(path: string): void {
  uncounted.push(path);
  globalThis.dispatchEvent(new CustomEvent(PAGE_VIEW, { detail: { path } }));
}
