import type { Deps } from '#server/platform/context.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { createAddressLimit } from '#server/platform/limits/quota.ts';
import { contract } from '#shared/api.ts';
import { staffContract } from '#shared/staff-api.ts';
import { addTicket, getCart, removeTicket, updateTicket } from './cart.service.ts';
import { addRelease, arrangeReleases, changeRelease, listReleases, removeRelease } from './staff-releases.service.ts';

/** Per address; the opening of a sale for a whole club behind one carrier's address stays below this. */
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

/** Staff's calls about the releases of an event. */
export function staffReleasesApi(serve: Serve): void {
  const { staffReleases } = staffContract;
  serve(staffReleases.list, (ctx, { id }) => listReleases(ctx, id));
  serve(staffReleases.add, (ctx, { id, body }) => addRelease(ctx, id, body));
  serve(staffReleases.change, (ctx, { id, body }) => changeRelease(ctx, id, body));
  serve(staffReleases.order, (ctx, { id, body }) => arrangeReleases(ctx, id, body));
  serve(staffReleases.remove, (ctx, { id, version }) => removeRelease(ctx, id, version));
}
