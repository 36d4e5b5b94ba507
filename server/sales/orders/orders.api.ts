import type { Deps } from '#server/platform/context.ts';
import { languageChosen } from '#server/platform/http/request-facts.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { createAddressLimit } from '#server/platform/limits/quota.ts';
import { contract } from '#shared/api.ts';
import { staffContract } from '#shared/staff-api.ts';
import { checkout } from './checkout.service.ts';
import { giveTickets, listGiven, revokeTickets } from './complimentary.service.ts';
import { showOrder } from './order-detail.service.ts';

/** Per address, which may be a carrier's; each new order causes a request to the bank. */
const CHECKOUTS_A_MINUTE = 1_000;

export function ordersApi(serve: Serve, deps: Deps): void {
  const limitCheckouts = createAddressLimit(deps, CHECKOUTS_A_MINUTE);
  serve(contract.cart.checkout, (ctx, _input, { request }) => {
    limitCheckouts(request.ip);
    return checkout(ctx, languageChosen(request));
  });
  serve(staffContract.staffMoney.order, (ctx, { id }) => showOrder(ctx, id));
}

/** Staff's calls about complimentary tickets. */
export function complimentaryApi(serve: Serve): void {
  const { staffReleases } = staffContract;
  serve(staffReleases.given, (ctx, { id, before, limit }) => listGiven(ctx, id, { before, limit }));
  serve(staffReleases.give, (ctx, { id, body }) => giveTickets(ctx, id, body));
  serve(staffReleases.revoke, (ctx, { id, body }) => revokeTickets(ctx, id, body.reason));
}
