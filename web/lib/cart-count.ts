import { useSyncExternalStore } from 'react';

/** The number of places in the user's cart; undefined until a cart was fetched. */
function createCartCount() {
  let count: number | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => count,
    set(next: number | undefined): void {
      count = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const cartCount = createCartCount();

export const useCartCount = (): number | undefined => useSyncExternalStore(cartCount.subscribe, cartCount.get, () => undefined);

const KEY = 'rkali:cart';

/** Notifies the other tabs of this browser that the cart has changed. Without storage they fetch it when they are shown. */
export function tellCartChanged(): void {
  try {
    localStorage.setItem(KEY, String(Math.random()));
  } catch {
    // Storage is forbidden.
  }
}

/** Calls back when another tab changed the cart; returns the function that stops it. */
export function onCartElsewhere(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => key === KEY && listener();
  globalThis.addEventListener('storage', heard);
  return () => globalThis.removeEventListener('storage', heard);
}
