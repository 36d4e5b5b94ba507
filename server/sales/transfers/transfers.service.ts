import { findUserById } from '#server/accounts/accounts.queries.ts';
import { createOpaqueToken, hashOpaqueToken } from '#server/accounts/tokens.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { lockEvents } from '#server/sales/inventory/stock.queries.ts';
import { askFor, orRefuse } from '#server/sales/inventory/inventory.service.ts';
import { lockOwnTicket, transferRefusal, refused, showTransferOptions } from '#server/sales/tickets/transfer-options.service.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { type Claim, claimEnd, claimFor, guestsKnownOf, hasCode } from '#shared/tickets/claims.ts';
import type { TakenTicket, TransferOptions, TransferView } from '#shared/tickets/transfers.contract.ts';
import { linkEnd } from '#shared/tickets/transfer-rules.ts';
import { passOn } from './pass-on.ts';
import {
  acceptLink,
  endLinks,
  findClaimBy,
  findClaimLink,
  findClaimOf,
  findTransfer,
  findUnclaimed,
  insertLink,
  insertTransferred,
  lockRecipient,
  type OfferedClaims,
  type OfferedTicket,
} from './transfers.queries.ts';

/**
 * Makes the link with which a ticket's owner transfers it to a friend, in place of an earlier one. It is shown once: only its hash is
 * stored. The ticket remains the owner's, and valid, until a friend takes it. @throws ticket_not_found, not_offered, transfer_over,
 * conflict while it is listed for resale, or used
 */
export function makeTransferLink(ctx: Context, ticketId: number): Promise<TransferOptions & { url: string }> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const refusal = transferRefusal(tx, await lockOwnTicket(tx, ticketId));
    if (refusal) throw refused(refusal);
    const now = tx.clock.now();
    const token = createOpaqueToken();
    await endLinks(tx.db, [ticketId], now);
    await insertLink(tx.db, { ticketId, fromUserId: userId, tokenHash: hashOpaqueToken(token), createdAt: now });
    return { ...(await showTransferOptions(tx, ticketId)), url: linkOf(tx, token) };
  });
}

/** Returns the address of a link. After `#` the token appears in no log and no referrer. */
export const linkOf = ({ env }: Context, token: string): string => `${env.publicUrl}${paths.acceptTransfer}#${token}`;

/** Ends the open link of an own ticket; does nothing without one. @throws ticket_not_found */
export function endTransferLink(ctx: Context, ticketId: number): Promise<TransferOptions> {
  return withTransaction(ctx, async (tx) => {
    await lockOwnTicket(tx, ticketId);
    await endLinks(tx.db, [ticketId], tx.clock.now());
    return showTransferOptions(tx, ticketId);
  });
}

type State = TransferView['state'];

/** What a link gives: one ticket, or with a claim link the first of those that are left. `left`: how many; null for a ticket's own link. */
type Offer = Omit<OfferedTicket, 'transfer' | 'ticket'> & {
  ticket: OfferedTicket['ticket'] | undefined;
  fromUserId: number;
  left: number | null;
  until: Date;
  state: State;
  link: { transferId: number; takenBy: number | null; newTicketId: number | null } | { claimLinkId: number };
};

/** Returns what a link offers, for any visitor: nothing about the owner but the first name. @throws transfer_unknown */
export async function lookAtTransfer(ctx: Context, token: string): Promise<TransferView> {
  const { event, ticketType, fromFirstName, until, left, state } = await find(ctx, token);
  return {
    event: { id: event.id, name: event.name, nameLat: event.nameLat, startDate: toWireTime(event.startsAt) },
    ticketTypeName: ticketType.name,
    ticketTypeNameLat: ticketType.nameLat,
    from: fromFirstName,
    isVerifiedOnly: event.verifiedOnly,
    until: toWireTime(until),
    left,
    state,
  };
}

async function find(ctx: Context, token: string): Promise<Offer> {
  const hash = hashOpaqueToken(token);
  const transfer = await findTransfer(ctx.db, hash);
  if (transfer) return offerOfTransfer(ctx, transfer);
  const claims = await findClaimLink(ctx.db, hash);
  if (!claims) throw new AppError('transfer_unknown');
  return offerOfClaims(ctx, claims);
}

function offerOfTransfer(ctx: Context, { transfer, ...found }: OfferedTicket): Offer {
  const { ticket, event } = found;
  const until = linkEnd({ claim: ticket.claim, startsAt: event.startsAt }, ctx.venue().claimHours);
  const isOffered = ticket.claim === 'unclaimed' || ctx.venue().transfers;
  return {
    ...found,
    fromUserId: transfer.fromUserId,
    left: null,
    until,
    state: stateOfTransfer(ctx, { transfer, ...found }, isOffered ? until : undefined),
    link: { transferId: transfer.id, takenBy: transfer.toUserId, newTicketId: transfer.newTicketId },
  };
}

function stateOfTransfer(ctx: Context, { transfer, ticket, event }: OfferedTicket, until: Date | undefined): State {
  if (transfer.acceptedAt !== null) return 'taken';
  if (transfer.endedAt !== null || ticket.state !== 'valid' || ticket.usedAt !== null) return 'ended';
  return event.state !== 'published' || until === undefined || ctx.clock.now() >= until ? 'over' : 'open';
}

