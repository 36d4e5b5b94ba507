import { venueDay } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { daysLater } from '#shared/venue-moments.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { findEventsToRemind, findHoldersToRemind } from './event-mails.queries.ts';

/** After an outage, a reminder this short before the doors is of no use. */
const LATEST_MS = 6 * HOUR_MS;
const DAYS_BEFORE = 1;

/**
 * A day before an event, queues a mail to each holder of an unused ticket, if the club wants that: one per holder and day, however often
 * this runs. Guests who bought within the last day have the ticket's mail.
 */
export const remindHolders = defineJob({
  name: 'remind-holders',
  schedule: { cron: '41 * * * *' },
  payload: noPayload,
  async run(ctx) {
    if (!ctx.venue().reminder) return;
    const now = ctx.clock.now();
    const due = await findEventsToRemind(ctx.db, { after: new Date(now.getTime() + LATEST_MS), until: daysLater(now, DAYS_BEFORE) });
    for (const { id: eventId, startsAt } of due) {
      const holders = await findHoldersToRemind(ctx.db, eventId, daysLater(startsAt, -2 * DAYS_BEFORE));
      await queueMails(
        ctx,
        holders.map(({ userId, email, language }) => ({
          key: `event-reminder:${eventId}:${venueDay(startsAt)}:${userId}`,
          kind: 'event-reminder' as const,
          recipient: email,
          language,
          payload: { eventId, userId },
        })),
      );
    }
  },
});
