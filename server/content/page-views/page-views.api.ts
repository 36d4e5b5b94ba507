import type { FastifyInstance } from 'fastify';
import { pageViewsContract } from '#shared/page-views/page-views.contract.ts';
import { contextFor, type Deps } from '#server/platform/context.ts';
import { requireOwnPage } from '#server/platform/http/request-facts.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { createPageViewCounter } from './page-views.service.ts';

/** Whatever is not counted is answered like the rest: a refusal would only stand in the visitor's console. */
export function pageViewsApi(serve: Serve, http: FastifyInstance, deps: Deps): void {
  const counter = createPageViewCounter(contextFor(deps));
  http.addHook('onClose', () => counter.flush());
  serve(pageViewsContract.add, (ctx, { body }, { request }) => {
    requireOwnPage(ctx, request);
    counter.count(body, { address: request.ip, userAgent: request.headers['user-agent'] });
    return {};
  });
}
