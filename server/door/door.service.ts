import { z } from 'zod';
import { openPersonal } from '#server/accounts/personal-data.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, type Keys, priorityOf, requireUser, withTransaction } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import { codeStateNow } from '#server/sales/tickets/ticket-code.ts';
import { isBanned } from '#shared/accounts/account-rules.ts';
import { timeText, toWireTime, venueDay } from '#shared/dates.ts';
import { decideTicket } from '#shared/door/admission.ts';
import type { DoorEvent, ScanInput, ScanView } from '#shared/door/door.contract.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { hasCode } from '#shared/tickets/claims.ts';
import { wireTime } from '#shared/wire.ts';
import {
  admitTickets,
  type DoorEventRow,
  type DoorTicket,
  findComingEvents,
  findOverEvents,
  findScan,
  findTicketsAtDoor,
  hasNearDoor,
  insertScan,
  isPublicEvent,
  nameGuest,
  type NewScan,
  wasGiven,
} from './door.queries.ts';
import { countInside } from './inside.queries.ts';
import { findRejection } from './rejections.queries.ts';
import { isDoorNear, nearDoors } from './near-doors.ts';

/**
 * Admits a ticket at most once, or refuses it. Each decision about an existing ticket is stored as a scan; a repeated `scanId` gets the
 * first answer. @throws unauthorized, event_not_found, code_tampered, code_replaced, ticket_not_found, ticket_refunded, ticket_revoked,
 * ticket_transferred, ticket_used, banned_at_door, event_cancelled, other_event, needs_name, rejected_before, idempotency_reused
 */
export async function decideEntry(ctx: Context, input: ScanInput): Promise<ScanView> {
  const { userId } = requireUser(ctx);
  const ticket = await findTicket(ctx, input.ticketId);
  // A signed code always has its ticket, so a code without one is forged.
  if (!ticket) throw new AppError(input.code === undefined ? 'ticket_not_found' : 'code_tampered');
  if (isOtherEvent(input, ticket) && !(await isPublicEvent(priorityOf(ctx), input.eventId))) throw new AppError('event_not_found');
  const decision = (await decide(ctx, input, ticket, userId)) ?? (await firstDecision(ctx, input));
  if (decision.reason === 'rejected_before') throw await refusalOfRejected(ctx, ticket);
  const isNamed = decision.result === 'accepted' && ticket.claim === 'unclaimed' && input.name !== undefined;
  return answerScan(ctx.keys, isNamed ? { ...ticket, holderName: input.name ?? null } : ticket, decision);
}

const isOtherEvent = <Input extends ScanInput>(input: Input, { eventId }: DoorTicket): input is Input & { eventId: number } =>
  input.eventId !== undefined && input.eventId !== eventId;

const recentOf = ({ clock, venue }: Context) => ({ now: clock.now(), denialHours: venue().denialHours });

/** `at`: when and where a door rejected the guest, and why, if that still holds. */
async function refusalOfRejected(ctx: Context, ticket: DoorTicket): Promise<AppError> {
  const rejection = await findRejection(priorityOf(ctx), ticket.id, recentOf(ctx));
  const where = rejection?.door ? `, ${rejection.door}` : '';
  const params = { at: rejection ? `${timeText(rejection.at)}${where}` : '–', rejection: rejection?.reason ?? 'rejected_by_staff' };
  return new AppError('rejected_before', { params: { ...params, ...eventParams(ticket), userId: ticket.userId } });
}

