import { useEffect, useSyncExternalStore } from 'react';
import { createApi } from '#shared/api.ts';
import { session, useSession } from '#web/lib/browser-api.ts';
import { cartCount, onCartElsewhere, useCartCount } from '#web/lib/cart-count.ts';
import { createFetchSend } from '#web/lib/fetch-send.ts';
import { createTokenStore, refreshDueAt } from '#web/lib/token-store.ts';

/** Sends without renewing the token: a badge must not lead to the login page. */
const send = createFetchSend();
const quietApi = createApi((request) => send(request, session.token()));

/** The number of places in the cart; undefined for visitors, and until it is known. */
export function useCartBadge(): number | undefined {
  const { isSignedIn } = useSession();
  const count = useCartCount();
  return isSignedIn ? count : undefined;
}

/** Fetches the number once per page, however many badges it has. */
export function useLearnedCart(): void {
  const token = useSyncExternalStore(session.subscribe, session.token, () => null);
  useEffect(() => {
    if (token === null) cartCount.set(undefined);
    else if (cartCount.get() === undefined && isFresh()) void learnCount(() => cartCount.get() === undefined);
  }, [token]);
  useEffect(() => onCartElsewhere(() => void learnCount()), []);
}

/** Returns false if the token is about to be renewed: the new one triggers this again. */
function isFresh(): boolean {
  const stored = createTokenStore().read();
  const dueAt = stored ? refreshDueAt(stored, Date.now()) : 0;
  return dueAt === undefined || dueAt > Date.now();
}

/** A malformed answer is reported by the cart's own screen. */
async function learnCount(isWanted = () => session.token() !== null): Promise<void> {
  const cart = await quietApi.cart.get().catch(() => undefined);
  if (!Array.isArray(cart?.ticketItems) || !isWanted()) return;
  cartCount.set(cart.ticketItems.reduce((sum, { quantity }) => sum + quantity, 0));
}
