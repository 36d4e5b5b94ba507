import type { Context } from '#server/platform/context.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { composeEventMail, mailedName } from '#server/sales/tickets/event-mail.ts';
import { paths } from '#shared/paths.ts';
import { findEndedTicket, findHoldersOf } from './transfers.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'ticket-ended': { ticketId: number };
  }
}

/** Tells the holder of a transferred ticket that it ended, because the buyer was refunded or the club revoked its complimentary ticket. */
export const ticketEndedMail: MailKind<'ticket-ended'> = {
  async render(ctx, { payload: { ticketId }, language }) {
    const ended = await findEndedTicket(ctx.db, ticketId);
    if (!ended) return undefined;
    const t = mailTranslator(language);
    const { event, state, isComplimentary } = ended;
    const text = isComplimentary ? 'gift' : state === 'cancelled' ? 'cancelled' : 'intro';
    return composeEventMail(ctx, {
      event,
      language,
      subject: t('mail:ticketEnded.subject', { event: mailedName(event, language) }),
      heading: t('mail:ticketEnded.heading'),
      text: t(`mail:ticketEnded.${text}`),
      rows: [[t('mail:ticketTaken.number'), String(ticketId)]],
      link: { label: t('mail:ticket.profile'), url: `${ctx.env.publicUrl}${paths.myTickets}` },
    });
  },
};

/** Queues these mails for ended tickets whose holder is not the buyer, in the caller's transaction. */
export async function mailEndedHolders(tx: Context, buyerId: number, ticketIds: readonly number[]): Promise<void> {
  const holders = await findHoldersOf(tx.db, buyerId, ticketIds);
  await queueMails(
    tx,
    holders.map(({ ticketId, email, language }) => {
      return { key: `ticket-ended:${ticketId}`, kind: 'ticket-ended' as const, recipient: email, language, payload: { ticketId } };
    }),
  );
}
