import { findUserById } from '#server/accounts/accounts.queries.ts';
import { createOpaqueToken, hashOpaqueToken } from '#server/accounts/tokens.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { lockEvents } from '#server/sales/inventory/stock.queries.ts';
import { askFor, orRefuse } from '#server/sales/inventory/inventory.service.ts';
import { lockOwnTicket, transferRefusal, refused, showTransferOptions } from '#server/sales/tickets/transfer-options.service.ts';
import { nextTicketIds } from '#server/sales/tickets/tickets.service.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { TransferOptions, TransferView } from '#shared/tickets/transfers.contract.ts';
import { transferEnd } from '#shared/tickets/transfer-rules.ts';
import {
  acceptLink,
  endLinks,
  endTransferredTicket,
  findTransfer,
  insertLink,
  insertSuccessor,
  lockRecipient,
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
    // After `#` the token appears in no log and no referrer.
    const url = `${tx.env.publicUrl}${paths.acceptTransfer}#${token}`;
    return { ...(await showTransferOptions(tx, ticketId)), url };
  });
}

/** Ends the open link of an own ticket; does nothing without one. @throws ticket_not_found */
export function endTransferLink(ctx: Context, ticketId: number): Promise<TransferOptions> {
  return withTransaction(ctx, async (tx) => {
    await lockOwnTicket(tx, ticketId);
    await endLinks(tx.db, [ticketId], tx.clock.now());
    return showTransferOptions(tx, ticketId);
  });
}

/** Returns what a link offers, for any visitor: nothing about the owner but the first name. @throws transfer_unknown */
export async function lookAtTransfer(ctx: Context, token: string): Promise<TransferView> {
  const found = await find(ctx, token);
  const { event, ticketType, fromFirstName } = found;
  return {
    event: { id: event.id, name: event.name, nameLat: event.nameLat, startDate: toWireTime(event.startsAt) },
    ticketTypeName: ticketType.name,
    ticketTypeNameLat: ticketType.nameLat,
    from: fromFirstName,
    isVerifiedOnly: event.verifiedOnly,
    until: toWireTime(transferEnd(event.startsAt)),
    state: stateOf(ctx, found),
  };
}

async function find({ db }: Context, token: string): Promise<OfferedTicket> {
  const found = await findTransfer(db, hashOpaqueToken(token));
  if (!found) throw new AppError('transfer_unknown');
  return found;
}

function stateOf(ctx: Context, { transfer, ticket, event }: OfferedTicket): TransferView['state'] {
  if (transfer.acceptedAt !== null) return 'taken';
  if (transfer.endedAt !== null || ticket.state !== 'valid' || ticket.usedAt !== null) return 'ended';
  return event.state !== 'published' || ctx.clock.now() >= transferEnd(event.startsAt) || !ctx.venue().transfers ? 'over' : 'open';
}

/**
 * Takes the ticket of a link: the old one ends, and the caller gets one with a new code, the same place and the same price. Repeating it
 * returns the same ticket. @throws transfer_unknown, transfer_ended, transfer_over, own_ticket, banned, account_rejected, verified_only,
 * email_not_proved, person_limit
 */
export async function acceptTransfer(ctx: Context, token: string): Promise<{ ticketId: number }> {
  const { userId } = requireUser(ctx);
  const before = await find(ctx, token);
  return withTransaction(ctx, async (tx) => {
    // The recipient's places are counted under this lock, as for a cart.
    await lockEvents(tx.db, [before.event.id]);
    const found = await find(tx, token);
    const { transfer, ticket, event, orderId } = found;
    if (transfer.toUserId === userId && transfer.newTicketId !== null) return { ticketId: transfer.newTicketId };
    const state = stateOf(tx, found);
    if (state === 'over') throw new AppError('transfer_over');
    if (state !== 'open') throw new AppError('transfer_ended');
    if (ticket.userId === userId) throw new AppError('own_ticket');
    const recipient = await checkRecipient(tx, userId, event.id);

    const now = tx.clock.now();
    const [id = 0] = await nextTicketIds(tx.db, 1);
    const isEnded = await endTransferredTicket(tx.db, ticket.id);
    await insertSuccessor(tx.db, ticket, { id, userId, createdAt: now });
    const isAccepted = await acceptLink(tx.db, transfer.id, { toUserId: userId, newTicketId: id, acceptedAt: now });
    // It was admitted, or its owner withdrew the link, at this moment.
    if (!isEnded || !isAccepted) throw new AppError('transfer_ended');
    await notifyBoth(tx, { transfer, orderId, ticketId: id, recipient });
    return { ticketId: id };
  });
}

type Recipient = NonNullable<Awaited<ReturnType<typeof lockRecipient>>>;

async function checkRecipient(tx: Context, userId: number, eventId: number): Promise<Recipient> {
  const recipient = await lockRecipient(tx.db, userId);
  if (!recipient) throw new AppError('unauthorized');
  orRefuse(tx, await askFor(tx, { userId, eventId }, { by: 'transfer', quantity: 1 }));
  // The ticket belongs to the address, which another person may have registered.
  if (recipient.emailProvedAt === null) throw new AppError('email_not_proved');
  return recipient;
}

type Transferred = { transfer: OfferedTicket['transfer']; orderId: number; ticketId: number; recipient: Recipient };

/** Mails the new ticket to its owner, and the recipient's first name to the former owner. */
async function notifyBoth(tx: Context, { transfer, orderId, ticketId, recipient }: Transferred): Promise<void> {
  const sender = await findUserById(tx.db, transfer.fromUserId);
  const { language } = recipient;
  await queueMail(tx, {
    key: `ticket:${orderId}:${ticketId}`,
    kind: 'ticket',
    recipient: recipient.email,
    language,
    payload: { orderId, ticketId },
  });
  if (!sender) return;
  await queueMail(tx, {
    key: `ticket-taken:${transfer.id}`,
    kind: 'ticket-taken',
    recipient: sender.email,
    language: sender.language,
    payload: { transferId: transfer.id },
  });
}