/** Returns the stored decision; undefined if the `scanId` already has one. */
async function decide(ctx: Context, input: ScanInput, ticket: DoorTicket, staffId: number): Promise<EntryDecision | undefined> {
  const keep = async (decision: EntryDecision) =>
    (await insertScan(priorityOf(ctx), toScan(ctx, input, staffId, decision))) ? decision : undefined;

  const state = input.code === undefined ? 'genuine' : await codeStateNow(ctx, input.code, ticket);
  if (state !== 'genuine') {
    const refused = { result: 'refused', reason: state === 'replaced' ? 'code_replaced' : 'code_tampered', usedAt: ticket.usedAt } as const;
    await keep(refused);
    return refused;
  }
  if (input.isReject) return keep({ result: 'rejected', reason: 'rejected_by_staff', usedAt: ticket.usedAt });
  const rejection = input.admitRejected === undefined ? undefined : await findRejection(priorityOf(ctx), ticket.id, recentOf(ctx));
  if (rejection && input.admitRejected === false) {
    const refused = await refuseByRule(ctx, input, { ticket, isRejected: true });
    if (refused.reason === 'rejected_before') return keep(refused);
  }
  const isSecondPress = input.admitOtherEvent === true && isOtherEvent(input, ticket);
  const acceptance = {
    result: 'accepted',
    reason: isSecondPress ? 'admitted_other_event' : rejection ? 'admitted_rejected' : 'valid',
    usedAt: ctx.clock.now(),
  } as const;
  const scan = toScan(ctx, input, staffId, acceptance);
  const name = ticket.claim === 'unclaimed' ? input.name : undefined;
  const outcome =
    name === undefined && acceptance.reason === 'valid'
      ? await admit(ctx, scan)
      : await admitOnPurpose(ctx, scan, { ticket, name, isDenialOverruled: rejection !== undefined });
  if (outcome === 'repeated') return undefined;
  if (outcome === 'admitted') return acceptance;
  const current = (await findTicket(ctx, ticket.id)) ?? ticket;
  return keep(await refuseByRule(ctx, input, { ticket: current, isRejected: false }));
}

/** Returns why the statement did not admit a ticket, by the rule that phones use too. */
async function refuseByRule(
  ctx: Context,
  { eventId, admitOtherEvent }: ScanInput,
  { ticket, isRejected }: { ticket: DoorTicket; isRejected: boolean },
): Promise<EntryDecision> {
  const { usedAt, guest } = ticket;
  const isRevoked = ticket.state === 'refunded' && (await wasGiven(priorityOf(ctx), ticket.id));
  const now = ctx.clock.now();
  const needsName = !hasCode(ticket.claim);
  const facts = { ...ticket, needsName, state: isRevoked ? 'revoked' : ticket.state, isBanned: isBanned(guest, now), isRejected } as const;
  const answered = admitOtherEvent === true ? (['other_event'] as const) : [];
  const door = { eventId: eventId ?? (await unnamedDoor(ctx, ticket, now)), answered, now };
  const { verdict, reason } = decideTicket({ ticket: facts, door });
  if (verdict === 'reject') return { result: 'rejected', reason, usedAt };
  // The reason for the refusal may have ended since the statement ran.
  return { result: 'refused', reason: verdict === 'admit' ? 'ticket_used' : reason, usedAt };
}

/** The door for a scan that names no event: any (undefined), unless another event's door is near and that of the ticket is not. */
async function unnamedDoor(ctx: Context, ticket: DoorTicket, now: Date): Promise<number | undefined> {
  if (isDoorNear(ticket, now)) return undefined;
  return (await hasNearDoor(priorityOf(ctx), nearDoors(now))) ? NO_EVENT : undefined;
}
const NO_EVENT = 0;

async function admit(ctx: Context, scan: NewScan): Promise<'admitted' | 'refused' | 'repeated'> {
  if (await admitTicket(ctx, scan)) return 'admitted';
  return scan.scanId !== null && (await findScan(priorityOf(ctx), scan.scanId)) ? 'repeated' : 'refused';
}

/**
 * Admits a ticket of another event, a rejected guest, or the guest whom staff name with a ticket that nobody claimed, and writes the audit
 * entries in one transaction.
 */
