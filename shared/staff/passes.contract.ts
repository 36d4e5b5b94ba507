import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { PASS_RIGHTS } from '#shared/door/passes.ts';
import { empty, jsonId, wireId, wireTime } from '#shared/wire.ts';
import { PassFields } from './passes.schemas.ts';

/** A pass as staff see it. `waiting`: no phone has taken it yet. */
export const StaffPassView = z.object({
  id: z.uuid(),
  name: z.string(),
  rights: z.array(z.enum(PASS_RIGHTS)),
  state: z.enum(['waiting', 'on_phone', 'revoked', 'left', 'over']),
  createdAt: wireTime,
  /** Until when a phone may take it; null once one has, or once the code has expired. */
  codeUntil: wireTime.nullable(),
  takenAt: wireTime.nullable(),
  /** The phone's last call, and how many scans were unsent then. */
  seenAt: wireTime.nullable(),
  unsent: z.number().int().nullable(),
  /** How far the phone's clock is ahead, in milliseconds. */
  offsetMs: z.number().int().nullable(),
  /** The time of its pack, as the phone last reported it. */
  listAt: wireTime.nullable(),
  scans: z.number().int(),
  /** Scans in the last minute. */
  lately: z.number().int(),
  refused: z.number().int(),
});
export type StaffPassView = z.infer<typeof StaffPassView>;

/** `url`: the address in the code, which pairs one phone until `codeUntil`; `picture`: its QR code as a `data:` URL. Shown only once. */
export const PassCode = z.object({ id: z.uuid(), url: z.string(), picture: z.string(), codeUntil: wireTime });
export type PassCode = z.infer<typeof PassCode>;

const params = z.object({ id: z.uuid() });

export const staffPassesContract = {
  list: endpoint('GET', '/staff/door/passes', 'door.run', {
    summary: 'The passes of an event, the newest first; `at` is the server’s time',
    query: z.object({ eventId: wireId }),
    output: z.object({ at: wireTime, eventId: jsonId, passes: z.array(StaffPassView) }),
    errors: ['event_not_found'],
  }),
  create: endpoint('POST', '/staff/door/passes', 'door.run', {
    summary: 'Makes a pass for one phone, with the code that pairs it',
    body: PassFields,
    output: PassCode,
    errors: ['confirmation_required', 'event_ended', 'event_not_found'],
  }),
  renew: endpoint('POST', '/staff/door/passes/:id/code', 'door.run', {
    summary: 'A new code for a pass that no phone has taken; the one before ends',
    params,
    output: PassCode,
    errors: ['confirmation_required', 'pass_ended', 'pass_not_found', 'pass_taken'],
  }),
  revoke: endpoint('POST', '/staff/door/passes/:id/revoke', 'door.run', {
    summary: 'Ends a pass: its phone loses everything with its next call',
    params,
    output: empty,
    errors: ['pass_not_found'],
  }),
};
