import { findUserByEmail, findUserById } from '#server/accounts/accounts.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { HOUR, type Limit, consumeLimit } from '#server/platform/limits/limits.ts';
import { lockEvents } from '#server/sales/inventory/stock.queries.ts';
import { giveOne, revokeComplimentary, watchComplimentary } from '#server/sales/orders/complimentary.service.ts';
import type { Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import type { GuestListEntryInput } from '#shared/staff/guest-lists.schemas.ts';
import {
  countTicketsOnList,
  findEventOfList,
  findMailedEntry,
  findMailedOnList,
  findMailedTo,
  lockTicketOfOrder,
  markTicket,
} from './list-tickets.queries.ts';
import type { GuestList, GuestListEntry } from './staff-guest-lists.queries.ts';

/** The owner of a list mails tickets by a link, without an account: at most this many per list, across all processes. */
const MAILS_BY_LINK: Limit = { name: 'listMails', points: 60, duration: HOUR };

/** Counts mails that a list's link is about to send, before any lock is taken. @throws too_many_requests */
export async function consumeMails(ctx: Context, listId: number, mails: number): Promise<void> {
  if (mails > 0) await consumeLimit(ctx, [MAILS_BY_LINK, String(listId)], mails);
}

/** Locks the stock of a list's event before its tickets take places. The list is locked afterwards. */
export async function lockStockOfList(tx: Context, listId: number): Promise<void> {
  const eventId = await findEventOfList(tx.db, listId);
  if (eventId !== undefined) await lockEvents(tx.db, [eventId]);
}

/** Locks the event's stock and the ticket of an entry with an address, in the door's order: the ticket before the list. */
export async function lockTicketOfEntry(tx: Context, entryId: number): Promise<void> {
  const entry = await findMailedEntry(tx.db, entryId);
  if (!entry) return;
  await lockEvents(tx.db, [entry.eventId]);
  if (entry.orderId !== null) await lockTicketOfOrder(tx.db, entry.orderId);
}

type Mailed = GuestListEntryInput & { email: string };
export const isMailed = (entry: GuestListEntryInput): entry is Mailed => entry.email !== undefined;

/** The result for one person: the order of the ticket, or the banned guest who gets none, which only staff are told. */
type Given = Pick<GuestListEntry, 'orderId' | 'refusedUserId'>;
export const NO_TICKET: Given = { orderId: null, refusedUserId: null };

/** Checks that a locked list may mail tickets to all of these people. @throws list_price_ticket, list_mailed_tickets, list_email_twice */
export async function refuseTicketsOnList(tx: Context, list: GuestList, people: readonly Mailed[]): Promise<void> {
  if (people.length === 0) return;
  if (list.priceTetri !== null) throw new AppError('list_price_ticket');
  await requireMayMail(tx, list, people.length);
  const mailed = new Set(await findMailedOnList(tx.db, list.id));
  for (const { email } of people) {
    if (mailed.has(email.toLowerCase())) throw new AppError('list_email_twice', { params: { email } });
    mailed.add(email.toLowerCase());
  }
}

/**
 * Gives each of these people on a locked list, checked by `refuseTicketsOnList`, a complimentary ticket from `giverOf`. @throws
 * list_email_refused, list_no_room, not_on_sale
 */
export async function giveTicketsOnList(tx: Context, list: GuestList, people: readonly Mailed[], language: Language): Promise<Given[]> {
  if (people.length === 0) return [];
  const given: Given[] = [];
  for (const { email, firstName, lastName } of people) {
    given.push(await giveTicket(tx, list, { email, firstName, lastName, language }));
  }
  await watchComplimentary(tx);
  return given;
}

/** Returns true if the caller may give tickets by right, without the list's limit. */
export const givesFreely = ({ actor }: Context): boolean => actor?.rights.includes('tickets.give') === true;

/**
 * Without the right `tickets.give`, and by the link, a list mails at most the tickets that staff with the right allowed. @throws
 * list_mailed_tickets (`params`: how many are `left` of the `limit`)
 */
async function requireMayMail(tx: Context, list: GuestList, more: number): Promise<void> {
  if (givesFreely(tx)) return;
  const limit = list.mailedTickets;
  const left = Math.max(0, limit - (await countTicketsOnList(tx.db, list.id)));
  if (more > left) throw new AppError('list_mailed_tickets', { params: { left, limit } });
}

/** Returns the caller, or for a link its maker. @throws conflict when that account was deleted */
function giverOf({ actor }: Context, { linkMadeBy, createdBy }: GuestList): number {
  const giver = actor?.userId ?? linkMadeBy ?? createdBy;
  if (giver === null) throw new AppError('conflict');
  return giver;
}

/** Gives an entry a new ticket for the one that was revoked with it; undefined for an entry that was never to have one. */
export async function giveTicketAgain(tx: Context, list: GuestList, entry: GuestListEntry): Promise<Given | undefined> {
  const { firstName, lastName, orderId, refusedUserId } = entry;
  const ofOrder = orderId === null ? undefined : await findMailedTo(tx.db, orderId);
  const to = ofOrder ?? (refusedUserId === null ? undefined : await findUserById(tx.db, refusedUserId));
  if (!to) return undefined;
  const people = [{ firstName, lastName, plusOnes: 0, email: to.email }];
  await refuseTicketsOnList(tx, list, people);
  const [given] = await giveTicketsOnList(tx, list, people, to.language);
  return given;
}

type Guest = { email: string; firstName: string; lastName: string; language: Language };

async function giveTicket(tx: Context, list: GuestList, guest: Guest): Promise<Given> {
  const givenBy = giverOf(tx, list);
  try {
    const { orderId } = await giveOne(tx, list.eventId, { ...guest, quantity: 1, ticketTypeId: null, reason: list.name }, givenBy);
    return { orderId, refusedUserId: null };
  } catch (error) {
    if (error instanceof AppError && error.code === 'no_room') throw new AppError('list_no_room');
    if (!(error instanceof AppError && error.code === 'guest_banned')) throw error;
    if (tx.actor) throw new AppError('list_email_refused', { params: { email: guest.email } });
    const banned = await findUserByEmail(tx.db, guest.email);
    return { orderId: null, refusedUserId: banned?.id ?? null };
  }
}

/** Revokes the unused ticket of an entry that is removed from its list. The ticket is locked. */
export async function withdrawTicket(tx: Context, list: GuestList, orderId: number): Promise<void> {
  if (!(await lockTicketOfOrder(tx.db, orderId))) return;
  await revokeComplimentary(tx, orderId, { revokedBy: giverOf(tx, list), reason: list.name });
}

/**
 * Marks an entry's ticket as used once all of its people have come in by name, and as unused otherwise. Its ticket and its list are locked.
 */
export async function settleTicket(tx: Context, list: GuestList, { id, orderId, plusOnes }: GuestListEntry): Promise<void> {
  const ticket = orderId === null ? undefined : await lockTicketOfOrder(tx.db, orderId);
  if (!ticket) return;
  const came = (await tx.hooks.countEntryArrivals(tx.db, list.eventId)).find(({ entryId }) => entryId === id);
  if (came?.byTicket) return;
  const isFull = (came?.people ?? 0) >= 1 + plusOnes;
  if (isFull !== (ticket.usedAt !== null)) await markTicket(tx.db, ticket.id, isFull ? tx.clock.now() : null);
}
