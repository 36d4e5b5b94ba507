import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId, wireId, wireTime } from '#shared/wire.ts';

/** A waitlist entry, current or ended. `heldUntil`: of an open offer. */
const WaitlistEntryView = z.object({
  id: jsonId,
  guest: z.object({ id: jsonId, name: z.string(), email: z.string() }),
  quantity: z.number().int(),
  state: z.enum(['waiting', 'offered', 'bought', 'lapsed', 'left', 'removed', 'ended']),
  createdAt: wireTime,
  offeredAt: wireTime.nullable(),
  heldUntil: wireTime.nullable(),
  endedAt: wireTime.nullable(),
});
export type WaitlistEntryView = z.infer<typeof WaitlistEntryView>;

/**
 * The waitlist of an event: waiting entries in order, then those with an offer, then the last ones that ended. `places`: how many places
 * the waiting guests want in total. `listed`: unsold tickets that are listed for resale.
 */
export const EventWaitlistView = z.object({
  id: jsonId,
  isOn: z.boolean(),
  waiting: z.number().int(),
  places: z.number().int(),
  offered: z.number().int(),
  listed: z.number().int(),
  items: z.array(WaitlistEntryView),
});
export type EventWaitlistView = z.infer<typeof EventWaitlistView>;

const params = z.object({ id: wireId });

/** It shows guests with their addresses, so reading needs the right to read guests; changing it needs the right to give tickets. */
export const staffWaitlistContract = {
  list: endpoint('GET', '/staff/nights/:id/waitlist', 'guests.read', {
    summary: 'Get an event’s waitlist, with the number of tickets listed for resale',
    params,
    output: EventWaitlistView,
    errors: ['event_not_found'],
  }),
  remove: endpoint('POST', '/staff/waitlist/:id/remove', 'tickets.give', {
    summary: 'Remove a guest from the waitlist; an open offer ends',
    params,
    output: EventWaitlistView,
    errors: ['conflict', 'not_found'],
  }),
};
