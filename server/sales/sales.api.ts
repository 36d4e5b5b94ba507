import type { FastifyInstance } from 'fastify';
import { contextFor, type Deps, perServer } from '#server/platform/context.ts';
import { languageChosen } from '#server/platform/http/request-facts.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { addressKey } from '#server/platform/limits/limit-keys.ts';
import { createAddressLimit, createQuota } from '#server/platform/limits/quota.ts';
import { addTicket, getCart, removeTicket, updateTicket } from '#server/sales/cart/cart.service.ts';
import {
  addTicketType,
  arrangeTicketTypes,
  changeTicketType,
  listTicketTypes,
  removeTicketType,
} from '#server/sales/inventory/staff-ticket-types.service.ts';
import { checkout } from '#server/sales/orders/checkout.service.ts';
import { giveTickets, listGiven, revokeTickets } from '#server/sales/orders/complimentary.service.ts';
import { showOrder } from '#server/sales/orders/order-detail.service.ts';
import { findBank } from '#server/sales/payments/banks/provider.ts';
import { receiveCallback } from '#server/sales/payments/callbacks.service.ts';
import {
  cancelAndRefund,
  refundEveryone,
  resumeRefunding,
  stopRefunding,
  watchRefunding,
} from '#server/sales/payments/refunds/bulk-refunds.service.ts';
import { returnFromBank } from '#server/sales/payments/bank-return.service.ts';
import { refundOrder, resolveFlagged, retryRefund, settleNow } from '#server/sales/payments/staff-money.service.ts';
import { openTestOrder } from '#server/sales/payments/test-orders/test-orders.service.ts';
import {
  allTicketsPdf,
  countWaiting,
  listMyTickets,
  mailTicketAgain,
  nextTicket,
  ticketPdf,
} from '#server/sales/tickets/tickets.service.ts';
import { applePassOf, googlePassOf } from '#server/sales/wallet/wallet.service.ts';
import { contract } from '#shared/api.ts';
import { venueDay } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { myTicketsFileName } from '#shared/privacy/file-name.ts';
import { utmRemembered } from '#shared/promoters/utm.ts';
import { rememberedRef } from '#shared/promoters/ref-code.ts';
import { staffContract } from '#shared/staff-api.ts';

/** Per address; the opening of a sale for a whole club behind one carrier's address stays below this. */
const HOLDS_A_MINUTE = 3_000;

export function cartApi(serve: Serve, deps: Deps): void {
  const limitHolds = createAddressLimit(deps, HOLDS_A_MINUTE);
  serve(contract.cart.get, getCart);
  serve(contract.cart.addTicket, (ctx, input, { request }) => {
    limitHolds(request.ip);
    return addTicket(ctx, { ...input, refCode: rememberedRef(request.headers.cookie) });
  });
  serve(contract.cart.updateTicket, updateTicket);
  serve(contract.cart.removeTicket, (ctx, { eventId }) => removeTicket(ctx, eventId));
}

/** Staff's calls about the ticket types of an event. */
export function staffTicketTypesApi(serve: Serve): void {
  const { staffTicketTypes } = staffContract;
  serve(staffTicketTypes.list, (ctx, { id }) => listTicketTypes(ctx, id));
  serve(staffTicketTypes.add, (ctx, { id, body }) => addTicketType(ctx, id, body));
  serve(staffTicketTypes.change, (ctx, { id, body }) => changeTicketType(ctx, id, body));
  serve(staffTicketTypes.order, (ctx, { id, body }) => arrangeTicketTypes(ctx, id, body));
  serve(staffTicketTypes.remove, (ctx, { id, version }) => removeTicketType(ctx, id, version));
}

/** Per address, which may be a carrier's; each new order causes a request to the bank. */
const CHECKOUTS_A_MINUTE = 1_000;

export function ordersApi(serve: Serve, deps: Deps): void {
  const limitCheckouts = createAddressLimit(deps, CHECKOUTS_A_MINUTE);
  serve(contract.cart.checkout, (ctx, _input, { request }) => {
    limitCheckouts(request.ip);
    return checkout(ctx, { language: languageChosen(request), utm: utmRemembered(request.headers.cookie) });
  });
  serve(staffContract.staffMoney.order, (ctx, { id }) => showOrder(ctx, id));
}

/** Staff's calls about complimentary tickets. */
export function complimentaryApi(serve: Serve): void {
  const { staffTicketTypes } = staffContract;
  serve(staffTicketTypes.given, (ctx, { id, before, limit }) => listGiven(ctx, id, { before, limit }));
  serve(staffTicketTypes.give, (ctx, { id, body }) => giveTickets(ctx, id, body));
  serve(staffTicketTypes.revoke, (ctx, { id, body }) => revokeTickets(ctx, id, body.reason));
}

