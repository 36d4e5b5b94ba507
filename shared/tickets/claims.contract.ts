import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId, jsonLongId, wireLongId, wireTime } from '#shared/wire.ts';

/**
 * A place that its buyer gives to a friend. `unclaimed`: by the link of all; `linked`: by a link of its own; `listed`: returned for resale;
 * `waiting`: claimed by `name`, whom the club has yet to verify; `claimed`: by `name`, who has the code;
 * `entered`: the door let `name` in without a claim.
 */
const ClaimPlace = z.object({
  ticketId: jsonLongId,
  state: z.enum(['unclaimed', 'linked', 'listed', 'waiting', 'claimed', 'entered']),
  name: z.string().nullable(),
});
export type ClaimPlace = z.infer<typeof ClaimPlace>;

const eventOfClaim = z.object({ id: jsonId, name: z.string(), nameLat: z.string(), startDate: wireTime });

/**
 * The places of one purchase for friends. `id`: of the purchase, for the link. `linkMadeAt`: of the open link for the unclaimed ones.
 * `until`: when links end; `isOver`: they ended. `mayKeep`: the caller has no place of this event, so may keep one of these.
 */
export const ClaimGroup = z.object({
  id: jsonLongId,
  event: eventOfClaim,
  places: z.array(ClaimPlace),
  linkMadeAt: wireTime.nullable(),
  until: wireTime,
  isOver: z.boolean(),
  isVerifiedOnly: z.boolean(),
  mayKeep: z.boolean(),
});
export type ClaimGroup = z.infer<typeof ClaimGroup>;

/**
 * `waiting`: tickets of the caller that get their code once the club has verified the caller. `until`: when a friend's place goes back to the
 * friend otherwise; null for one that the caller bought, or when that time is over.
 */
export const ClaimsView = z.object({
  groups: z.array(ClaimGroup),
  waiting: z.array(z.object({ ticketId: jsonLongId, event: eventOfClaim, until: wireTime.nullable() })),
});
export type ClaimsView = z.infer<typeof ClaimsView>;

const params = z.object({ id: wireLongId });

export const claimsContract = {
  mine: endpoint('GET', '/Tickets/my-tickets/claims', 'user', {
    summary: 'List the caller’s places for friends at coming events that want names, and own tickets that wait for the verification',
    output: ClaimsView,
  }),
  makeLink: endpoint('POST', '/Tickets/claims/:id/link', 'user', {
    summary: 'Create the link for the unclaimed tickets of a purchase; shown once, it replaces the previous link',
    params,
    output: ClaimsView.extend({ url: z.url() }),
    errors: ['transfer_over', 'ticket_not_found'],
  }),
  endLink: endpoint('DELETE', '/Tickets/claims/:id/link', 'user', {
    summary: 'Cancel the link for the unclaimed tickets of a purchase, if there is one',
    params,
    output: ClaimsView,
    errors: ['ticket_not_found'],
  }),
  keep: endpoint('POST', '/Tickets/:id/keep', 'user', {
    summary: 'Keep an unclaimed ticket of the caller as the own one',
    params,
    output: ClaimsView,
    errors: ['account_rejected', 'banned', 'conflict', 'has_place', 'ticket_not_found', 'transfer_over'],
  }),
  takeBack: endpoint('POST', '/Tickets/:id/take-back', 'user', {
    summary: 'Take back a ticket that the caller bought and whose guest waits for the verification',
    params,
    output: ClaimsView,
    errors: ['conflict', 'ticket_not_found'],
  }),
};
