import { limitDoorSale } from '#server/accounts/limits.ts';
import { storeChoice } from '#server/accounts/newsletter/newsletter.service.ts';
import { insertPasswordless, reopenPasswordless } from '#server/accounts/passwordless.ts';
import { type Caller, type Login, openSession } from '#server/accounts/sessions.service.ts';
import { hashOpaqueToken } from '#server/accounts/tokens.ts';
import { getEvent } from '#server/content/events/events.service.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import { qrDataUrl } from '#server/platform/qr-picture.ts';
import { lookAtTransfer } from '#server/sales/transfers/transfers.service.ts';
import { findStock } from '#server/sales/inventory/availability.queries.ts';
import type { DoorSaleForm } from '#shared/accounts/account.schemas.ts';
import type { Language } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { paths } from '#shared/paths.ts';
import { guestsKnownOf } from '#shared/tickets/claims.ts';
import type { DoorSaleCodeView } from '#shared/staff/door-sale.contract.ts';
import type { DoorSaleView } from '#shared/door-sale/door-sale.contract.ts';

/** Guests queue before the doors open. */
const BEFORE_DOORS_MS = HOUR_MS;

const beginOf = ({ startDate }: Pick<EventView, 'startDate'>): Date => new Date(Date.parse(startDate) - BEFORE_DOORS_MS);

/** Returns whether a guest at the door can buy now, and at what price. @throws event_not_found */
export async function lookAtDoorSale(ctx: Context, eventId: number): Promise<DoorSaleView> {
  const event = await getEvent(ctx, eventId);
  const stock = (await findStock(ctx.db, [eventId], ctx.clock.now())).get(eventId);
  // At the door friends buy on their own phones where each ticket has a name.
  const most = stock && guestsKnownOf(stock.event) === 'nobody' ? stock.event.ticketsPerPerson : 1;
  const { id, name, nameLat, startDate, baskets } = event;
  const price = baskets.find(({ available }) => available > 0)?.price ?? null;
  return { event: { id, name, nameLat, startDate }, state: stateOf(ctx, event), from: toWireTime(beginOf(event)), price, most };
}

function stateOf({ clock, venue }: Context, event: EventView): DoorSaleView['state'] {
  const now = clock.now();
  if (!venue().doorSale) return 'off';
  if (event.isCancelled || now >= new Date(event.endDate)) return 'over';
  if (event.isVerifiedOnly) return 'verified';
  if (now < beginOf(event)) return 'early';
  return event.baskets.some(({ available, price }) => available > 0 && price !== null) ? 'open' : 'sold_out';
}

const REFUSALS = {
  early: 'not_offered',
  over: 'not_offered',
  off: 'not_offered',
  verified: 'verified_only',
  sold_out: 'sold_out',
} as const;

/**
 * Opens an account with the few fields of a door sale and signs it in: its ticket mail leads to a password, and verification asks for the
 * rest. Only while the event sells at the door. The same entry after a lost answer signs in again. @throws event_not_found, not_offered,
 * verified_only, sold_out, email_taken, too_many_requests
 */
export async function enterByDoorSale(ctx: Context, eventId: number, form: DoorSaleForm, from: From): Promise<Login> {
  const state = stateOf(ctx, await getEvent(ctx, eventId));
  if (state !== 'open') throw new AppError(REFUSALS[state]);
  return openShortAccount(ctx, form, { ...from, reason: eventId });
}

/**
 * Opens such an account for a friend with the link of a ticket. Not where guests are verified: that needs a whole registration. @throws
 * transfer_unknown, transfer_over, transfer_ended, verified_only, email_taken, too_many_requests
 */
export async function enterByLink(ctx: Context, token: string, form: DoorSaleForm, from: From): Promise<Login> {
  const { state, isVerifiedOnly } = await lookAtTransfer(ctx, token);
  if (state !== 'open') throw new AppError(state === 'over' ? 'transfer_over' : 'transfer_ended');
  if (isVerifiedOnly) throw new AppError('verified_only');
  return openShortAccount(ctx, form, { ...from, reason: token });
}

type From = { caller: Caller; language: Language };

/** `reason`: what the account is opened for; the same entry for the same reason signs in again. */
async function openShortAccount(ctx: Context, form: DoorSaleForm, from: From & { reason: number | string }): Promise<Login> {
  const { caller, language, reason } = from;
  const { entryId, wantsNewsletter, ...person } = form;
  if (ctx.reservedEmails.has(emailKey(form.email))) throw new AppError('email_taken');
  await limitDoorSale(ctx, form.email, caller.address);
  const entryHash = entryId && hashOpaqueToken(JSON.stringify([entryId, reason, person]));
  return withTransaction(ctx, async (tx) => {
    const user = (await insertPasswordless(tx, person)) ?? (entryHash && (await reopenPasswordless(tx, person.email, entryHash)));
    if (!user) throw new AppError('email_taken');
    await storeChoice(tx, user.id, wantsNewsletter, language);
    return openSession(tx, user, caller, { entryHash });
  });
}

/** Returns the QR code that hangs at the door. @throws event_not_found */
export async function showDoorSaleCode(ctx: Context, eventId: number): Promise<DoorSaleCodeView> {
  const event = await getEvent(ctx, eventId);
  const { id, name, nameLat, startDate, isVerifiedOnly } = event;
  const url = `${ctx.env.publicUrl}${paths.doorSale(id)}`;
  const from = toWireTime(beginOf(event));
  return { id, name, nameLat, startDate, from, isOn: ctx.venue().doorSale, isVerifiedOnly, url, picture: qrDataUrl(url) };
}
