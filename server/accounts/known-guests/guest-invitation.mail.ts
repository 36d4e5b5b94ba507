import { hashOpaqueToken } from '#server/accounts/tokens.ts';
import type { Context } from '#server/platform/context.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { dateText, toWireTime } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { declineUrl } from './decline-token.ts';
import { findOpenById, type KnownGuest } from './known-guests.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'guest-invitation': { knownGuestId: number; token: string };
  }
}

/** Carries the link to the registration. The token is stored nowhere else in plain text, and is deleted after sending. */
export const guestInvitationMail: MailKind<'guest-invitation'> = {
  isSecret: true,
  async render(ctx, { payload: { knownGuestId, token }, language }) {
    const known = await findOpenById(ctx.db, knownGuestId, ctx.clock.now());
    if (known?.tokenHash !== hashOpaqueToken(token)) return undefined;
    const t = mailTranslator(language);
    const venue = ctx.venue();
    const site = language === 'ka' ? venue.nameKa : venue.name;
    const out = declineUrl(ctx, known.id, language);
    const register = `${ctx.env.publicUrl}${paths.register}?lang=${language}#${token}`;
    const mail = composeMail(venue, {
      language,
      subject: t('mail:guestInvitation.subject', { site }),
      heading: t('mail:guestInvitation.heading', { site }),
      blocks: [
        { type: 'paragraph', text: t(known.status === null ? 'mail:guestInvitation.intro' : 'mail:guestInvitation.intro_verified') },
        { type: 'link', label: t('mail:guestInvitation.link'), url: register },
        { type: 'paragraph', text: t('mail:guestInvitation.how', { email: known.email }) },
        { type: 'note', text: t('mail:guestInvitation.until', { date: dateText(toWireTime(known.expiresAt), language, t) }) },
        { type: 'small-link', label: t('mail:guestInvitation.decline'), url: out },
      ],
    });
    return { ...mail, unsubscribeUrl: out };
  },
};

/** Behind tickets and all other mails that people wait for. */
const LAST = 1;

/** Queues invitations in the transaction that stores their tokens. */
export const queueGuestInvitations = (
  tx: Context,
  guests: readonly (Pick<KnownGuest, 'id' | 'email' | 'language'> & { token: string })[],
): Promise<void> =>
  queueMails(
    tx,
    guests.map(({ id, email, language, token }) => ({
      key: `guest-invitation:${hashOpaqueToken(token)}`,
      kind: 'guest-invitation' as const,
      recipient: email,
      language,
      payload: { knownGuestId: id, token },
    })),
    { priority: LAST },
  );
