import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { gel, jsonId, jsonLongId, wireLongId, wireTime } from '#shared/wire.ts';
import { CLAIMS } from './claims.ts';
import { HolderNameInput, LINK_TOKEN_MAX } from './transfers.schemas.ts';

/** Why something cannot be done with a ticket now; null if it can. */
const TransferRefusal = z.enum(['not_offered', 'transfer_over', 'ticket_used', 'conflict']);
const ResaleRefusal = z.enum(['not_offered', 'transfer_over', 'ticket_used', 'not_returnable', 'not_sold_out']);

/**
 * What the owner of a ticket may do with it besides entering. `claim`: whose it is (claims.ts); the holder's name of a claimed one is the account's. `linkMadeAt`: of the open transfer link; the club verifies the friend
 * first if `isVerifiedOnly`. `listing`: its resale listing; `isHeld` while a buyer may be paying. `amount`: the part of the price that is paid back;
 * `fee`: what the club keeps.
 */
export const TransferOptions = z.object({
  id: jsonLongId,
  holderName: z.string(),
  claim: z.enum(CLAIMS),
  until: wireTime,
  transfer: z.object({ refusal: TransferRefusal.nullable(), linkMadeAt: wireTime.nullable(), isVerifiedOnly: z.boolean() }),
  resale: z.object({
    refusal: ResaleRefusal.nullable(),
    listing: z.object({ at: wireTime, isHeld: z.boolean() }).nullable(),
    amount: gel,
    fee: gel,
  }),
});
export type TransferOptions = z.infer<typeof TransferOptions>;

/**
 * A ticket behind a transfer link, or the unclaimed tickets behind a claim link, of which each guest gets one. `left`: how many of those;
 * null for a transfer link. `from`: the owner's first name. `taken`: already accepted, or none left; `ended`: withdrawn, used or refunded;
 * `over`: too late.
 */
export const TransferView = z.object({
  event: z.object({ id: jsonId, name: z.string(), nameLat: z.string(), startDate: wireTime }),
  ticketTypeName: z.string(),
  ticketTypeNameLat: z.string(),
  from: z.string(),
  isVerifiedOnly: z.boolean(),
  until: wireTime,
  left: z.number().int().nullable(),
  state: z.enum(['open', 'taken', 'ended', 'over']),
});
export type TransferView = z.infer<typeof TransferView>;

/** `isWaiting`: the ticket has no code until the club has verified its guest. */
export const TakenTicket = z.object({ ticketId: jsonLongId, isWaiting: z.boolean() });
export type TakenTicket = z.infer<typeof TakenTicket>;

const params = z.object({ id: wireLongId });
const byToken = z.object({ token: z.string().min(1).max(LINK_TOKEN_MAX) });

export const transfersContract = {
  show: endpoint('GET', '/Tickets/:id/transfer', 'user', {
    summary: 'Get whether the caller’s ticket can be transferred or returned for resale, and its state',
    params,
    output: TransferOptions,
    errors: ['ticket_not_found'],
  }),
  name: endpoint('PUT', '/Tickets/:id/name', 'user', {
    summary: 'Set the name on a ticket of the caller',
    params,
    body: HolderNameInput,
    output: TransferOptions,
    errors: ['not_offered', 'ticket_not_found'],
  }),
  makeLink: endpoint('POST', '/Tickets/:id/link', 'user', {
    summary: 'Create a transfer link for a ticket of the caller; shown once, it replaces the previous link',
    params,
    output: TransferOptions.extend({ url: z.url() }),
    errors: ['conflict', 'transfer_over', 'not_offered', 'ticket_not_found'],
  }),
  endLink: endpoint('DELETE', '/Tickets/:id/link', 'user', {
    summary: 'Cancel a ticket’s transfer link, if there is one',
    params,
    output: TransferOptions,
    errors: ['ticket_not_found'],
  }),
  listForResale: endpoint('POST', '/Tickets/:id/resale', 'user', {
    summary: 'Return a ticket for resale; it stays valid until someone buys it',
    params,
    output: TransferOptions,
    errors: ['conflict', 'transfer_over', 'not_offered', 'not_returnable', 'not_sold_out', 'ticket_not_found'],
  }),
  withdrawListing: endpoint('DELETE', '/Tickets/:id/resale', 'user', {
    summary: 'Cancel a ticket’s resale listing, if there is one',
    params,
    output: TransferOptions,
    errors: ['resale_begun', 'ticket_not_found'],
  }),
  look: endpoint('POST', '/Transfers/look', 'public', {
    summary: 'Get the ticket of a transfer link, or how many tickets a claim link has left',
    body: byToken,
    output: TransferView,
    errors: ['transfer_unknown'],
  }),
  take: endpoint('POST', '/Transfers/take', 'user', {
    summary: 'Accept a transferred ticket, or claim one of several: the old code stops working, and the caller gets a new one',
    body: byToken,
    output: TakenTicket,
    errors: [
      'account_rejected',
      'banned',
      'email_not_proved',
      'has_place',
      'transfer_over',
      'own_ticket',
      'person_limit',
      'transfer_ended',
      'transfer_unknown',
    ],
  }),
};