const admitOnPurpose = (ctx: Context, scan: NewScan, { ticket, name, isDenialOverruled }: OnPurpose): ReturnType<typeof admit> =>
  withTransaction(ctx, async (tx) => {
    const outcome = await admit(tx, { ...scan, isNamed: name !== undefined });
    if (outcome !== 'admitted') return outcome;
    if (name !== undefined) await nameGuest(tx.db, scan.ticketId, name);
    const subject = `ticket ${scan.ticketId}`;
    const detail = { doorEventId: scan.eventId, ticketEventId: ticket.eventId };
    if (name !== undefined) await recordAction(tx, { action: 'door.named', subject, detail: { doorEventId: scan.eventId } });
    if (scan.reason === 'admitted_other_event') await recordAction(tx, { action: 'door.other_event', subject, detail });
    if (isDenialOverruled) await recordAction(tx, { action: 'door.override', subject, detail: { ...detail, reason: 'admitted_rejected' } });
    return outcome;
  });
type OnPurpose = { ticket: DoorTicket; name: string | undefined; isDenialOverruled: boolean };

// Batched because several doors scan at the same moment.
const findTicket = batched<number, DoorTicket | undefined>(async (ctx, ids) => {
  const tickets = new Map((await findTicketsAtDoor(priorityOf(ctx), [...new Set(ids)])).map((ticket) => [ticket.id, ticket]));
  return ids.map((id) => tickets.get(id));
});

const admitTicket = batched<NewScan, boolean>(
  async (ctx, scans) => {
    const admitted = await admitTickets(priorityOf(ctx), scans, { now: ctx.clock.now(), near: nearDoors(ctx.clock.now()) });
    return scans.map(({ ticketId }) => admitted.has(ticketId));
  },
  { keyOf: ({ ticketId }) => String(ticketId) },
);

/** Returns the earlier decision under this `scanId`. @throws idempotency_reused if it belongs to a different scan */
async function firstDecision(ctx: Context, input: ScanInput): Promise<EntryDecision> {
  const scan = input.scanId === undefined ? undefined : await findScan(priorityOf(ctx), input.scanId);
  const answer = StoredAnswer.safeParse(scan?.answer).data;
  const isSame =
    answer?.isReject === input.isReject &&
    answer.admitOtherEvent === (input.admitOtherEvent ?? false) &&
    answer.admitRejected === (input.admitRejected ?? false) &&
    scan?.ticketId === input.ticketId &&
    scan.eventId === (input.eventId ?? null);
  if (!scan || !answer || !isSame) throw new AppError('idempotency_reused');
  return EntryDecision.parse({ result: scan.result, reason: scan.reason, usedAt: answer.usedAt && new Date(answer.usedAt) });
}

function toScan(ctx: Context, input: ScanInput, staffId: number, decision: EntryDecision): NewScan {
  const { isReject, admitOtherEvent = false, admitRejected = false } = input;
  const answer: StoredAnswer = { isReject, admitOtherEvent, admitRejected, usedAt: decision.usedAt && toWireTime(decision.usedAt) };
  return {
    scanId: input.scanId ?? null,
    ticketId: input.ticketId,
    staffId,
    result: decision.result,
    reason: decision.reason,
    isManual: input.code === undefined,
    device: input.device ?? null,
    scannedAt: input.scannedAt === undefined ? null : new Date(input.scannedAt),
    decidedAt: ctx.clock.now(),
    answer,
    eventId: input.eventId ?? null,
    isNamed: false,
  };
}

const COMING_SHOWN = 6;
const OVER_SHOWN = 2;

/** Published events around now, likeliest first. */
export async function listDoorEvents(ctx: Context): Promise<DoorEvent[]> {
  const now = ctx.clock.now();
  const [coming, over] = await Promise.all([findComingEvents(ctx.db, now, COMING_SHOWN), findOverEvents(ctx.db, now, OVER_SHOWN)]);
  const nearest = [...coming, ...over].toSorted(
    (a, b) => distance(a, now) - distance(b, now) || b.startsAt.getTime() - a.startsAt.getTime(),
  );
  return Promise.all(nearest.map((event) => toDoorEvent(ctx, event, now)));
}

async function toDoorEvent(ctx: Context, { startsAt, endsAt, ...event }: DoorEventRow, now: Date): Promise<DoorEvent> {
  const isRunning = startsAt <= now && now < endsAt;
  const inside = isRunning ? await countInside(ctx.db, event.id) : null;
  return { ...event, startDate: toWireTime(startsAt), endDate: toWireTime(endsAt), isRunning, isOver: endsAt <= now, inside };
}

