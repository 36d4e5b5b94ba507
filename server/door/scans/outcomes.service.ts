import { openPersonal } from '#server/accounts/personal-data.ts';
import { AFTER_END } from '#server/door/door.table.ts';
import { isDoorNear } from '#server/door/near-doors.ts';
import { toManifestEvent } from '#server/door/manifest-event.ts';
import { findRejection } from '#server/door/rejections.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { signTicketCode } from '#server/sales/tickets/ticket-code.ts';
import { ageOn } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import type { Admission } from '#shared/door/conflicts.ts';
import type { DeviceScan, ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import { type GuestRow, lookupKeyOf } from '#shared/door/encrypted-row.ts';
import type { OfflineManifestHead, Rejection } from '#shared/door/offline-manifest.ts';
import type { Outcome } from './apply-scans.ts';
import { isTyped } from './scan-rows.ts';
import { findAdmissions, findEventsOfTickets, findHolders } from './outcomes.queries.ts';

/** `named`: the scans by number whose holders may be named. `isLook`: nothing is stored. */
type Uploaded = {
  eventId: number;
  scans: readonly DeviceScan[];
  outcomes: readonly Outcome[];
  named: ReadonlySet<string>;
  isLook?: boolean;
};

/** Adds where used tickets were used, the events of tickets that are refused because of them and, once the door is near, the holders and lookup keys of typed numbers. */
export async function toOutcomes(ctx: Context, { eventId, scans, outcomes, named, isLook = false }: Uploaded): Promise<ScanOutcome[]> {
  const typed = new Set(scans.filter(isTyped).map(({ scanId }) => scanId));
  const usesOf = await readUses(ctx, idsOf(outcomes.filter(isUsed)));
  const rejections = await readRejections(ctx, idsOf(outcomes.filter(isRejected)));
  const eventsOf = await readEvents(ctx, idsOf(outcomes.filter(isOfEvent)));
  const holders = await readHolders(ctx, { eventId, ticketIds: idsOf(outcomes.filter(({ scanId }) => typed.has(scanId))) });
  return outcomes.map((outcome) => {
    const { scanId, ticketId } = outcome;
    const used = isUsed(outcome) ? usesOf.get(ticketId)?.find((use) => use.scanId !== scanId)?.admission : undefined;
    const holder = typed.has(scanId) && ticketId !== null ? holders.get(ticketId) : undefined;
    // No holder is named to a scanner device that is over.
    const guest = (named.has(scanId) && outcome.reason !== AFTER_END && holder?.guest) || null;
    // The date of birth is told only of those who are admitted, because that uses the ticket up.
    const isIn = outcome.result === 'accepted' && !isLook;
    const event = (isOfEvent(outcome) && eventsOf.get(ticketId)) || null;
    const rejection = (isRejected(outcome) && rejections.get(ticketId)) || null;
    return {
      ...outcome,
      used: used ?? null,
      rejection,
      event,
      guest: guest && (isIn ? guest : withAge(guest, ctx.clock.now())),
      key: holder?.key ?? null,
    };
  });
}

const isOfEvent = ({ reason }: Outcome): boolean => reason === 'other_event' || reason === 'event_cancelled';
const isRejected = ({ reason }: Outcome): boolean => reason === 'rejected_before';
const isUsed = ({ reason }: Outcome): boolean => reason === 'ticket_used';
const idsOf = (outcomes: readonly Outcome[]): number[] => [...new Set(outcomes.flatMap(({ ticketId }) => ticketId ?? []))];

type Use = { scanId: string | null; admission: Admission };

async function readUses({ db }: Context, ticketIds: readonly number[]): Promise<Map<number | null, Use[]>> {
  const rows = ticketIds.length > 0 ? await findAdmissions(db, ticketIds) : [];
  const uses = rows.map(({ ticketId, scanId, at, uncertaintyMs, scannerDevice }) => {
    return { ticketId, scanId, admission: { door: scannerDevice ?? '', at: toWireTime(at), uncertaintyMs: uncertaintyMs ?? 0 } };
  });
  return Map.groupBy(uses, ({ ticketId }) => ticketId);
}

async function readEvents({ db }: Context, ticketIds: readonly number[]): Promise<Map<number | null, OfflineManifestHead['event']>> {
  const rows = ticketIds.length > 0 ? await findEventsOfTickets(db, ticketIds) : [];
  return new Map(rows.map(({ ticketId, ...event }) => [ticketId, toManifestEvent(event)]));
}

async function readRejections({ db, clock, venue }: Context, ticketIds: readonly number[]): Promise<Map<number | null, Rejection>> {
  const found = await Promise.all(ticketIds.map((id) => findRejection(db, id, { now: clock.now(), denialHours: venue().denialHours })));
  return new Map(found.flatMap((one) => (one ? [[one.ticketId, { at: toWireTime(one.at), door: one.door, reason: one.reason }]] : [])));
}

/** The age in place of the date of birth, as far as it is known. */
const withAge = ({ birthdate, ...guest }: GuestRow, now: Date): GuestRow => {
  return { ...guest, birthdate: '', ...(birthdate !== '' && { age: ageOn(birthdate, now) }) };
};

/** No holder is named before the door is near. */
type Holder = { guest: GuestRow | null; key: string };

async function readHolders(
  { db, keys, clock }: Context,
  which: { eventId: number; ticketIds: readonly number[] },
): Promise<Map<number, Holder>> {
  const rows = which.ticketIds.length > 0 ? await findHolders(db, which) : [];
  const holders = rows.map(async ({ ticketId, userId, eventId, startsAt, endsAt, sealedBirthdate, ...guest }) => {
    const birthdate = openPersonal(keys, 'birthdate', sealedBirthdate);
    const key = await lookupKeyOf(signTicketCode(keys, { id: ticketId, userId, eventId }));
    return [ticketId, { guest: isDoorNear({ startsAt, endsAt }, clock.now()) ? { ...guest, birthdate } : null, key }] as const;
  });
  return new Map(await Promise.all(holders));
}
