import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId, wireId, wireTime } from '#shared/wire.ts';

/** Somebody who waits or waited. `heldUntil`: of an offer that is open. */
const WaitingEntryView = z.object({
  id: jsonId,
  guest: z.object({ id: jsonId, name: z.string(), email: z.string() }),
  quantity: z.number().int(),
  state: z.enum(['waiting', 'offered', 'bought', 'lapsed', 'left', 'removed', 'ended']),
  createdAt: wireTime,
  offeredAt: wireTime.nullable(),
  heldUntil: wireTime.nullable(),
  endedAt: wireTime.nullable(),
});
export type WaitingEntryView = z.infer<typeof WaitingEntryView>;

/**
 * The line of an event: those who wait in their order, then those with an offer, then the last ones that ended. `places`: for how many those wait.
 * `returned`: tickets that were put back and nobody has bought yet.
 */
export const EventWaitingView = z.object({
  id: jsonId,
  isOn: z.boolean(),
  waiting: z.number().int(),
  places: z.number().int(),
  offered: z.number().int(),
  returned: z.number().int(),
  items: z.array(WaitingEntryView),
});
export type EventWaitingView = z.infer<typeof EventWaitingView>;

const params = z.object({ id: wireId });

/** It names guests with their addresses, so those read it who read guests; those change it who give tickets. */
export const staffWaitingContract = {
  list: endpoint('GET', '/staff/nights/:id/waiting', 'guests.read', {
    summary: 'Who waits for places of an event, and how many tickets were put back',
    params,
    output: EventWaitingView,
    errors: ['event_not_found'],
  }),
  remove: endpoint('POST', '/staff/waiting/:id/remove', 'tickets.give', {
    summary: 'Takes somebody out of the line; an open offer ends with it',
    params,
    output: EventWaitingView,
    errors: ['conflict', 'not_found'],
  }),
};
