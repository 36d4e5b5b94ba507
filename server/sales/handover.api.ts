import type { Deps } from '#server/platform/context.ts';
import { languageOf } from '#server/platform/http/request-facts.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { createAddressLimit } from '#server/platform/limits/quota.ts';
import { putTicketBack, takeTicketBack } from '#server/sales/returns/returns.service.ts';
import { nameTicket, showHandover } from '#server/sales/tickets/handover.service.ts';
import { endTransferLink, lookAtTransfer, makeTransferLink, takeTicket } from '#server/sales/transfers/transfers.service.ts';
import { listWaiting, removeWaiting } from '#server/sales/waiting/staff-waiting.service.ts';
import { joinWaiting, leaveWaiting, lookAtWaiting } from '#server/sales/waiting/waiting.service.ts';
import { staffContract, wholeContract } from '#shared/staff-api.ts';

/** Per address; hopeless for somebody who guesses links. */
const LINKS_A_MINUTE = 60;

/** What the owner of a ticket does with it before the night, and what a friend does with its link. */
export function handoverApi(serve: Serve, deps: Deps): void {
  const limitLinks = createAddressLimit(deps, LINKS_A_MINUTE);
  const { handover } = wholeContract;
  serve(handover.show, (ctx, { id }) => showHandover(ctx, id));
  serve(handover.name, (ctx, { id, body }) => nameTicket(ctx, id, body.name));
  serve(handover.makeLink, (ctx, { id }) => makeTransferLink(ctx, id));
  serve(handover.endLink, (ctx, { id }) => endTransferLink(ctx, id));
  serve(handover.putBack, (ctx, { id }) => putTicketBack(ctx, id));
  serve(handover.takeBack, (ctx, { id }) => takeTicketBack(ctx, id));
  serve(handover.look, (ctx, { body }, { request }) => {
    limitLinks(request.ip);
    return lookAtTransfer(ctx, body.token);
  });
  serve(handover.take, (ctx, { body }, { request }) => {
    limitLinks(request.ip);
    return takeTicket(ctx, body.token);
  });
}

/** The waiting list of an event, for guests and for staff. */
export function waitingApi(serve: Serve): void {
  const { waiting } = wholeContract;
  serve(waiting.look, (ctx, { id }) => lookAtWaiting(ctx, id));
  serve(waiting.join, (ctx, { id, body }, { request }) => joinWaiting(ctx, id, { ...body, language: languageOf(request) }));
  serve(waiting.leave, (ctx, { id }) => leaveWaiting(ctx, id));
  const { staffWaiting } = staffContract;
  serve(staffWaiting.list, (ctx, { id }) => listWaiting(ctx, id));
  serve(staffWaiting.remove, (ctx, { id }) => removeWaiting(ctx, id));
}
