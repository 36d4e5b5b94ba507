import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { composeEventMail, mailedName } from '#server/sales/tickets/event-mail.ts';
import { paths } from '#shared/paths.ts';
import { findTakenTicket } from './transfers.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'ticket-taken': { transferId: number };
  }
}

/** Tells a ticket's former owner that it was transferred, to whom, and that its code no longer works. */
export const ticketTakenMail: MailKind<'ticket-taken'> = {
  async render(ctx, { payload: { transferId }, language }) {
    const taken = await findTakenTicket(ctx.db, transferId);
    if (!taken) return undefined;
    const t = mailTranslator(language);
    const { event, recipient: name, ticketId, claim } = taken;
    return composeEventMail(ctx, {
      event,
      language,
      subject: t('mail:ticketTaken.subject', { name, event: mailedName(event, language) }),
      heading: t('mail:ticketTaken.heading', { name }),
      text: t(claim === 'unclaimed' ? 'mail:ticketTaken.claimed' : 'mail:ticketTaken.intro', { name }),
      rows: [[t('mail:ticketTaken.number'), String(ticketId)]],
      link: { label: t('mail:ticket.profile'), url: `${ctx.env.publicUrl}${paths.myTickets}` },
    });
  },
};
