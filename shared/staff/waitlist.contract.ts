import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId, wireId, wireTime } from '#shared/wire.ts';

/** Somebody who waits or waited. `heldUntil`: of an offer that is open. */
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
 * The line of an event: those who wait in their order, then those with an offer, then the last ones that ended. `places`: for how many those wait.
 * `listed`: tickets that were put back and nobody has bought yet.
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

/** It names guests with their addresses, so those read it who read guests; those change it who give tickets. */
export const staffWaitlistContract = {
  list: endpoint('GET', '/staff/nights/:id/waitlist', 'guests.read', {
    summary: 'Who waits for places of an event, and how many tickets were put back',
    params,
    output: EventWaitlistView,
    errors: ['event_not_found'],
  }),
  remove: endpoint('POST', '/staff/waitlist/:id/remove', 'tickets.give', {
    summary: 'Takes somebody out of the line; an open offer ends with it',
    params,
    output: EventWaitlistView,
    errors: ['conflict', 'not_found'],
  }),
};