/** Unsigned callbacks per address. A bank without signatures calls from a handful of addresses on a busy night. */
const UNSIGNED_A_MINUTE = 600;
/** Requests to the bank about one payment through its return page; the page itself sends ten. */
const RETURNS_A_MINUTE = 20;
const mayAskOf = perServer(({ clock }) => createQuota(clock, RETURNS_A_MINUTE));

export function paymentsApi(serve: Serve, http: FastifyInstance, deps: Deps): void {
  serve(contract.payments.bankReturn, (ctx, { body }) => returnFromBank(ctx, body.token, (id) => mayAskOf(ctx)(String(id))));
  void http.register(async (scope) => callbackRoute(scope, deps));
}

/** Outside of `serve`, in a scope of its own: a signature covers the raw bytes, which a JSON parser would lose. */
function callbackRoute(scope: FastifyInstance, deps: Deps): void {
  const { method, path, shape } = contract.payments.callback;
  const mayCall = createQuota(deps.clock, Math.max(1, Math.round(UNSIGNED_A_MINUTE * deps.env.rateLimitScale)));
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  scope.route({
    method,
    url: `/api${path}`,
    config: { endpoint: contract.payments.callback },
    schema: { summary: shape.summary, params: shape.params, response: { 200: shape.output }, tags: ['payments'] },
    handler: async (request, reply) => {
      const { provider } = shape.params.parse(request.params);
      const bank = findBank(deps, provider);
      if (!bank) throw new AppError('not_found');
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receiveCallback(contextFor(deps), bank, { rawBody, headers: request.headers }, () => mayCall(addressKey(request.ip)));
      return reply.header('cache-control', 'no-store').send({});
    },
  });
}

/** Staff's calls about money. */
export function staffMoneyApi(serve: Serve): void {
  const { staffMoney, staffChecks } = staffContract;
  serve(staffChecks.bank, openTestOrder);
  serve(staffMoney.refundOrder, (ctx, { id, body }) => refundOrder(ctx, id, body));
  serve(staffMoney.retryRefund, (ctx, { id }) => retryRefund(ctx, id));
  serve(staffMoney.settlePayment, (ctx, { id }) => settleNow(ctx, id));
  serve(staffMoney.resolvePayment, (ctx, { id, body }) => resolveFlagged(ctx, { paymentId: id, ...body }));
  serve(staffMoney.cancelEvent, (ctx, { id, body }) => cancelAndRefund(ctx, id, body));
  serve(staffMoney.refundEvent, (ctx, { id, body }) => refundEveryone(ctx, id, body.reason));
  serve(staffMoney.stopEventRefund, (ctx, { id }) => stopRefunding(ctx, id));
  serve(staffMoney.resumeEventRefund, (ctx, { id }) => resumeRefunding(ctx, id));
  serve(staffMoney.eventRefund, (ctx, { id }) => watchRefunding(ctx, id));
}

export function ticketsApi(serve: Serve): void {
  serve(contract.tickets.mine, listMyTickets);
  serve(contract.tickets.next, nextTicket);
  serve(contract.tickets.waiting, countWaiting);
  serve(contract.tickets.pdf, async (ctx, { id, lang }, { reply }) => {
    const content = await ticketPdf(ctx, id, lang);
    reply.header('content-type', 'application/pdf').header('content-disposition', `attachment; filename="ticket-${id}.pdf"`);
    return content;
  });
  serve(contract.tickets.allPdf, async (ctx, { lang }, { reply }) => {
    const content = await allTicketsPdf(ctx, lang);
    const name = myTicketsFileName(venueDay(ctx.clock.now()));
    reply.header('content-type', 'application/pdf').header('content-disposition', `attachment; filename="${name}"`);
    return content;
  });
  serve(contract.tickets.resend, (ctx, { id }) => mailTicketAgain(ctx, id));
}

export function walletApi(serve: Serve): void {
  serve(contract.wallet.apple, async (ctx, { id, lang }, { reply }) => {
    const content = await applePassOf(ctx, id, lang);
    reply
      .header('content-type', 'application/vnd.apple.pkpass')
      .header('content-disposition', `attachment; filename="ticket-${id}.pkpass"`);
    return content;
  });
  serve(contract.wallet.google, (ctx, { id, lang }) => googlePassOf(ctx, id, lang));
}
