import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { expireHoldsOf } from '#server/sales/inventory/inventory.service.ts';
import { findStock } from '#server/sales/inventory/availability.queries.ts';
import { countOpenListings } from '#server/sales/inventory/listings.queries.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { EventWaitlistView, WaitlistEntryView } from '#shared/staff/waitlist.contract.ts';
import { countWaiting, findEntriesOfEvent, findEntryById } from './waitlist.queries.ts';
import { endOffers } from './offer-places.ts';
import { endEntry } from './waitlist.service.ts';

/** How many ended entries are shown. */
const ENDED_MOST = 50;

type EntryRow = Awaited<ReturnType<typeof findEntriesOfEvent>>[number];

/** Returns the waitlist of an event, and how many tickets are listed for resale. @throws event_not_found */
export async function listWaitlist(ctx: Context, eventId: number): Promise<EventWaitlistView> {
  if ((await findStock(ctx.db, [eventId], ctx.clock.now())).size === 0) throw new AppError('event_not_found');
  const [counts, listed, rows] = await Promise.all([
    countWaiting(ctx.db, eventId),
    countOpenListings(ctx.db, eventId),
    findEntriesOfEvent(ctx.db, eventId, ENDED_MOST),
  ]);
  return { id: eventId, isOn: ctx.venue().waitlist, ...counts, listed, items: rows.map(toView) };
}

const toView = ({ entry: { id, quantity, state, createdAt, offeredAt, endedAt }, guest, heldUntil }: EntryRow): WaitlistEntryView => ({
  id,
  guest: { id: guest.id, name: fullName(guest), email: guest.email },
  quantity,
  state,
  createdAt: toWireTime(createdAt),
  offeredAt: offeredAt && toWireTime(offeredAt),
  heldUntil: heldUntil && toWireTime(heldUntil),
  endedAt: endedAt && toWireTime(endedAt),
});

/** Removes a waitlist entry. @throws not_found, conflict when the entry was over */
export async function removeFromWaitlist(ctx: Context, id: number): Promise<EventWaitlistView> {
  const entry = await findEntryById(ctx.db, id);
  if (!entry) throw new AppError('not_found');
  const { eventId, userId, quantity } = entry;
  await withTransaction(ctx, async (tx) => {
    await expireHoldsOf(tx, [eventId]);
    await endOffers(tx, eventId);
    if (!(await endEntry(tx, entry, 'removed'))) throw new AppError('conflict');
    await recordAction(tx, { action: 'waitlist.remove', subject: `guest ${userId}`, detail: { eventId, quantity } });
  });
  return listWaitlist(ctx, eventId);
}
