import { useSyncExternalStore } from 'react';
import type { DataRouter } from 'react-router';
import { CACHED_MARK } from '#shared/offline.ts';

/** Returns true if the device reports a network. Our server may still be out of reach. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  );

function watchConnection(changed: () => void): () => void {
  globalThis.addEventListener('online', changed);
  globalThis.addEventListener('offline', changed);
  return () => {
    globalThis.removeEventListener('online', changed);
    globalThis.removeEventListener('offline', changed);
  };
}

/** Returns true if the page is the device's copy: the service worker, or a screen without an answer, sets the marker. */
export const isMarkedCached = (): boolean => document.documentElement.hasAttribute(CACHED_MARK);

export function markCached(isCached: boolean): void {
  document.documentElement.toggleAttribute(CACHED_MARK, isCached);
}

/**
 * When the network is back, reloads a screen that failed without it or is the device's copy. A screen with typed input is not reloaded,
 * because a failed load would replace it.
 */
export function renewOnline(router: DataRouter): void {
  let typedIn: string | undefined;
  document.addEventListener('input', () => (typedIn = router.state.location.key), { capture: true });
  globalThis.addEventListener('online', () => {
    const { errors, location } = router.state;
    if ((errors || isMarkedCached()) && typedIn !== location.key) void router.revalidate();
  });
}
