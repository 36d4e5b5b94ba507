import { staffContract } from '#shared/staff-api.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { giveTickets, listGiven, revokeTickets } from './complimentary.service.ts';

/** Tickets that staff gives away. */
export function complimentaryApi(serve: Serve): void {
  const { staffReleases } = staffContract;
  serve(staffReleases.given, (ctx, { id, before, limit }) => listGiven(ctx, id, { before, limit }));
  serve(staffReleases.give, (ctx, { id, body }) => giveTickets(ctx, id, body));
  serve(staffReleases.revoke, (ctx, { id, body }) => revokeTickets(ctx, id, body.reason));
}
