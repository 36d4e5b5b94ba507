import type { FastifyInstance } from 'fastify';
import { staffContract } from '#shared/staff-api.ts';
import type { Deps } from '#server/platform/context.ts';
import { bearerOf } from '#server/platform/http/request-facts.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { watchTonight } from './tonight-watch.ts';
import { showTonight } from './tonight.service.ts';

/** How a night goes, once or live. Streams end when the server is told to stop, so that nothing keeps it from that. */
export function tonightApi(serve: Serve, http: FastifyInstance, deps: Deps): void {
  const { staffTonight } = staffContract;
  const watch = watchTonight(deps);
  http.addHook('preClose', (done) => {
    watch.close();
    done();
  });
  serve(staffTonight.show, (ctx, { eventId }) => showTonight(ctx, eventId));
  serve(staffTonight.stream, async (_ctx, { eventId }, { request, reply }) => {
    const stream = await watch.open(bearerOf(request) ?? '', eventId);
    // The second header asks a proxy not to wait until there is more.
    reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    return stream;
  });
}
