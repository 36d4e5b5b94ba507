import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { passOf } from '#server/door/passes/pass-calls.ts';
import type { Context, Deps } from '#server/platform/context.ts';
import type { Exchange } from '#server/platform/http/serve.ts';
import { watchPacks } from './pack-watch.ts';

type OpenStream = (ctx: Context, since: string, exchange: Exchange) => Promise<Readable>;

/** Returns the route of the streams of changes. They end when the server stops, so that they do not delay it. */
export function packStreams(http: FastifyInstance, deps: Deps): OpenStream {
  const watch = watchPacks(deps);
  http.addHook('preClose', (done) => {
    watch.close();
    done();
  });
  return async (ctx, since, { request, reply }) => {
    const stream = await watch.open(passOf(ctx, request), since);
    // The second header tells a proxy not to buffer.
    reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    return stream;
  };
}
