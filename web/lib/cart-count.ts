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

const KEY = 'rkali:cart';

/** Tells the other tabs of this browser that the cart is another now. Where nothing can be stored they learn it when they are looked at. */
export function tellCartChanged(): void {
  try {
    localStorage.setItem(KEY, String(Math.random()));
  } catch {
    // A browser that refuses storage.
  }
}

/** Calls back when another tab changed the cart. Answers how to stop. */
export function onCartElsewhere(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => key === KEY && listener();
  globalThis.addEventListener('storage', heard);
  return () => globalThis.removeEventListener('storage', heard);
}
