import type { FastifyInstance } from 'fastify';
import { watchPacks } from '#server/door/pack/pack-watch.ts';
import { readChanges, readPack } from '#server/door/pack/pack.service.ts';
import { acceptScans } from '#server/door/scans/pass-scans.service.ts';
import { searchGuests } from '#server/door/search/search.service.ts';
import type { Deps } from '#server/platform/context.ts';
import type { Route } from '#server/platform/http/route.ts';
import { passContract } from '#shared/door/pass.contract.ts';
import { staffPassesContract } from '#shared/staff/passes.contract.ts';
import { passOf } from '#server/door/passes/pass-calls.ts';
import { createPass, leavePass, listPasses, pairPhone, readOwnPass, renewCode, revokePass } from '#server/door/passes/passes.service.ts';

export function passesApi(route: Route): void {
  route(staffPassesContract.list, (ctx, { eventId }) => listPasses(ctx, eventId));
  route(staffPassesContract.create, (ctx, { body }) => createPass(ctx, body));
  route(staffPassesContract.renew, (ctx, { id }) => renewCode(ctx, id));
  route(staffPassesContract.revoke, (ctx, { id }) => revokePass(ctx, id));
  route(passContract.pair, (ctx, { body }) => pairPhone(ctx, body));
  route(passContract.time, (ctx, _input, { request }) => readOwnPass(ctx, passOf(ctx, request)));
  route(passContract.search, (ctx, { body }, { request }) => searchGuests(ctx, passOf(ctx, request), body.name));
  route(passContract.scans, (ctx, { body }, { request }) => acceptScans(ctx, passOf(ctx, request), body));
  route(passContract.leave, (ctx, _input, { request, reply }) => {
    const pass = passOf(ctx, request);
    // On this header the phone deletes what this site has stored. It calls this when everything is uploaded.
    if (pass.endedAt) reply.header('clear-site-data', '"cache", "storage"');
    return leavePass(ctx, pass);
  });
}

/** What a phone needs to decide without a network, once or live. */
export function packApi(route: Route, http: FastifyInstance, deps: Deps): void {
  const watch = watchPacks(deps);
  // Streams are ended when the server stops, so that they do not delay it.
  http.addHook('preClose', (done) => {
    watch.close();
    done();
  });
  route(passContract.pack, (ctx, _input, { request }) => readPack(ctx, passOf(ctx, request)));
  route(passContract.changes, (ctx, { since }, { request }) => readChanges(ctx, passOf(ctx, request), since));
  route(passContract.changesStream, async (ctx, { since }, { request, reply }) => {
    const stream = await watch.open(passOf(ctx, request), since);
    // The second header tells a proxy not to buffer.
    reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    return stream;
  });
}
