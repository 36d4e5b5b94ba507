import type { Api } from '#shared/api.ts';
import type { CallOptions } from '#shared/contract.ts';
import type { CartStore } from './cart-store.ts';

/**
 * Fetches the cart, which replaces the one the browser knew (spec §4); again when that was changed here meanwhile, so that no line comes
 * back that was just removed. @throws ApiError, TypeError when what came is no cart
 */
export async function fetchCart(api: Api, cart: CartStore, options?: CallOptions): Promise<void> {
  const before = cart.changes();
  const answer: unknown = await api.cart.get({}, options);
  if (cart.changes() !== before) return fetchCart(api, cart, options);
  if (!cart.take(isObject(answer) ? answer : undefined)) throw new TypeError('This is no cart.');
}

const isObject = (answer: unknown): answer is object => typeof answer === 'object' && answer !== null;
