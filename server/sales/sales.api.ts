import type { FastifyInstance } from 'fastify';
import { contextFor, type Deps, perServer } from '#server/platform/context.ts';
import { languageChosen } from '#server/platform/http/request-facts.ts';
import type { Route } from '#server/platform/http/route.ts';
import { addressKey, countSharers, createAddressLimit, createQuota, shareOf } from '#server/platform/limits/quota.ts';
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
import {
  cancelAndRefund,
  refundEveryone,
  resumeRefunding,
  stopRefunding,
  watchRefunding,
} from '#server/sales/payments/refunds/bulk-refunds.service.ts';
import { returnFromBank, receiveCallback } from '#server/sales/payments/bank-news.service.ts';
import { refundOrder, resolveFlagged, retryRefund, syncNow } from '#server/sales/payments/staff-money.service.ts';
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
import { utmRemembered, rememberedRef } from '#shared/promoters/named-link.ts';
import { staffContract } from '#shared/staff-api.ts';

/** Per address: a whole club behind one carrier's address needs fewer when a sale opens. */
const HOLDS_A_MINUTE = 3_000;

export function cartApi(route: Route, deps: Deps): void {
  const limitHolds = createAddressLimit(deps, HOLDS_A_MINUTE);
  route(contract.cart.get, getCart);
  route(contract.cart.addTicket, (ctx, input, { request }) => {
    limitHolds(request.ip);
    return addTicket(ctx, { ...input, refCode: rememberedRef(request.headers.cookie) });
  });
  route(contract.cart.updateTicket, updateTicket);
  route(contract.cart.removeTicket, (ctx, { eventId }) => removeTicket(ctx, eventId));
}

export function staffTicketTypesApi(route: Route): void {
  const { staffTicketTypes } = staffContract;
  route(staffTicketTypes.list, (ctx, { id }) => listTicketTypes(ctx, id));
  route(staffTicketTypes.add, (ctx, { id, body }) => addTicketType(ctx, id, body));
  route(staffTicketTypes.change, (ctx, { id, body }) => changeTicketType(ctx, id, body));
  route(staffTicketTypes.order, (ctx, { id, body }) => arrangeTicketTypes(ctx, id, body));
  route(staffTicketTypes.remove, (ctx, { id, version }) => removeTicketType(ctx, id, version));
}

/** Per address, which may be a carrier's; each new order costs a request to the bank. */
const CHECKOUTS_A_MINUTE = 1_000;

export function ordersApi(route: Route, deps: Deps): void {
  const limitCheckouts = createAddressLimit(deps, CHECKOUTS_A_MINUTE);
  route(contract.cart.checkout, (ctx, _input, { request }) => {
    limitCheckouts(request.ip);
    return checkout(ctx, { language: languageChosen(request), utm: utmRemembered(request.headers.cookie) });
  });
  route(staffContract.staffMoney.order, (ctx, { id }) => showOrder(ctx, id));
}

export function complimentaryApi(route: Route): void {
  const { staffTicketTypes } = staffContract;
  route(staffTicketTypes.given, (ctx, { id, before, limit }) => listGiven(ctx, id, { before, limit }));
  route(staffTicketTypes.give, (ctx, { id, body }) => giveTickets(ctx, id, body));
  route(staffTicketTypes.revoke, (ctx, { id, body }) => revokeTickets(ctx, id, body.reason));
}

/** Unsigned callbacks per address. A bank without signatures calls from a few addresses on a busy night. */
const UNSIGNED_A_MINUTE = 600;
/** Bank requests about one payment from its return page, whose own ones may all reach one process. */
const RETURNS_A_MINUTE = 20;
const OF_PAGE = 10;
const mayAskOf = perServer((ctx) => createQuota(ctx.clock, () => Math.max(OF_PAGE, RETURNS_A_MINUTE / countSharers(ctx))));

export function paymentsApi(route: Route, http: FastifyInstance, deps: Deps): void {
  route(contract.payments.bankReturn, (ctx, { body }) => returnFromBank(ctx, body.token, (id) => mayAskOf(ctx)(String(id))));
  void http.register(async (scope) => callbackRoute(scope, deps));
}

/** Outside `route`, in a separate scope: a signature covers the raw bytes, which a JSON parser would lose. */
function callbackRoute(scope: FastifyInstance, deps: Deps): void {
  const { method, path, shape } = contract.payments.callback;
  const mayCall = createQuota(deps.clock, () => shareOf(deps, UNSIGNED_A_MINUTE));
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

export function staffMoneyApi(route: Route): void {
  const { staffMoney, staffChecks } = staffContract;
  route(staffChecks.bank, openTestOrder);
  route(staffMoney.refundOrder, (ctx, { id, body }) => refundOrder(ctx, id, body));
  route(staffMoney.retryRefund, (ctx, { id }) => retryRefund(ctx, id));
  route(staffMoney.syncPaymentNow, (ctx, { id }) => syncNow(ctx, id));
  route(staffMoney.resolvePayment, (ctx, { id, body }) => resolveFlagged(ctx, { paymentId: id, ...body }));
  route(staffMoney.cancelEvent, (ctx, { id, body }) => cancelAndRefund(ctx, id, body));
  route(staffMoney.refundEvent, (ctx, { id, body }) => refundEveryone(ctx, id, body.reason));
  route(staffMoney.stopEventRefund, (ctx, { id }) => stopRefunding(ctx, id));
  route(staffMoney.resumeEventRefund, (ctx, { id }) => resumeRefunding(ctx, id));
  route(staffMoney.eventRefund, (ctx, { id }) => watchRefunding(ctx, id));
}

export function ticketsApi(route: Route): void {
  route(contract.tickets.mine, listMyTickets);
  route(contract.tickets.next, nextTicket);
  route(contract.tickets.waiting, countWaiting);
  route(contract.tickets.pdf, async (ctx, { id, lang }, { reply }) => {
    const content = await ticketPdf(ctx, id, lang);
    reply.header('content-type', 'application/pdf').header('content-disposition', `attachment; filename="ticket-${id}.pdf"`);
    return content;
  });
  route(contract.tickets.allPdf, async (ctx, { lang }, { reply }) => {
    const content = await allTicketsPdf(ctx, lang);
    const name = myTicketsFileName(venueDay(ctx.clock.now()));
    reply.header('content-type', 'application/pdf').header('content-disposition', `attachment; filename="${name}"`);
    return content;
  });
  route(contract.tickets.resend, (ctx, { id }) => mailTicketAgain(ctx, id));
}

export function walletApi(route: Route): void {
  route(contract.wallet.apple, async (ctx, { id, lang }, { reply }) => {
    const content = await applePassOf(ctx, id, lang);
    reply
      .header('content-type', 'application/vnd.apple.pkpass')
      .header('content-disposition', `attachment; filename="ticket-${id}.pkpass"`);
    return content;
  });
  route(contract.wallet.google, (ctx, { id, lang }) => googlePassOf(ctx, id, lang));
}