/** Milliseconds until the start or since the end; 0 while it runs. */
const distance = ({ startsAt, endsAt }: DoorEventRow, now: Date): number =>
  Math.max(0, startsAt.getTime() - now.getTime(), now.getTime() - endsAt.getTime());

/** A decision at the door. `usedAt` is when the ticket was used, as known at the time of the decision. */
const EntryDecision = z.discriminatedUnion('result', [
  z.object({ result: z.literal('accepted'), reason: z.enum(['valid', 'admitted_other_event', 'admitted_rejected']), usedAt: z.date() }),
  z.object({ result: z.literal('rejected'), reason: z.enum(['rejected_by_staff', 'banned']), usedAt: z.date().nullable() }),
  z.object({
    result: z.literal('refused'),
    reason: z.enum([
      'code_tampered',
      'code_replaced',
      'ticket_refunded',
      'ticket_revoked',
      'ticket_transferred',
      'ticket_used',
      'event_cancelled',
      'other_event',
      'needs_name',
      'rejected_before',
    ]),
    usedAt: z.date().nullable(),
  }),
]);
type EntryDecision = z.infer<typeof EntryDecision>;

/** The part of a scan row from which its answer is repeated. It contains no guest data, which remains encrypted in its own table. */
const StoredAnswer = z.object({
  isReject: z.boolean(),
  admitOtherEvent: z.boolean().default(false),
  admitRejected: z.boolean().default(false),
  usedAt: wireTime.nullable(),
});
type StoredAnswer = z.infer<typeof StoredAnswer>;

/**
 * Makes the answer on the wire from a decision. @throws code_tampered; with the ticket's event in `params`: banned_at_door, code_replaced, ticket_refunded, ticket_revoked,
 * ticket_transferred, ticket_used (and `date`, `time` of its use at the venue), event_cancelled, other_event, needs_name
 */
function answerScan(keys: Keys, ticket: DoorTicket, decision: EntryDecision): ScanView {
  if (decision.result === 'refused') throw refusal(ticket, decision, decision.reason);
  // A client that ignores the body of a 2xx would take a 200 for an admission.
  if (decision.reason === 'banned') throw refusal(ticket, decision, 'banned_at_door');
  return {
    result: decision.result,
    reason: decision.reason,
    ticket: {
      id: ticket.id,
      eventId: ticket.eventId,
      eventName: ticket.eventName,
      eventNameLat: ticket.eventNameLat,
      startDate: toWireTime(ticket.startsAt),
      ticketTypeName: ticket.ticketTypeName,
      ticketTypeNameLat: ticket.ticketTypeNameLat,
      holderName: ticket.holderName ?? '',
      usedAt: decision.usedAt && toWireTime(decision.usedAt),
    },
    guest: {
      firstName: ticket.guest.firstName,
      lastName: ticket.guest.lastName,
      birthdate: openPersonal(keys, 'birthdate', ticket.guest.sealedBirthdate),
      status: ticket.guest.status,
    },
  };
}

/**
 * A forged code names neither event nor guest, because nothing in it can be trusted. `event` is for the English message, the names are for
 * screens; with `userId` they load the guest of a typed number.
 */
function refusal(ticket: DoorTicket, { reason, usedAt }: Exclude<EntryDecision, { result: 'accepted' }>, code: ErrorCode): AppError {
  if (code === 'code_tampered') return new AppError(code);
  const used = reason === 'ticket_used' && usedAt !== null && { date: venueDay(usedAt), time: timeText(usedAt) };
  const unnamed = reason === 'needs_name' && { claim: ticket.claim };
  return new AppError(code, { params: { ...used, ...unnamed, ...eventParams(ticket), userId: ticket.userId } });
}

function eventParams({ eventName, eventNameLat, startsAt }: DoorTicket) {
  return { event: eventNameLat, eventName, eventNameLat, eventDate: venueDay(startsAt), eventTime: timeText(startsAt) };
}