async function offerOfClaims(ctx: Context, { link, ...found }: OfferedClaims): Promise<Offer> {
  const unclaimed = await findUnclaimed(ctx.db, link.orderLineId);
  const until = claimEnd(found.event.startsAt, ctx.venue().claimHours);
  const isOver = found.event.state !== 'published' || ctx.clock.now() >= until;
  return {
    ...found,
    ticket: unclaimed[0],
    fromUserId: link.fromUserId,
    left: unclaimed.length,
    until,
    state: link.endedAt !== null ? 'ended' : isOver ? 'over' : unclaimed.length === 0 ? 'taken' : 'open',
    link: { claimLinkId: link.id },
  };
}

/**
 * Takes the ticket of a link, or claims one of those that a claim link gives: the old one ends, and the caller gets one with a new code, the
 * same place and the same price; without a code while the event wants verified guests and the caller is not verified. Repeating it returns
 * the same ticket. @throws transfer_unknown, transfer_ended, transfer_over, own_ticket, has_place, banned, account_rejected,
 * email_not_proved, person_limit
 */
export async function acceptTransfer(ctx: Context, token: string): Promise<TakenTicket> {
  const { userId } = requireUser(ctx);
  const before = await find(ctx, token);
  return withTransaction(ctx, async (tx) => {
    // The recipient's places are counted under this lock, as for a cart, and of several friends each gets another ticket.
    await lockEvents(tx.db, [before.event.id]);
    const offer = await find(tx, token);
    const taken = await findTaken(tx, offer, userId);
    if (taken) return toTaken(taken);
    const { ticket, event, state } = offer;
    if (state === 'over') throw new AppError('transfer_over');
    if (state !== 'open' || !ticket) throw new AppError('transfer_ended');
    if (ticket.userId === userId) throw new AppError('own_ticket');
    const recipient = await checkRecipient(tx, userId, event.id);

    const claim = claimFor(guestsKnownOf(event), recipient.status);
    const id = await passOn(tx, ticket, { userId, claim });
    const transferId = id && (await storeTransfer(tx, offer, { ticketId: ticket.id, toUserId: userId, newTicketId: id }));
    // It was admitted, or its owner withdrew the link, at this moment.
    if (!id || !transferId) throw new AppError('transfer_ended');
    await notifyBoth(tx, { offer, transferId, ticket: { id, claim }, recipient });
    return toTaken({ id, claim });
  });
}

/** Returns the ticket that the account got with this link before. */
async function findTaken({ db }: Context, { link }: Offer, userId: number): Promise<{ id: number; claim: Claim } | undefined> {
  if ('claimLinkId' in link) return findClaimBy(db, link.claimLinkId, userId);
  return link.takenBy === userId && link.newTicketId !== null ? findClaimOf(db, link.newTicketId, userId) : undefined;
}

const toTaken = ({ id, claim }: { id: number; claim: Claim }): TakenTicket => ({ ticketId: id, isWaiting: !hasCode(claim) });

type Recipient = NonNullable<Awaited<ReturnType<typeof lockRecipient>>>;

async function checkRecipient(tx: Context, userId: number, eventId: number): Promise<Recipient> {
  const recipient = await lockRecipient(tx.db, userId);
  if (!recipient) throw new AppError('unauthorized');
  orRefuse(tx, await askFor(tx, { userId, eventId }, { by: 'transfer', quantity: 1 }));
  // The ticket belongs to the address, which another person may have registered.
  if (recipient.emailProvedAt === null) throw new AppError('email_not_proved');
  return recipient;
}

/** Returns the id of the transfer; undefined when its link was used or ended. */
async function storeTransfer(
  tx: Context,
  { link, fromUserId }: Offer,
  taken: { ticketId: number; toUserId: number; newTicketId: number },
): Promise<number | undefined> {
  const now = tx.clock.now();
  if ('claimLinkId' in link) return insertTransferred(tx.db, { ...taken, ...link, fromUserId }, now);
  const { toUserId, newTicketId } = taken;
  return (await acceptLink(tx.db, link.transferId, { toUserId, newTicketId, acceptedAt: now })) ? link.transferId : undefined;
}

type Transferred = { offer: Offer; transferId: number; ticket: { id: number; claim: Claim }; recipient: Recipient };

/** Mails the new ticket to its owner once it has a code, and the recipient's first name to the former owner. */
async function notifyBoth(tx: Context, { offer, transferId, ticket, recipient }: Transferred): Promise<void> {
  const { orderId, fromUserId } = offer;
  const sender = await findUserById(tx.db, fromUserId);
  if (hasCode(ticket.claim)) await mailCode(tx, { orderId, ticketId: ticket.id, recipient });
  if (!sender) return;
  await queueMail(tx, {
    key: `ticket-taken:${transferId}`,
    kind: 'ticket-taken',
    recipient: sender.email,
    language: sender.language,
    payload: { transferId },
  });
}

type Coded = { orderId: number; ticketId: number; recipient: Pick<Recipient, 'email' | 'language'> };

/** Mails a ticket to its guest. `again`: of one that was mailed before. */
export const mailCode = (tx: Context, { orderId, ticketId, recipient }: Coded, again = ''): Promise<void> =>
  queueMail(tx, {
    key: `ticket:${orderId}:${ticketId}${again}`,
    kind: 'ticket',
    recipient: recipient.email,
    language: recipient.language,
    payload: { orderId, ticketId },
  });
