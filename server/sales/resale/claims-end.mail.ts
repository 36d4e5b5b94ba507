import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { composeEventMail, mailedName } from '#server/sales/tickets/event-mail.ts';
import { dateText, timeText } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { claimEnd } from '#shared/tickets/claims.ts';
import { findUnclaimedOf } from './end-claims.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'claims-end': { eventId: number; userId: number };
  }
}

/**
 * Says to the owner of unclaimed tickets, and the buyer of one whose friend is not verified, until when friends can claim them and must be
 * verified, and what happens then; or such a friend. Skipped when each ticket has its guest, or it is too late.
 */
export const claimsEndMail: MailKind<'claims-end'> = {
  async render(ctx, { payload, language }) {
    const found = await findUnclaimedOf(ctx.db, payload);
    if (!found) return undefined;
    const { event, count, awaited, returnable, waits } = found;
    const isFriend = count + awaited === 0;
    if (isFriend && !waits) return undefined;
    const end = claimEnd(event.startsAt, ctx.venue().claimHours);
    if (event.state !== 'published' || ctx.clock.now() >= end) return undefined;
    const t = mailTranslator(language);
    const at = { date: dateText(end, language, t), time: timeText(end) };
    if (isFriend)
      return composeEventMail(ctx, {
        event,
        language,
        subject: t('mail:claimsEnd.waits.subject', { event: mailedName(event, language) }),
        heading: t('mail:claimsEnd.waits.heading'),
        text: t('mail:claimsEnd.waits.intro', at),
        rows: [],
        link: { label: t('mail:ticket.profile'), url: `${ctx.env.publicUrl}${paths.myTickets}` },
      });
    const { resale, resaleAlways } = ctx.venue();
    // Whether the event sells out by then is not known yet.
    const then = returnable === 0 || !resale ? 'unclaimed' : resaleAlways ? 'listed' : 'mayBeListed';
    return composeEventMail(ctx, {
      event,
      language,
      subject: t(count > 0 ? 'mail:claimsEnd.subject' : 'mail:claimsEnd.awaited.subject', {
        count: count || awaited,
        event: mailedName(event, language),
      }),
      heading: t(count > 0 ? 'mail:claimsEnd.heading' : 'mail:claimsEnd.awaited.heading', { count: count || awaited }),
      text: [
        ...(count > 0 ? [t('mail:claimsEnd.intro', { count, ...at })] : []),
        ...(awaited > 0 ? [t('mail:claimsEnd.awaited.intro', { count: awaited, ...at })] : []),
        t(`mail:claimsEnd.${then}`),
      ],
      rows: [],
      link: { label: t(count > 0 ? 'mail:ticket.unclaimedLink' : 'mail:ticket.profile'), url: `${ctx.env.publicUrl}${paths.myTickets}` },
    });
  },
};
