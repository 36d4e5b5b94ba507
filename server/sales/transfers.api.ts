import type { Deps } from '#server/platform/context.ts';
import { languageOf } from '#server/platform/http/request-facts.ts';
import type { Route } from '#server/platform/http/route.ts';
import { createAddressLimit } from '#server/platform/limits/quota.ts';
import { listForResale, withdrawFromResale } from '#server/sales/resale/resale.service.ts';
import { nameTicket, showTransferOptions } from '#server/sales/tickets/transfer-options.service.ts';
import { endClaimLink, keepPlace, listClaims, makeClaimLink, takePlaceBack } from '#server/sales/transfers/claims.service.ts';
import { endTransferLink, lookAtTransfer, makeTransferLink, acceptTransfer } from '#server/sales/transfers/transfers.service.ts';
import { listWaitlist, removeFromWaitlist } from '#server/sales/waitlist/staff-waitlist.service.ts';
import { joinWaitlist, leaveWaitlist, readWaitlist } from '#server/sales/waitlist/waitlist.service.ts';
import { staffContract, wholeContract } from '#shared/staff-api.ts';

/** Per address: far too few to guess a link. */
const LINKS_A_MINUTE = 60;

/** What a ticket's owner does with it before the event, and what a friend does with its link. */
export function transfersApi(route: Route, deps: Deps): void {
  const limitLinks = createAddressLimit(deps, LINKS_A_MINUTE);
  const { claims, transfers } = wholeContract;
  route(claims.mine, (ctx) => listClaims(ctx));
  route(claims.makeLink, (ctx, { id }) => makeClaimLink(ctx, id));
  route(claims.endLink, (ctx, { id }) => endClaimLink(ctx, id));
  route(claims.keep, (ctx, { id }) => keepPlace(ctx, id));
  route(claims.takeBack, (ctx, { id }) => takePlaceBack(ctx, id));
  route(transfers.show, (ctx, { id }) => showTransferOptions(ctx, id));
  route(transfers.name, (ctx, { id, body }) => nameTicket(ctx, id, body.name));
  route(transfers.makeLink, (ctx, { id }) => makeTransferLink(ctx, id));
  route(transfers.endLink, (ctx, { id }) => endTransferLink(ctx, id));
  route(transfers.listForResale, (ctx, { id }) => listForResale(ctx, id));
  route(transfers.withdrawListing, (ctx, { id }) => withdrawFromResale(ctx, id));
  route(transfers.look, (ctx, { body }, { request }) => {
    limitLinks(request.ip);
    return lookAtTransfer(ctx, body.token);
  });
  route(transfers.take, (ctx, { body }, { request }) => {
    limitLinks(request.ip);
    return acceptTransfer(ctx, body.token);
  });
}

/** The waitlist of an event, for guests and for staff. */
export function waitlistApi(route: Route): void {
  const { waitlist } = wholeContract;
  route(waitlist.look, (ctx, { id }) => readWaitlist(ctx, id));
  route(waitlist.join, (ctx, { id, body }, { request }) => joinWaitlist(ctx, id, { ...body, language: languageOf(request) }));
  route(waitlist.leave, (ctx, { id }) => leaveWaitlist(ctx, id));
  const { staffWaitlist } = staffContract;
  route(staffWaitlist.list, (ctx, { id }) => listWaitlist(ctx, id));
  route(staffWaitlist.remove, (ctx, { id }) => removeFromWaitlist(ctx, id));
}
