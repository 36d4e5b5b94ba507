import { z } from 'zod';
import { SECURITY_EVENT_KINDS } from '#shared/accounts/security-events.ts';
import { endpoint } from '#shared/contract.ts';
import { jsonId, jsonLongId, wireDay, wireId, wireTime } from '#shared/wire.ts';
import { pageOf, pageQuery } from './paging.ts';

/** `account` is the account concerned, or the one that acted; null if the address has no account. `network` is never a whole address. */
export const SecurityEventView = z.object({
  id: jsonLongId,
  at: wireTime,
  kind: z.string(),
  account: z.object({ id: jsonId, name: z.string() }).nullable(),
  network: z.string().nullable(),
  device: z.string().nullable(),
});
export type SecurityEventView = z.infer<typeof SecurityEventView>;

export const staffSecurityContract = {
  events: endpoint('GET', '/staff/security-events', 'security.read', {
    summary: 'List a year’s security events: logins, refusals, exports and account changes, newest first',
    query: z.object({
      ...pageQuery,
      kind: z.enum(SECURITY_EVENT_KINDS).optional(),
      userId: wireId.optional(),
      /** Only events of accounts that have a role now. */
      ofStaff: z.enum(['true']).optional(),
      /** The venue's day. */
      day: wireDay.optional(),
    }),
    output: pageOf(SecurityEventView),
  }),
};
