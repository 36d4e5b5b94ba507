import type { Context } from '#server/platform/context.ts';
import { type MailKind, type MailPayloads, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { composeEventMail, mailedName } from '#server/sales/tickets/event-mail.ts';
import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { claimEnd, guestsKnownOf } from '#shared/tickets/claims.ts';
import { findReturnedPlace } from './claims.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'place-returned': { transferId: number; to: 'buyer' | 'guest'; isTakenBack?: true; ended?: 'listed' | 'kept' };
  }
}

/**
 * Tells both that a guest's place returned to its buyer, because the club does not admit the guest, or did not verify the guest until claims
 * ended; or the guest that the buyer took it back. One who deleted the account has no name, and only the buyer is told.
 */
export const placeReturnedMail: MailKind<'place-returned'> = {
  async render(ctx, { payload: { transferId, to, isTakenBack, ended }, language }) {
    const returned = await findReturnedPlace(ctx.db, transferId);
    if (!returned) return undefined;
    const t = mailTranslator(language);
    const { event, name } = returned;
    // A ticket that needs no name has its code.
    const isTooLate = guestsKnownOf(event) !== 'nobody' && ctx.clock.now() >= claimEnd(event.startsAt, ctx.venue().claimHours);
    return composeEventMail(ctx, {
      event,
      language,
      subject: t(`mail:placeReturned.${to}.subject`, { name, event: mailedName(event, language) }),
      heading: t(`mail:placeReturned.${to}.heading`, { name }),
      text: isTakenBack
        ? t('mail:placeReturned.guest.takenBack')
        : ended
          ? t(to === 'guest' ? 'mail:placeReturned.guest.ended' : `mail:placeReturned.buyer.ended_${ended}`, { name })
          : to === 'guest'
            ? t('mail:placeReturned.guest.intro')
            : t(`mail:placeReturned.buyer.${name === '' ? 'deleted' : 'intro'}${isTooLate ? '_over' : ''}`, { name }),
      rows: [],
      link: { label: t('mail:ticket.profile'), url: `${ctx.env.publicUrl}${paths.myTickets}` },
    });
  },
};

type Mailed = { email: string; language: Language; to: 'buyer' | 'guest' };
type How = Pick<MailPayloads['place-returned'], 'isTakenBack' | 'ended'>;

/** Mails a ticket's return to its buyer, to the guest who had it, or both. */
export const queueReturned = (tx: Context, transferId: number, people: readonly Mailed[], how: How = {}): Promise<void> =>
  queueMails(
    tx,
    people.map(({ email: recipient, language, to }) => ({
      key: `place-returned:${transferId}:${to}`,
      kind: 'place-returned' as const,
      recipient,
      language,
      payload: { transferId, to, ...how },
    })),
  );
