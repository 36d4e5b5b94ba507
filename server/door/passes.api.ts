import type { FastifyInstance } from 'fastify';
import { packStreams } from '#server/door/pack/pack-routes.ts';
import { readChanges, readPack } from '#server/door/pack/pack.service.ts';
import { takeScans } from '#server/door/scans/pass-scans.service.ts';
import { searchGuests } from '#server/door/search/search.service.ts';
import type { Deps } from '#server/platform/context.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { passContract } from '#shared/door/pass.contract.ts';
import { staffPassesContract } from '#shared/staff/passes.contract.ts';
import { leave, withPass } from '#server/door/passes/pass-routes.ts';
import { createPass, listPasses, pairPhone, readOwnPass, renewCode, revokePass } from '#server/door/passes/passes.service.ts';

export function passesApi(serve: Serve): void {
  serve(staffPassesContract.list, (ctx, { eventId }) => listPasses(ctx, eventId));
  serve(staffPassesContract.create, (ctx, { body }) => createPass(ctx, body));
  serve(staffPassesContract.renew, (ctx, { id }) => renewCode(ctx, id));
  serve(staffPassesContract.revoke, (ctx, { id }) => revokePass(ctx, id));
  serve(passContract.pair, (ctx, { body }) => pairPhone(ctx, body));
  serve(passContract.time, (ctx, _input, exchange) => withPass(ctx, exchange, (pass) => readOwnPass(ctx, pass)));
  serve(passContract.search, (ctx, { body }, exchange) => withPass(ctx, exchange, (pass) => searchGuests(ctx, pass, body.name)));
  serve(passContract.scans, (ctx, { body }, exchange) => withPass(ctx, exchange, (pass) => takeScans(ctx, pass, body)));
  serve(passContract.leave, (ctx, _input, exchange) => leave(ctx, exchange));
}

/** What a phone keeps to decide without a network, once or live. */
export function packApi(serve: Serve, http: FastifyInstance, deps: Deps): void {
  const openStream = packStreams(http, deps);
  serve(passContract.pack, (ctx, _input, exchange) => withPass(ctx, exchange, (pass) => readPack(ctx, pass)));
  serve(passContract.changes, (ctx, { since }, exchange) => withPass(ctx, exchange, (pass) => readChanges(ctx, pass, since)));
  serve(passContract.changesStream, (ctx, { since }, exchange) => openStream(ctx, since, exchange));
}
