import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId, wireId, wireTime } from '#shared/wire.ts';
import { WaitlistInput } from './waitlist.schemas.ts';

/**
 * The caller's place in the waitlist of an event. `place` counts from 1. An offer is a cart line until `heldUntil`. `most`: the places per
 * person. `last`: how the previous entry ended, if there is none now.
 */
export const WaitlistView = z.object({
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
export type WaitlistView = z.infer<typeof WaitlistView>;

const params = z.object({ id: wireId });

export const waitlistContract = {
  look: endpoint('GET', '/Events/:id/waitlist', 'user', {
    summary: 'Get the caller’s place on an event’s waitlist',
    params,
    output: WaitlistView,
    errors: ['event_not_found'],
  }),
  join: endpoint('POST', '/Events/:id/waitlist', 'user', {
    summary: 'Join the waitlist of a sold-out event',
    params,
    body: WaitlistInput,
    output: WaitlistView,
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
  leave: endpoint('DELETE', '/Events/:id/waitlist', 'user', {
    summary: 'Leave the waitlist; an open offer ends and goes to the next person',
    params,
    output: WaitlistView,
    errors: ['event_not_found'],
  }),
};
