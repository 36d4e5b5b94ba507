import { contract } from '#shared/api.ts';
import type { Deps } from '#server/platform/context.ts';
import { createAddressLimit } from '#server/platform/limits/quota.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { addTicket, getCart, removeTicket, updateTicket } from './cart.service.ts';

/** A sale that opens for a whole club behind one carrier's address stays below this. */
const HOLDS_A_MINUTE = 3_000;

export function cartApi(serve: Serve, deps: Deps): void {
  const limitHolds = createAddressLimit(deps, HOLDS_A_MINUTE);
  serve(contract.cart.get, getCart);
  serve(contract.cart.addTicket, (ctx, input, { request }) => {
    limitHolds(request.ip);
    return addTicket(ctx, input);
  });
  serve(contract.cart.updateTicket, updateTicket);
  serve(contract.cart.removeTicket, (ctx, { eventId }) => removeTicket(ctx, eventId));
}
