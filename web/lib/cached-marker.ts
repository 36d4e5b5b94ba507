import { KEPT_MARK } from '#shared/offline.ts';

/** Returns true if the page is shown from the device's copy: the service worker, or a screen without an answer, sets the marker. */
export const isMarkedCached = (): boolean => document.documentElement.hasAttribute(KEPT_MARK);

export function markCached(isKept: boolean): void {
  document.documentElement.toggleAttribute(KEPT_MARK, isKept);
}
