import { createOpaqueToken, hashOpaqueToken } from '#server/accounts/tokens.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { askFor, orRefuse } from '#server/sales/inventory/inventory.service.ts';
import { lockEvents } from '#server/sales/inventory/stock.queries.ts';
import { lockOwnTicket } from '#server/sales/tickets/transfer-options.service.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { type Claim, claimEnd, claimFor, guestsKnownOf } from '#shared/tickets/claims.ts';
import type { ClaimGroup, ClaimPlace, ClaimsView } from '#shared/tickets/claims.contract.ts';
import { returnPlace } from './changed-guests.service.ts';
import {
  claimOwn,
  endClaimLinks,
  findOwnClaims,
  findOwnLine,
  findPlacesOfBuyer,
  findWaitingPlace,
  insertClaimLink,
} from './claims.queries.ts';
import { queueReturned } from './place-returned.mail.ts';
import { linkOf, mailCode } from './transfers.service.ts';
import { endLinks, findUnclaimed, lockRecipient } from './transfers.queries.ts';

type PlaceRow = Awaited<ReturnType<typeof findPlacesOfBuyer>>[number];

/** Returns what the caller bought for friends, and what waits for the verification. @throws unauthorized */
export async function listClaims(ctx: Context): Promise<ClaimsView> {
  const { userId } = requireUser(ctx);
  const now = ctx.clock.now();
  const own = await findOwnClaims(ctx.db, userId, now);
  const rows = await findPlacesOfBuyer(ctx.db, userId, now);
  const placed = new Set(own.map(({ event }) => event.id));
  const groups = [...Map.groupBy(rows, ({ lineId }) => lineId).values()].map((places) => toGroup(ctx, places, { userId, placed }));
  return {
    groups: groups.filter(({ places }) => places.length > 0),
    waiting: own
      .filter(({ claim }) => claim === 'waiting')
      .map(({ ticketId, event, returnsAtEnd }) => {
        const end = claimEnd(event.startsAt, ctx.venue().claimHours);
        return { ticketId, event: toEvent(event), until: returnsAtEnd && now < end ? toWireTime(end) : null };
      }),
  };
}

/** Counts the own tickets of an account whose code waits for its verification. */
export const countTicketsWithoutCode = async ({ db, clock }: Context, userId: number): Promise<number> =>
  (await findOwnClaims(db, userId, clock.now())).filter(({ claim }) => claim === 'waiting').length;

const toEvent = ({ id, name, nameLat, startsAt }: Pick<PlaceRow['event'], 'id' | 'name' | 'nameLat' | 'startsAt'>) => ({
  id,
  name,
  nameLat,
  startDate: toWireTime(startsAt),
});

function toGroup(ctx: Context, rows: readonly PlaceRow[], { userId, placed }: { userId: number; placed: ReadonlySet<number> }): ClaimGroup {
  const [first] = rows;
  if (!first) throw new Error('A purchase has no places.');
  const { lineId, event, linkMadeAt } = first;
  const until = claimEnd(event.startsAt, ctx.venue().claimHours);
  return {
    id: lineId,
    event: toEvent(event),
    // The caller's own ticket is among the caller's tickets.
    places: rows.filter((row) => row.userId !== userId || row.claim === 'unclaimed').map(toPlace),
    linkMadeAt: linkMadeAt && toWireTime(linkMadeAt),
    until: toWireTime(until),
    isOver: ctx.clock.now() >= until,
    isVerifiedOnly: event.verifiedOnly,
    mayKeep: !placed.has(event.id),
  };
}

function toPlace({ ticketId, claim, isListed, isLinked, name, holderName, usedAt }: PlaceRow): ClaimPlace {
  if (claim !== 'unclaimed') return { ticketId, state: stateOf(claim), name };
  if (usedAt !== null) return { ticketId, state: 'entered', name: holderName };
  return { ticketId, state: isListed ? 'listed' : isLinked ? 'linked' : 'unclaimed', name: null };
}

