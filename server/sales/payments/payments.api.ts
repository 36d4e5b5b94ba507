import type { FastifyInstance } from 'fastify';
import { contract } from '#shared/api.ts';
import { AppError } from '#shared/errors.ts';
import { contextFor, type Deps } from '#server/platform/context.ts';
import { addressKey } from '#server/platform/limits/limit-keys.ts';
import { createQuota } from '#server/platform/limits/quota.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { findBank } from '#server/sales/payments/banks/bank-of.ts';
import { receiveCallback } from './callbacks.service.ts';
import { returnFromBank } from './payments.service.ts';

/** Callbacks of one address that no signature vouches for. A bank that signs none calls from a handful of addresses on a busy night. */
const UNSIGNED_A_MINUTE = 600;
/** Questions to the bank about one payment that its return page may cause; the page itself asks ten times. */
const RETURNS_A_MINUTE = 20;

export function paymentsApi(serve: Serve, http: FastifyInstance, deps: Deps): void {
  const mayAsk = createQuota(deps.clock, RETURNS_A_MINUTE);
  serve(contract.payments.returned, (ctx, { body }) => returnFromBank(ctx, body.token, (id) => mayAsk(String(id))));
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
