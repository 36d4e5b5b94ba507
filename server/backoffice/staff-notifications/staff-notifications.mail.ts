import { findEvent } from '#server/content/events/staff-events.queries.ts';
import { countPlacesOf } from '#server/content/events/event-places.ts';
import type { Context } from '#server/platform/context.ts';
import { composeMail, type Block } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText, weekdayText } from '#shared/dates.ts';
import type { StaffNotificationsInput } from '#shared/staff/staff-notifications.schemas.ts';
import { paths } from '#shared/paths.ts';
import { findMember, findWaiting } from './staff-notifications.queries.ts';
import { choicesOf } from './staff-notifications.service.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'sold-out': { eventId: number; userId: number };
    'waiting-guests': { userId: number };
  }
}

/** Tells staff that an event is sold out. Skipped if the recipient unsubscribed or the event was cancelled before sending. */
export const soldOutMail: MailKind<'sold-out'> = {
  async render(ctx, { payload: { eventId, userId }, language }) {
    const event = await findEvent(ctx.db, eventId);
    if (event?.state !== 'published' || !(await choices(ctx, userId)).soldOut) return undefined;
    const t = mailTranslator(language);
    const name = language === 'ka' ? event.name : event.nameLat;
    const places = await countPlacesOf(ctx, eventId);
    const when = `${weekdayText(event.startsAt.toISOString(), t)}, ${dateText(event.startsAt, language, t)}, ${timeText(event.startsAt)}`;
    return composeMail(ctx.venue(), {
      language,
      isForVenue: true,
      subject: t('mail:soldOut.subject', { event: name }),
      heading: t('mail:soldOut.heading', { event: name }),
      blocks: [
        {
          type: 'facts',
          rows: [
            [t('mail:soldOut.when'), when],
            [t('mail:soldOut.places'), t('staff:places', places)],
          ],
        },
        { type: 'link', label: t('mail:soldOut.link'), url: `${ctx.env.publicUrl}${paths.staff}/events/${eventId}` },
        whereToStop(ctx, language),
      ],
    });
  },
};

/** Tells staff how many guests wait for verification at the time of sending. Skipped if there are none or the recipient unsubscribed. */
export const waitingGuestsMail: MailKind<'waiting-guests'> = {
  async render(ctx, { payload: { userId }, language }) {
    const { count } = await findWaiting(ctx.db);
    if (count === 0 || (await choices(ctx, userId)).waitingGuests === 'never') return undefined;
    const t = mailTranslator(language);
    return composeMail(ctx.venue(), {
      language,
      isForVenue: true,
      subject: t('mail:waitingGuests.subject', { count }),
      heading: t('mail:waitingGuests.heading', { count }),
      blocks: [
        { type: 'link', label: t('mail:waitingGuests.link'), url: `${ctx.env.publicUrl}${paths.staff}/guests/verification` },
        whereToStop(ctx, language),
      ],
    });
  },
};

async function choices(ctx: Context, userId: number): Promise<StaffNotificationsInput> {
  const member = await findMember(ctx.db, userId);
  return member ? choicesOf(member) : { soldOut: false, waitingGuests: 'never' };
}

const whereToStop = ({ env }: Context, language: Language): Block => ({
  type: 'small-link',
  label: mailTranslator(language)('mail:staffNotifications.stop'),
  url: `${env.publicUrl}${paths.staff}/settings/notifications`,
});
