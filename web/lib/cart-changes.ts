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
