import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId, jsonLongId, wireDay, wireId, wireTime } from '#shared/wire.ts';
import { pageOf, pageQuery } from './paging.ts';

const NAME_MAX = 100;

/** One thing staff did. `detail` tells what was before and after, and why; its keys depend on the action. */
export const AuditEntryView = z.object({
  id: jsonLongId,
  at: wireTime,
  staff: z.object({ id: jsonId, name: z.string() }),
  action: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEntryView = z.infer<typeof AuditEntryView>;

export const staffAuditContract = {
  entries: endpoint('GET', '/staff/audit', 'admin', {
    summary: 'What staff did, newest first',
    query: z.object({
      ...pageQuery,
      staffId: wireId.optional(),
      action: z.string().max(NAME_MAX).optional(),
      /** `order 12`, or `order` for all of the kind. */
      subject: z.string().trim().max(NAME_MAX).optional(),
      /** At the venue. */
      day: wireDay.optional(),
    }),
    output: pageOf(AuditEntryView),
  }),
  choices: endpoint('GET', '/staff/audit/choices', 'admin', {
    summary: 'Who did something, and which things were done',
    output: z.object({ staff: z.array(z.object({ id: jsonId, name: z.string() })), actions: z.array(z.string()) }),
  }),
};
