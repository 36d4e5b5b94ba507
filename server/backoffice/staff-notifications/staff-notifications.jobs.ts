import { countPlacesOf } from '#server/content/events/event-places.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { venueTime } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { daysLater } from '#shared/venue-moments.ts';
import {
  findFullEvents,
  type FullEvent,
  findMembers,
  findWaiting,
  noticeSoldOut,
  claimWaitingMail,
} from './staff-notifications.queries.ts';
import { choicesOf } from './staff-notifications.service.ts';

/** Mails subscribed staff when an event is sold out: full, with no place of it held. Once, and again if places were added since. */
export const watchSales = defineJob({
  name: 'watch-sales',
  schedule: { cron: '* * * * *' },
  payload: noPayload,
  async run(ctx) {
    for (const event of await findFullEvents(ctx.db, ctx.clock.now())) {
      if ((await countPlacesOf(ctx, event.id)).held > 0) continue;
      await withTransaction(ctx, async (tx) => {
        if (await noticeSoldOut(tx.db, event, tx.clock.now())) await mailSoldOut(tx, event);
      });
    }
  },
});

async function mailSoldOut(tx: Context, { id: eventId, places }: FullEvent): Promise<void> {
  const readers = (await findMembers(tx.db)).filter((member) => choicesOf(member).soldOut);
  await queueMails(
    tx,
    readers.map(({ id: userId, email, language }) => {
      return {
        key: `sold-out:${eventId}:${places}:${userId}`,
        kind: 'sold-out',
        recipient: email,
        language,
        payload: { eventId, userId },
      } as const;
    }),
  );
}

const NOON = 12;
/** The scheduler starts the hourly job some seconds early or late. */
const TOLERANCE_MS = 10 * MINUTE_MS;

/** Mails subscribed staff, hourly or at noon, how many guests wait for verification; hourly only if a new guest came since. */
export const mailWaiting = defineJob({
  name: 'mail-waiting',
  schedule: { cron: '7 * * * *' },
  payload: noPayload,
  async run(ctx) {
    const waiting = await findWaiting(ctx.db);
    if (waiting.count === 0) return;
    const now = ctx.clock.now();
    const isNoon = venueTime(now).hour === NOON;
    for (const member of await findMembers(ctx.db)) {
      const { waitingGuests: often } = choicesOf(member);
      if (often === 'never' || (often === 'daily' && !isNoon)) continue;
      const last = often === 'daily' ? daysLater(now, -1) : new Date(now.getTime() - HOUR_MS);
      const before = new Date(last.getTime() + TOLERANCE_MS);
      await withTransaction(ctx, async (tx) => {
        const { id: userId, email, language } = member;
        if (!(await claimWaitingMail(tx.db, { userId, waiting, now, before, onlyIfNew: often === 'hourly' }))) return;
        const key = `waiting-guests:${userId}:${now.toISOString()}`;
        await queueMails(tx, [{ key, kind: 'waiting-guests', recipient: email, language, payload: { userId } }]);
      });
    }
  },
});
