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
 * Says to the owner of unclaimed tickets until when friends can claim them, and what happens then; or to a guest until when the
 * verification must come. Skipped when all were claimed, or it is too late.
 */
export const claimsEndMail: MailKind<'claims-end'> = {
  async render(ctx, { payload, language }) {
    const found = await findUnclaimedOf(ctx.db, payload);
    if (!found || (found.count === 0 && !found.waits)) return undefined;
    const { event, count, returnable } = found;
    const end = claimEnd(event.startsAt, ctx.venue().claimHours);
    if (event.state !== 'published' || ctx.clock.now() >= end) return undefined;
    const t = mailTranslator(language);
    const at = { date: dateText(end, language, t), time: timeText(end) };
    if (count === 0)
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
    const then = returnable === 0 || !resale ? 'kept' : resaleAlways ? 'listed' : 'mayBeListed';
    return composeEventMail(ctx, {
      event,
      language,
      subject: t('mail:claimsEnd.subject', { count, event: mailedName(event, language) }),
      heading: t('mail:claimsEnd.heading', { count }),
      text: `${t('mail:claimsEnd.intro', at)} ${t(`mail:claimsEnd.${then}`)}`,
      rows: [],
      link: { label: t('mail:ticket.unclaimedLink'), url: `${ctx.env.publicUrl}${paths.myTickets}` },
    });
  },
};
