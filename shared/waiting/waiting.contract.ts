import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId, wireId, wireTime } from '#shared/wire.ts';
import { WaitingInput } from './waiting.schemas.ts';

/**
 * The caller's place in the line of an event. `place` counts from 1. An offer is a line of the cart until `heldUntil`. `most`: the places of one
 * person. `last`: how the entry before ended, when there is none now.
 */
export const WaitingView = z.object({
  eventId: jsonId,
  most: z.number().int(),
  entry: z
    .object({
      state: z.enum(['waiting', 'offered']),
      quantity: z.number().int(),
      place: z.number().int(),
      heldUntil: wireTime.nullable(),
    })
    .nullable(),
  last: z.enum(['bought', 'lapsed', 'left', 'removed', 'ended']).nullable(),
});
export type WaitingView = z.infer<typeof WaitingView>;

const params = z.object({ id: wireId });

export const waitingContract = {
  look: endpoint('GET', '/Events/:id/waiting', 'user', {
    summary: 'The caller’s place in the line of a sold-out event',
    params,
    output: WaitingView,
    errors: ['event_not_found'],
  }),
  join: endpoint('POST', '/Events/:id/waiting', 'user', {
    summary: 'Waits for places of a sold-out event',
    params,
    body: WaitingInput,
    output: WaitingView,
    creates: true,
    errors: [
      'account_rejected',
      'already_waiting',
      'banned',
      'email_not_proved',
      'event_not_found',
      'not_offered',
      'not_on_sale',
      'not_sold_out',
      'person_limit',
      'ticket_in_cart',
      'verified_only',
    ],
  }),
  leave: endpoint('DELETE', '/Events/:id/waiting', 'user', {
    summary: 'Leaves the line; an offer ends with it, and its places go to the next',
    params,
    output: WaitingView,
    errors: ['event_not_found'],
  }),
};
