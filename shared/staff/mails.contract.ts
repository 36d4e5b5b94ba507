import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonLongId, wireLongId, wireTime } from '#shared/wire.ts';
import { pageOf, pageQuery } from './paging.ts';

const STATES = ['queued', 'dead'] as const;

/** Every kind of mail. The console names each (web/staff/settings/email.tsx), a feature writes it (server/registry.ts). */
export type MailKindName =
  | 'ticket'
  | 'refund'
  | 'event-notice'
  | 'event-reminder'
  | 'announcement'
  | 'newsletter'
  | 'announcement-test'
  | 'ticket-taken'
  | 'ticket-ended'
  | 'place-returned'
  | 'claims-end'
  | 'waitlist-offer'
  | 'waitlist-lapsed'
  | 'password-reset'
  | 'password-changed'
  | 'new-device'
  | 'second-factor'
  | 'email-proof'
  | 'email-change'
  | 'email-changed'
  | 'enquiry'
  | 'enquiry-reply'
  | 'welcome'
  | 'account-status'
  | 'staff-invitation'
  | 'guest-invitation'
  | 'alerts'
  | 'sold-out'
  | 'waiting-guests';

/**
 * An undelivered mail. `lastError`: the mail server's answer, without secrets; `canRetry`: there is still something to send; `canGiveUp`:
 * it waits and is not a warning about an account, which staff must not suppress.
 */
export const StuckMailView = z.object({
  id: jsonLongId,
  kind: z.string(),
  recipient: z.string(),
  state: z.enum(['queued', 'dead', 'sent', 'skipped']),
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  canRetry: z.boolean(),
  canGiveUp: z.boolean(),
  createdAt: wireTime,
});
export type StuckMailView = z.infer<typeof StuckMailView>;

export const staffMailsContract = {
  list: endpoint('GET', '/staff/mails', 'mails.manage', {
    summary: 'List undelivered emails and those that have waited long, newest first',
    query: z.object({ state: z.enum(STATES).optional(), ...pageQuery }),
    output: pageOf(StuckMailView),
  }),
  retry: endpoint('POST', '/staff/mails/:id/retry', 'mails.manage', {
    summary: 'Send an undelivered email again, with all its retries',
    params: z.object({ id: wireLongId }),
    output: StuckMailView,
    errors: ['conflict', 'mail_without_address'],
  }),
  giveUp: endpoint('POST', '/staff/mails/:id/give-up', 'mails.manage', {
    summary: 'Stop trying to send a queued email',
    params: z.object({ id: wireLongId }),
    output: StuckMailView,
    errors: ['conflict'],
  }),
};
