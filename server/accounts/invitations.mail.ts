import type { Context } from '#server/platform/context.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { dateText, timeText, toWireTime } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { zoneText } from '#shared/time-zone.ts';
import { findInvitationById, type Invitation } from './invitations.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'staff-invitation': { invitationId: number; token: string };
  }
}

/** Carries the link to the team. The token is stored nowhere else in plain text, and is deleted after sending. */
export const staffInvitationMail: MailKind<'staff-invitation'> = {
  isSecret: true,
  async render(ctx, { payload: { invitationId, token }, language }) {
    const invitation = await findInvitationById(ctx.db, invitationId);
    if (!invitation || invitation.usedAt || invitation.withdrawnAt || invitation.expiresAt <= ctx.clock.now()) return undefined;
    const t = mailTranslator(language);
    const until = toWireTime(invitation.expiresAt);
    const venue = ctx.venue();
    const site = language === 'ka' ? venue.nameKa : venue.name;
    const rows = invitation.roles.map((role): [string, string] => [t(`staff:roles.${role}`), t(`staff:role_texts.${role}`)]);
    return composeMail(venue, {
      language,
      subject: t('mail:staffInvitation.subject', { site }),
      heading: t('mail:staffInvitation.heading', { site }),
      blocks: [
        { type: 'paragraph', text: t('mail:staffInvitation.intro') },
        { type: 'facts', rows },
        { type: 'paragraph', text: t('mail:staffInvitation.how', { email: invitation.email }) },
        {
          type: 'link',
          label: t('mail:staffInvitation.link'),
          url: `${ctx.env.publicUrl}${paths.invitation}?token=${encodeURIComponent(token)}`,
        },
        {
          type: 'note',
          text: t('mail:staffInvitation.note', { date: dateText(until, language, t), time: timeText(until), zone: zoneText(t) }),
        },
      ],
    });
  },
};

type Invited = Pick<Invitation, 'id' | 'email' | 'language'>;

/** Queues the mail of an invitation, in the transaction that stores it. */
export const queueInvitation = (tx: Context, { id, email, language }: Invited, token: string): Promise<void> =>
  queueMail(tx, {
    key: `staff-invitation:${id}`,
    kind: 'staff-invitation',
    recipient: email,
    language,
    payload: { invitationId: id, token },
  });
