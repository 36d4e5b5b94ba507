import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { gel, jsonId, jsonLongId, wireLongId, wireTime } from '#shared/wire.ts';
import { HolderNameInput } from './handover.schemas.ts';

const TOKEN_MAX = 200;

/** Why something cannot be done with a ticket now; null when it can. */
const PassOnRefusal = z.enum(['not_offered', 'handover_over', 'ticket_used', 'conflict']);
const ResaleRefusal = z.enum(['not_offered', 'handover_over', 'ticket_used', 'not_returnable', 'not_sold_out']);

/**
 * What the owner of a ticket may do with it besides coming in. `linkMadeAt`: of the open link for a friend, who must be a verified guest where `isVerifiedOnly`. `returned`: it was put back;
 * `isHeld` while somebody may be paying for its place. `amount`: what comes back of the price; `fee`: what the club keeps.
 */
export const HandoverView = z.object({
  id: jsonLongId,
  holderName: z.string(),
  until: wireTime,
  passOn: z.object({ refusal: PassOnRefusal.nullable(), linkMadeAt: wireTime.nullable(), isVerifiedOnly: z.boolean() }),
  resale: z.object({
    refusal: ResaleRefusal.nullable(),
    returned: z.object({ at: wireTime, isHeld: z.boolean() }).nullable(),
    amount: gel,
    fee: gel,
  }),
});
export type HandoverView = z.infer<typeof HandoverView>;

/** A ticket behind a link. `from`: the owner's first name. `taken`: somebody has taken it; `ended`: withdrawn, used or refunded; `over`: too late. */
export const TransferView = z.object({
  event: z.object({ id: jsonId, name: z.string(), nameLat: z.string(), startDate: wireTime }),
  ticketTypeName: z.string(),
  ticketTypeNameLat: z.string(),
  from: z.string(),
  isVerifiedOnly: z.boolean(),
  until: wireTime,
  state: z.enum(['open', 'taken', 'ended', 'over']),
});
export type TransferView = z.infer<typeof TransferView>;

const params = z.object({ id: wireLongId });
const byToken = z.object({ token: z.string().min(1).max(TOKEN_MAX) });

export const handoverContract = {
  show: endpoint('GET', '/Tickets/:id/handover', 'user', {
    summary: 'Whether an own ticket can be passed on or put back, and whether it is',
    params,
    output: HandoverView,
    errors: ['ticket_not_found'],
  }),
  name: endpoint('PUT', '/Tickets/:id/name', 'user', {
    summary: 'Writes on an own ticket who is to come in with it',
    params,
    body: HolderNameInput,
    output: HandoverView,
    errors: ['ticket_not_found'],
  }),
  makeLink: endpoint('POST', '/Tickets/:id/link', 'user', {
    summary: 'A link with which a friend takes an own ticket; shown once, and it ends the one before',
    params,
    output: HandoverView.extend({ url: z.url() }),
    errors: ['conflict', 'handover_over', 'not_offered', 'ticket_not_found'],
  }),
  endLink: endpoint('DELETE', '/Tickets/:id/link', 'user', {
    summary: 'Ends the link of an own ticket; also when there is none',
    params,
    output: HandoverView,
    errors: ['ticket_not_found'],
  }),
  putBack: endpoint('POST', '/Tickets/:id/return', 'user', {
    summary: 'Puts an own ticket back: it stays valid until somebody has paid for its place',
    params,
    output: HandoverView,
    errors: ['conflict', 'handover_over', 'not_offered', 'not_returnable', 'not_sold_out', 'ticket_not_found'],
  }),
  takeBack: endpoint('DELETE', '/Tickets/:id/return', 'user', {
    summary: 'Takes a ticket back that was put back; also when it was not',
    params,
    output: HandoverView,
    errors: ['resale_begun', 'ticket_not_found'],
  }),
  look: endpoint('POST', '/Transfers/look', 'public', {
    summary: 'The ticket behind a link',
    body: byToken,
    output: TransferView,
    errors: ['transfer_unknown'],
  }),
  take: endpoint('POST', '/Transfers/take', 'user', {
    summary: 'Takes the ticket of a link: the one of before ends, and the caller gets a new one',
    body: byToken,
    output: z.object({ ticketId: jsonLongId }),
    errors: [
      'account_rejected',
      'banned',
      'email_not_proved',
      'handover_over',
      'own_ticket',
      'person_limit',
      'transfer_ended',
      'transfer_unknown',
      'verified_only',
    ],
  }),
};
