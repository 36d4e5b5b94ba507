import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/platform/context.ts';
import { bearerOf } from '#server/platform/http/request-facts.ts';
import type { Route } from '#server/platform/http/route.ts';
import { contract } from '#shared/api.ts';
import { staffContract } from '#shared/staff-api.ts';
import { decideEntry, listDoorEvents } from './door.service.ts';
import { getGuestAtDoor } from './guest-at-door.service.ts';
import { watchTonight } from './tonight-watch.ts';
import { readMinutes, searchDecisions, showTonight } from './tonight.service.ts';
import { undoAdmission } from './undo-admission.service.ts';

export function doorApi(route: Route): void {
  route(contract.accounts.guest, (ctx, { id }) => getGuestAtDoor(ctx, id));
  route(contract.door.events, listDoorEvents);
  route(contract.door.scan, (ctx, { body }, { request }) => {
    return decideEntry(ctx, { ...body, scanId: body.scanId ?? scanIdOf(request.headers['idempotency-key']) });
  });
  route(contract.door.undo, (ctx, { body }) => undoAdmission(ctx, body.scanId));
}

/** A scan is idempotent by its `scanId`; an `Idempotency-Key` is hashed to a UUID and used as one. */
function scanIdOf(key: string | string[] | undefined): string | undefined {
  if (typeof key !== 'string' || key === '') return undefined;
  const digits = createHash('sha256').update(key).digest('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

/** The figures of an event, once or live. Streams are ended when the server stops, so that they do not delay it. */
export function tonightApi(route: Route, http: FastifyInstance, deps: Deps): void {
  const { staffTonight } = staffContract;
  const watch = watchTonight(deps);
  http.addHook('preClose', (done) => {
    watch.close();
    done();
  });
  route(staffTonight.show, (ctx, { eventId }) => showTonight(ctx, eventId));
  route(staffTonight.decisions, (ctx, { body }) => searchDecisions(ctx, body));
  route(staffTonight.minutes, (ctx, { eventId }) => readMinutes(ctx, eventId));
  route(staffTonight.stream, async (ctx, { eventId }, { request, reply }) => {
    const stream = await watch.open(ctx, { bearer: bearerOf(request) ?? '', eventId });
    // The second header tells a proxy not to buffer.
    reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    return stream;
  });
}
