import type { FastifyInstance } from 'fastify';
import { contextFor, type Deps, perServer } from '#server/platform/context.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { addressKey } from '#server/platform/limits/limit-keys.ts';
import { createQuota } from '#server/platform/limits/quota.ts';
import { findBank } from '#server/sales/payments/banks/bank-away.ts';
import {
  cancelAndRefund,
  refundEveryone,
  resumeRefunding,
  stopRefunding,
  watchRefunding,
} from '#server/sales/payments/refunds/bulk-refunds.service.ts';
import { refundOrder, retryRefund } from '#server/sales/payments/refunds/refunds.service.ts';
import { contract } from '#shared/api.ts';
import { AppError } from '#shared/errors.ts';
import { staffContract } from '#shared/staff-api.ts';
import { receiveCallback } from './callbacks.service.ts';
import { returnFromBank } from './payments.service.ts';
import { resolveFlagged, settleNow } from './resolve-flagged.service.ts';

/** Unsigned callbacks per address. A bank without signatures calls from a handful of addresses on a busy night. */
const UNSIGNED_A_MINUTE = 600;
/** Requests to the bank about one payment through its return page; the page itself sends ten. */
const RETURNS_A_MINUTE = 20;
const mayAskOf = perServer(({ clock }) => createQuota(clock, RETURNS_A_MINUTE));

export function paymentsApi(serve: Serve, http: FastifyInstance, deps: Deps): void {
  serve(contract.payments.returned, (ctx, { body }) => returnFromBank(ctx, body.token, (id) => mayAskOf(ctx)(String(id))));
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
  const { staffMoney } = staffContract;
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
