import { z } from 'zod';
import { findUserById } from '#server/accounts/accounts.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { addJob, declareJob, dropJob } from '#server/platform/jobs/jobs.ts';
import type { tickets } from '#server/sales/tables/tickets.table.ts';
import { isAdmitted } from '#shared/accounts/account-rules.ts';
import type { Status } from '#shared/constants.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { type GuestsKnown, guestsKnownOf } from '#shared/tickets/claims.ts';
import { type ChangedTicket, endClaimLinks, findReceived, freeUnclaimed, giveCodes, letWait, withdrawCodes } from './claims.queries.ts';
import { passOn } from './pass-on.ts';
import { queueReturned } from './place-returned.mail.ts';
import { endLinks, insertTransferred } from './transfers.queries.ts';
import { mailCode } from './transfers.service.ts';

/** A decision about a guest that is taken back within this time returns no place. */
const RETURN_AFTER_MS = 15 * MINUTE_MS;

/** Declared apart from its handler in return-places.jobs.ts, which imports `returnPlaces` from this file. */
export const returnRefusedJob = declareJob({ name: 'return-refused', payload: z.object({ userId: z.int() }) });

/**
 * After a guest's status changed, in the caller's transaction, which has locked the account: where an event wants verified guests, anyone
 * else's tickets wait.
 */
export async function onStatusChanged(tx: Context, userId: number, status: Status): Promise<void> {
  if (!isAdmitted(status)) await letWait(tx.db, userId, tx.clock.now());
  await followDecision(tx, userId);
}

/** After guests were banned, or no longer are, in the caller's transaction. */
export async function onBanChanged(tx: Context, userIds: readonly number[]): Promise<void> {
  for (const userId of userIds) await followDecision(tx, userId);
}

/**
 * Gives waiting tickets of a guest who may come their codes. The places that a refused guest got from others lose theirs at once, and
 * return to their buyers later, unless the decision is taken back by then: then they have their codes again, which are not mailed twice.
 */
async function followDecision(tx: Context, userId: number): Promise<void> {
  const now = tx.clock.now();
  const key = `${returnRefusedJob.name}:${userId}`;
  const isTakenBack = await dropJob(tx, key);
  const coded = await giveCodes(tx.db, { userId }, now);
  await mailCodes(tx, isTakenBack ? coded.filter(({ hadCode }) => !hadCode) : coded);
  const refused = await findReceived(tx.db, userId, { onlyRefused: true, now });
  if (refused.length === 0) return;
  const ids = refused.map(({ ticket }) => ticket.id);
  await withdrawCodes(tx.db, ids, now);
  await addJob(tx, returnRefusedJob, { userId }, { key, afterMs: RETURN_AFTER_MS });
}

/**
 * After an event changed whom its tickets must name, in the caller's transaction, which has locked it: where no verification is wanted, each
 * ticket that waited for it gets its code; where nobody must be known, each unclaimed one, too. What a guest has claimed stays that guest's,
 * and stricter rules are for tickets sold later. Returns how many tickets got their code.
 */
export async function onGuestsKnownChanged(tx: Context, eventId: number, known: GuestsKnown): Promise<number> {
  if (known === 'verified') return 0;
  const now = tx.clock.now();
  const coded = await giveCodes(tx.db, { eventId }, now);
  if (known === 'nobody') {
    await endClaimLinks(tx.db, { eventId }, now);
    coded.push(...(await freeUnclaimed(tx.db, eventId, now)));
  }
  await mailCodes(tx, coded);
  return coded.length;
}

/** Mails tickets that got their code. */
async function mailCodes(tx: Context, coded: readonly ChangedTicket[]): Promise<void> {
  for (const { id, orderId, userId } of coded) {
    const recipient = await findUserById(tx.db, userId);
    // A ticket may wait again, and get its code again.
    if (recipient) await mailCode(tx, { orderId, ticketId: id, recipient }, `:${tx.clock.now().getTime()}`);
  }
}

/**
 * Returns the unused tickets that a guest got from others to their buyers, in the caller's transaction, which has locked their events
 * (`shareEventsOf`) and the account: unclaimed, or with a code where the event no longer wants names. Mails the buyers and the guest. Buyers
 * whose account was deleted get nothing. `onlyRefused`: at events to which the club does not admit the guest.
 */
export async function returnPlaces(
  tx: Context,
  userId: number,
  { onlyRefused, tellGuest = true }: { onlyRefused: boolean; tellGuest?: boolean },
): Promise<void> {
  const now = tx.clock.now();
  const received = await findReceived(tx.db, userId, { onlyRefused, now });
  if (received.length === 0) return;
  const guest = tellGuest ? await findUserById(tx.db, userId) : undefined;
  for (const { ticket, orderId, buyer, event } of received) {
    const claim = guestsKnownOf(event) === 'nobody' ? 'bearer' : 'unclaimed';
    const place = await returnPlace(tx, ticket, buyer.id, claim);
    if (!place) continue;
    const { transferId, ticketId } = place;
    if (claim === 'bearer') await mailCode(tx, { orderId, ticketId, recipient: buyer });
    const people = [{ ...buyer, to: 'buyer' as const }, ...(guest ? [{ ...guest, to: 'guest' as const }] : [])];
    await queueReturned(tx, transferId, people);
  }
}

/** Gives one place back to its buyer. Returns the buyer's ticket; undefined when the guest was admitted at this moment. */
export async function returnPlace(
  tx: Context,
  ticket: typeof tickets.$inferSelect,
  buyerId: number,
  claim: 'unclaimed' | 'bearer' = 'unclaimed',
): Promise<{ transferId: number; ticketId: number } | undefined> {
  const now = tx.clock.now();
  await endLinks(tx.db, [ticket.id], now);
  const newTicketId = await passOn(tx, ticket, { userId: buyerId, claim });
  if (!newTicketId) return undefined;
  const row = { ticketId: ticket.id, fromUserId: ticket.userId, claimLinkId: null, toUserId: buyerId, newTicketId };
  return { transferId: await insertTransferred(tx.db, row, now), ticketId: newTicketId };
}
