import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { composeEventMail, mailedName } from '#server/sales/tickets/event-mail.ts';
import { dateText, timeText } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { claimEnd } from '#shared/tickets/claims.ts';
import { findTakenTicket } from './transfers.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'ticket-taken': { transferId: number };
  }
}

/** Tells a ticket's former owner that it was transferred, to whom, that its code no longer works, and until when the verification must come. */
export const ticketTakenMail: MailKind<'ticket-taken'> = {
  async render(ctx, { payload: { transferId }, language }) {
    const taken = await findTakenTicket(ctx.db, transferId);
    if (!taken) return undefined;
    const t = mailTranslator(language);
    const { event, recipient: name, ticketId, claim, isBuyersAgain } = taken;
    const end = claimEnd(event.startsAt, ctx.venue().claimHours);
    const waits = t('mail:ticketTaken.waits', { name, date: dateText(end, language, t), time: timeText(end) });
    return composeEventMail(ctx, {
      event,
      language,
      subject: t('mail:ticketTaken.subject', { name, event: mailedName(event, language) }),
      heading: t('mail:ticketTaken.heading', { name }),
      text: [
        t(claim === 'unclaimed' ? 'mail:ticketTaken.claimed' : 'mail:ticketTaken.intro', { name }),
        ...(isBuyersAgain && ctx.clock.now() < end ? [waits] : []),
      ].join(' '),
      rows: [[t('mail:ticketTaken.number'), String(ticketId)]],
      link: { label: t('mail:ticket.profile'), url: `${ctx.env.publicUrl}${paths.myTickets}` },
    });
  },
};
