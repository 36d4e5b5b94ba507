import { openPersonal } from '#server/accounts/personal-data.ts';
import { recordSecurityEvent } from '#server/accounts/security-events.service.ts';
import { eventSubject } from '#server/content/events/edit-event.service.ts';
import { findArrivalsAtEvent } from '#server/door/entry-arrivals.queries.ts';
import { requireNear } from '#server/door/near-doors.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { readLists } from '#server/sales/guest-lists/staff-guest-lists.service.ts';
import { ageOn, isBanned } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { hasCode } from '#shared/tickets/claims.ts';
import type { DoorSheetView } from '#shared/staff/orders.contract.ts';
import { findEventOfSheet, findHoldersOfEvent } from './door-sheet.queries.ts';

/** Only the last digits, because a full number on a lost sheet could be looked up. */
const TICKET_DIGITS = 4;

/**
 * All people who may enter an event, to print for when there is no network: holders of valid tickets and entries of open guest lists. Ages
 * are shown to compare with a document. Audited like guest files; while the door is not near, only for staff who may have those files.
 * @throws unauthorized, event_not_found, door_not_near
 */
export async function readDoorSheet(ctx: Context, eventId: number): Promise<DoorSheetView> {
  const { userId, rights } = requireUser(ctx);
  const event = await findEventOfSheet(ctx.db, eventId);
  if (!event) throw new AppError('event_not_found');
  if (!rights.includes('guests.export')) requireNear(event, ctx.clock.now());
  await withTransaction(ctx, async (tx) => {
    await recordAction(tx, { action: 'export.guests', subject: eventSubject(eventId), detail: {} });
    await recordSecurityEvent(tx, 'export', userId);
  });
  const holders = await findHoldersOfEvent(ctx.db, eventId);
  const { lists } = await readLists(ctx, eventId);
  const arrivals = await findArrivalsAtEvent(ctx.db, eventId);
  const byTicket = new Map(arrivals.map((arrival) => [arrival.entryId, arrival.byTicket]));
  return {
    name: event.name,
    nameLat: event.nameLat,
    startDate: toWireTime(event.startsAt),
    endDate: toWireTime(event.endsAt),
    madeAt: toWireTime(ctx.clock.now()),
    hasAges: true,
    holders: holders.map(({ id, sealedBirthdate, usedAt, status, claim, bannedAt, bannedUntil, ...holder }) => ({
      ...holder,
      needsName: !hasCode(claim),
      ticketEnd: String(id).slice(-TICKET_DIGITS),
      age: ageOf(ctx, sealedBirthdate, event.startsAt),
      cameAt: usedAt && toWireTime(usedAt),
      isBanned: isBanned({ bannedAt, bannedUntil }, ctx.clock.now()),
      isRejected: status === 'Rejected',
    })),
    lists: lists
      .filter(({ endedAt }) => endedAt === null)
      .map(({ name, freeUntil, price, entries }) => ({
        name,
        freeUntil,
        price,
        entries: entries.flatMap((entry) => peopleByName(entry, byTicket.get(entry.id) ?? 0)),
      })),
  };
}

type Listed = DoorSheetView['lists'][number]['entries'][number];

/** The people admitted by a guest list entry. The ticket mailed for it is one of its places and appears on the sheet under its holder. */
function peopleByName({ firstName, lastName, plusOnes, arrived, hasTicket }: Listed & { hasTicket: boolean }, byTicket: number): Listed[] {
  if (!hasTicket) return [{ firstName, lastName, plusOnes, arrived }];
  return plusOnes === 0 ? [] : [{ firstName, lastName, plusOnes: plusOnes - 1, arrived: Math.min(arrived - byTicket, plusOnes) }];
}

/** Null if the birthdate is unknown. */
function ageOf({ keys }: Context, sealedBirthdate: string, day: Date): number | null {
  const birthdate = openPersonal(keys, 'birthdate', sealedBirthdate);
  return birthdate === '' ? null : ageOn(birthdate, day);
}