const stateOf = (claim: Claim): 'waiting' | 'claimed' => (claim === 'waiting' ? 'waiting' : 'claimed');

/**
 * Makes the link with which friends claim the unclaimed places of a purchase, one each, in place of an earlier one. It is shown once: only
 * its hash is stored. @throws ticket_not_found without an unclaimed place, transfer_over
 */
export function makeClaimLink(ctx: Context, lineId: number): Promise<ClaimsView & { url: string }> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const { startsAt, state } = await lockLine(tx, lineId);
    const now = tx.clock.now();
    if ((await findUnclaimed(tx.db, lineId)).length === 0) throw new AppError('ticket_not_found');
    if (state !== 'published' || now >= claimEnd(startsAt, tx.venue().claimHours)) throw new AppError('transfer_over');
    const token = createOpaqueToken();
    await endClaimLinks(tx.db, { lineId }, now);
    await insertClaimLink(tx.db, { orderLineId: lineId, fromUserId: userId, tokenHash: hashOpaqueToken(token), createdAt: now });
    return { ...(await listClaims(tx)), url: linkOf(tx, token) };
  });
}

/** Ends the open link of a purchase; does nothing without one. @throws ticket_not_found */
export function endClaimLink(ctx: Context, lineId: number): Promise<ClaimsView> {
  return withTransaction(ctx, async (tx) => {
    await lockLine(tx, lineId);
    await endClaimLinks(tx.db, { lineId }, tx.clock.now());
    return listClaims(tx);
  });
}

/** Locks the event of an own purchase, under which its places are claimed. @throws ticket_not_found */
async function lockLine(tx: Context, lineId: number) {
  const line = await findOwnLine(tx.db, requireUser(tx).userId, lineId);
  if (!line) throw new AppError('ticket_not_found');
  await lockEvents(tx.db, [line.eventId]);
  return line;
}

/**
 * Makes an unclaimed ticket the caller's own, because a guest has one place of an event that wants names. @throws ticket_not_found,
 * has_place, banned, account_rejected, transfer_over when the event is over or not published, conflict when it is not unclaimed, or listed for resale
 */
export function keepPlace(ctx: Context, ticketId: number): Promise<ClaimsView> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const ticket = await lockOwnTicket(tx, ticketId);
    const owner = await lockRecipient(tx.db, userId);
    if (!owner) throw new AppError('unauthorized');
    if (ticket.eventState !== 'published' || tx.clock.now() >= ticket.endsAt) throw new AppError('transfer_over');
    orRefuse(tx, await askFor(tx, { userId, eventId: ticket.eventId }, { by: 'keep', quantity: 1 }));
    const claim = claimFor(guestsKnownOf(ticket), owner.status);
    if (ticket.listing || !(await claimOwn(tx.db, ticketId, claim))) throw new AppError('conflict');
    await endLinks(tx.db, [ticketId], tx.clock.now());
    if (claim === 'claimed') await mailCode(tx, { orderId: ticket.orderId, ticketId, recipient: owner });
    return listClaims(tx);
  });
}

/** Takes a place back that waits for the verification of a friend, who is mailed. @throws ticket_not_found, conflict when it has its code */
export function takePlaceBack(ctx: Context, ticketId: number): Promise<ClaimsView> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const find = () => findWaitingPlace(tx.db, userId, ticketId, tx.clock.now());
    const before = await find();
    if (!before) throw new AppError('ticket_not_found');
    await lockEvents(tx.db, [before.ticket.eventId]);
    // The desk decides about the friend before, or after.
    await lockRecipient(tx.db, before.ticket.userId);
    const found = await find();
    const transferId = found && (await returnPlace(tx, found.ticket, userId))?.transferId;
    if (!transferId) throw new AppError('conflict');
    await queueReturned(tx, transferId, [{ ...found.guest, to: 'guest' }], { isTakenBack: true });
    return listClaims(tx);
  });
}
