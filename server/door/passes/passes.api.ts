import type { FastifyInstance } from 'fastify';
import { readChanges, readPack } from '#server/door/pack/pack.service.ts';
import { watchPacks } from '#server/door/pack/pack-watch.ts';
import type { Context, Deps } from '#server/platform/context.ts';
import type { Exchange, Serve } from '#server/platform/http/serve.ts';
import { takeScans } from '#server/door/scans/pass-scans.service.ts';
import { searchGuests } from '#server/door/search/search.service.ts';
import { passContract } from '#shared/door/pass.contract.ts';
import { AppError } from '#shared/errors.ts';
import { staffPassesContract } from '#shared/staff/passes.contract.ts';
import { type CallingPass, passOf } from './pass-calls.ts';
import { createPass, leavePass, listPasses, pairPhone, readOwnPass, renewCode, revokePass } from './passes.service.ts';

export function passesApi(serve: Serve): void {
  serve(staffPassesContract.list, (ctx, { eventId }) => listPasses(ctx, eventId));
  serve(staffPassesContract.create, (ctx, { body }) => createPass(ctx, body));
  serve(staffPassesContract.renew, (ctx, { id }) => renewCode(ctx, id));
  serve(staffPassesContract.revoke, (ctx, { id }) => revokePass(ctx, id));
  serve(passContract.pair, (ctx, { body }) => pairPhone(ctx, body));
  serve(passContract.time, (ctx, _input, exchange) => withPass(ctx, exchange, (pass) => readOwnPass(ctx, pass)));
  serve(passContract.leave, (ctx, _input, exchange) => withPass(ctx, exchange, (pass) => leavePass(ctx, pass)));
  serve(passContract.search, (ctx, { name }, exchange) => withPass(ctx, exchange, (pass) => searchGuests(ctx, pass, name)));
  serve(passContract.scans, (ctx, { body }, exchange) => withPass(ctx, exchange, (pass) => takeScans(ctx, pass, body)));
}

/** What a phone keeps to decide without a network, once or live. Streams end when the server stops, so that they do not delay it. */
export function packApi(serve: Serve, http: FastifyInstance, deps: Deps): void {
  const watch = watchPacks(deps);
  http.addHook('preClose', (done) => {
    watch.close();
    done();
  });
  serve(passContract.pack, (ctx, _input, exchange) => withPass(ctx, exchange, (pass) => readPack(ctx, pass)));
  serve(passContract.changes, (ctx, { since }, exchange) => withPass(ctx, exchange, (pass) => readChanges(ctx, pass, since)));
  serve(passContract.changesStream, async (ctx, { since }, exchange) => {
    const stream = await withPass(ctx, exchange, (pass) => watch.open(pass, since));
    // The second header tells a proxy not to buffer.
    exchange.reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    return stream;
  });
}

/** Runs a call of a phone. The answer to an ended pass makes the browser forget everything of this site. */
async function withPass<T>(ctx: Context, { request, reply }: Exchange, work: (pass: CallingPass) => Promise<T>): Promise<T> {
  try {
    return await work(passOf(ctx, request));
  } catch (error) {
    if (error instanceof AppError && error.code === 'pass_ended') reply.header('clear-site-data', '"cache", "storage"');
    throw error;
  }
}
