import type { Site } from '#shared/rendering.ts';
import { isTrackedPage } from '#shared/tracked-pages.ts';

/** Where this document was loaded: its security policy is that page's, whatever is shown by now. */
export function documentPath(): string {
  const [entry] = performance.getEntriesByType('navigation');
  return entry ? new URL(entry.name).pathname : location.pathname;
}

/**
 * Finds the pages that must not be shown in this document, because its policy lets scripts of other companies in and theirs does not
 * (docs/decisions/0043). From a document that lets none in, every page can be gone to.
 */
export function pagesApart({ trackers }: Site): (path: string) => boolean {
  const letsOthersIn = trackers !== undefined && isTrackedPage(documentPath());
  return (path) => letsOthersIn && path !== '*' && !isTrackedPage(path);
}
