import type { Site } from '#shared/rendering.ts';
import { isTrackedPage } from '#shared/paths.ts';

/** The path this document was loaded from, which decides its security policy for all pages shown in it. */
export function documentPath(): string {
  const [entry] = performance.getEntriesByType('navigation');
  return entry ? new URL(entry.name).pathname : location.pathname;
}

/**
 * Returns a function that finds the pages which must be loaded as documents of their own, because this document's policy allows scripts of
 * trackers and theirs does not (docs/decisions/0043). A document without trackers may show every page.
 */
export function pagesApart({ trackers }: Site): (path: string) => boolean {
  const letsOthersIn = trackers !== undefined && isTrackedPage(documentPath());
  return (path) => letsOthersIn && path !== '*' && !isTrackedPage(path);
}
