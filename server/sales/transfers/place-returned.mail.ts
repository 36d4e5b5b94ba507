import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { composeEventMail, mailedName } from '#server/sales/tickets/event-mail.ts';
import { paths } from '#shared/paths.ts';
import { findReturnedPlace } from './claims.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'place-returned': { transferId: number; to: 'buyer' | 'guest' };
  }
}

/**
 * Tells both that a guest's place returned to its buyer, because the club does not admit the guest. One who deleted the account has no
 * name, and only the buyer is told.
 */
export const placeReturnedMail: MailKind<'place-returned'> = {
  async render(ctx, { payload: { transferId, to }, language }) {
    const returned = await findReturnedPlace(ctx.db, transferId);
    if (!returned) return undefined;
    const t = mailTranslator(language);
    const { event, name } = returned;
    return composeEventMail(ctx, {
      event,
      language,
      subject: t(`mail:placeReturned.${to}.subject`, { name, event: mailedName(event, language) }),
      heading: t(`mail:placeReturned.${to}.heading`, { name }),
      text: name === '' && to === 'buyer' ? t('mail:placeReturned.buyer.deleted') : t(`mail:placeReturned.${to}.intro`, { name }),
      rows: [],
      link: { label: t('mail:ticket.profile'), url: `${ctx.env.publicUrl}${paths.myTickets}` },
    });
  },
};
