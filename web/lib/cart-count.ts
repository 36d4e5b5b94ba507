import { useSyncExternalStore } from 'react';

/** How many places lie in the cart of whoever is signed in; unknown until a screen has seen the cart. */
export function createCartCount() {
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
