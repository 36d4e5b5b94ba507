import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId, jsonLongId, wireDay, wireId, wireTime } from '#shared/wire.ts';
import { pageOf, pageQuery } from './paging.ts';

const NAME_MAX = 100;

/** One action of staff, or of a phone at the door under the name of its pass, without an id. `detail` has the values before and after, and the reason; its keys depend on the action. */
export const AuditEntryView = z.object({
  id: jsonLongId,
  at: wireTime,
  staff: z.object({ id: jsonId.nullable(), name: z.string() }),
  action: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEntryView = z.infer<typeof AuditEntryView>;

export const staffAuditContract = {
  entries: endpoint('GET', '/staff/audit', 'audit.read', {
    summary: 'What staff did, newest first',
    query: z.object({
      ...pageQuery,
      staffId: wireId.optional(),
      action: z.string().max(NAME_MAX).optional(),
      /** `order 12`, or `order` for all of the kind. */
      subject: z.string().trim().max(NAME_MAX).optional(),
      /** The venue's day. */
      day: wireDay.optional(),
    }),
    output: pageOf(AuditEntryView),
  }),
  choices: endpoint('GET', '/staff/audit/choices', 'audit.read', {
    summary: 'Who did something, and which things were done',
    output: z.object({ staff: z.array(z.object({ id: jsonId, name: z.string() })), actions: z.array(z.string()) }),
  }),
};

/** Every action of staff in the audit log. Each has its texts in `staff-audit`. */
export const AUDIT_ACTIONS = [
  'guest.status',
  'guest.ban',
  'guest.unban',
  'guest.note',
  'guest.note_withdrawn',
  'guest.show_number',
  'guest.number',
  'guest.email',
  'guest.email_kept',
  'guest.open',
  'guest.make_admin',
  'roles.grant',
  'roles.revoke',
  'team.invite',
  'team.withdraw',
  'team.accept',
  'team.roles',
  'team.remove',
  'team.leave',
  'team.sign_out',
  'team.own_mails',
  'second_factor.add',
  'second_factor.remove',
  'second_factor.codes',
  'night.create',
  'night.copy',
  'night.move_undone',
  'night.plan',
  'night.plan_cancelled',
  'night.plan_done',
  'night.plan_stopped',
  'night.update',
  'night.state',
  'night.delete',
  'night.line_up',
  'night.photo',
  'night.sound',
  'night.verified_only',
  'release.add',
  'release.change',
  'release.order',
  'release.remove',
  'code.add',
  'code.change',
  'code.end',
  'code.reopen',
  'list.add',
  'list.change',
  'list.end',
  'list.reopen',
  'list.link',
  'list.link_ended',
  'list.names',
  'list.plus_ones',
  'list.remove_name',
  'list.bring_back',
  'complimentary.give',
  'complimentary.revoke',
  'order.mail',
  'export.orders',
  'export.guests',
  'export.takings',
  'refund',
  'retry_refund',
  'refund_event',
  'stop_event_refund',
  'resume_event_refund',
  'settle_payment',
  'resolve_payment',
  'alert.dismiss',
  'enquiry.state',
  'enquiry.note',
  'enquiry.reply',
  'mail.retry',
  'mail.give_up',
  'door.other_event',
  'door.undo',
  'door.pass',
  'door.pass_code',
  'door.pass_revoked',
  'door.search',
  'door.conflict',
  'door.refund',
  'door.refund_stopped',
  'words.change',
  'demo.load',
  'demo.remove',
  'bank.test',
  'mail.test',
  'picture.upload',
  'picture.change',
  'picture.move',
  'picture.remove',
  'picture.bring_back',
] as const;
/** The name that stands for the link of a door list, with which its owner needs no account. */
export const BY_LINK = 'link';

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
