import { findUserById } from '#server/accounts/accounts.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { isAdmitted } from '#shared/accounts/account-rules.ts';
import type { Status } from '#shared/constants.ts';
import type { GuestsKnown } from '#shared/tickets/claims.ts';
import { changeClaims, endClaimLinks, findReceived } from './claims.queries.ts';
import { passOn } from './pass-on.ts';
import { endLinks, insertTransferred } from './transfers.queries.ts';
import { mailCode } from './transfers.service.ts';

/**
 * After a guest's status changed, in the caller's transaction, which has locked the account: where an event wants verified guests, a
 * verified guest's waiting tickets get their codes, a rejected guest's places return to their buyers, and anyone else's wait again.
 */
export async function onStatusChanged(tx: Context, userId: number, status: Status): Promise<void> {
  const now = tx.clock.now();
  if (status === 'Rejected') await returnPlaces(tx, userId, { onlyVerified: true });
  if (!isAdmitted(status)) {
    await changeClaims(tx.db, { of: { userId }, from: ['claimed'], to: 'waiting', onlyVerified: true, now });
    return;
  }
  await mailCodes(tx, await changeClaims(tx.db, { of: { userId }, from: ['waiting'], to: 'claimed', now }));
}

/** After guests were banned, in the caller's transaction: the places that they got from others return to the buyers. */
export async function onBanned(tx: Context, userIds: readonly number[]): Promise<void> {
  for (const userId of userIds) await returnPlaces(tx, userId, { onlyVerified: false });
}

/**
 * After an event changed whom its tickets must name, in the caller's transaction, which has locked it: where no verification is wanted, each
 * ticket that waited for it gets its code; where nobody must be known, each unclaimed one, too. What a guest has claimed stays that guest's,
 * and stricter rules are for tickets sold later. Returns how many tickets got their code.
 */
export async function onGuestsKnownChanged(tx: Context, eventId: number, known: GuestsKnown): Promise<number> {
  if (known === 'verified') return 0;
  const now = tx.clock.now();
  const of = { eventId };
  const coded = await changeClaims(tx.db, { of, from: ['waiting'], to: 'claimed', now });
  if (known === 'nobody') {
    await endClaimLinks(tx.db, of, now);
    coded.push(...(await changeClaims(tx.db, { of, from: ['unclaimed'], to: 'bearer', now })));
  }
  await mailCodes(tx, coded);
  return coded.length;
}

type Changed = Awaited<ReturnType<typeof changeClaims>>;

/** Mails tickets that got their code. */
async function mailCodes(tx: Context, changed: Changed): Promise<void> {
  for (const { id, orderId, userId } of changed) {
    const recipient = await findUserById(tx.db, userId);
    // A ticket may wait again, and get its code again.
    if (recipient) await mailCode(tx, { orderId, ticketId: id, recipient }, `:${tx.clock.now().getTime()}`);
  }
}

/**
 * Gives the unused places that a guest got from others back to their buyers, unclaimed, in the caller's transaction; mails the buyers
 * and the guest. Buyers whose account was deleted get nothing.
 */
export async function returnPlaces(
  tx: Context,
  userId: number,
  { onlyVerified, tellGuest = true }: { onlyVerified: boolean; tellGuest?: boolean },
): Promise<void> {
  const now = tx.clock.now();
  const received = await findReceived(tx.db, userId, { onlyVerified, now });
  if (received.length === 0) return;
  const guest = tellGuest ? await findUserById(tx.db, userId) : undefined;
  for (const { ticket, buyer } of received) {
    await endLinks(tx.db, [ticket.id], now);
    const newTicketId = await passOn(tx, ticket, { userId: buyer.id, claim: 'unclaimed' });
    // The guest was admitted at this moment.
    if (!newTicketId) continue;
    const row = { ticketId: ticket.id, fromUserId: userId, claimLinkId: null, toUserId: buyer.id, newTicketId };
    const transferId = await insertTransferred(tx.db, row, now);
    const people = [{ ...buyer, to: 'buyer' as const }, ...(guest ? [{ ...guest, to: 'guest' as const }] : [])];
    await queueMails(
      tx,
      people.map(({ email, language, to }) => ({
        key: `place-returned:${transferId}:${to}`,
        kind: 'place-returned' as const,
        recipient: email,
        language,
        payload: { transferId, to },
      })),
    );
  }
}
