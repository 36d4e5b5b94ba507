import { FREED } from '#server/door/door.table.ts';
import { type Context, perServer, withTransaction } from '#server/platform/context.ts';
import { createTokenBuckets } from '#server/platform/limits/quota.ts';
import { verifyTicketCode } from '#server/sales/tickets/ticket-code.ts';
import { isBanned } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { decideTicket } from '#shared/door/admission.ts';
import { parseQrText } from '#shared/door/qr-text.ts';
import type { PassScan, ScanReceipt, ScanUpload } from '#shared/door/pass-scan.schemas.ts';
import { AppError } from '#shared/errors.ts';
import { applyScans, type Door, isAdmission, type Known, type ScannedTicket } from './apply-scans.ts';
import { toOutcomes } from './outcomes.service.ts';
import {
  type EarlierScan,
  findEarlier,
  findUndone,
  insertScans,
  type LockedTicket,
  lockPass,
  lockTickets,
  notePassReport,
  setUsedAt,
} from './pass-scans.queries.ts';

/**
 * Takes the scans that a phone with a pass uploads, in their order, in one transaction: what is acknowledged is stored. Repeating an upload
 * changes nothing and gets the same outcomes. @throws too_many_requests, pass_unknown, pass_ended a day after
 * the end, scans_missing (`params`: the `expected` number) when some before the first have not arrived
 */
export async function takeScans(ctx: Context, door: Door, { scans, report }: ScanUpload): Promise<ScanReceipt> {
  limitNumbers(ctx, door, scans);
  return withTransaction(ctx, async (tx) => {
    if (door.endedAt && tx.clock.now().getTime() - door.endedAt.getTime() > LATE_MS) throw new AppError('pass_ended');
    const last = await lockPass(tx.db, door.passId);
    if (last === undefined) throw new AppError('pass_unknown');
    const lastSequence = checkOrder(last, scans);
    const known = await readKnown(tx, door, scans);
    const { rows, outcomes, tickets } = applyScans(door, scans, known);
    if (rows.length > 0) await insertScans(tx.db, rows);
    for (const { id, usedAt } of tickets) await setUsedAt(tx.db, id, usedAt);
    await notePassReport(tx.db, door.passId, {
      lastSequence,
      seenAt: known.now,
      ...(report ?? reportOf(scans)),
    });
    const answers = await toOutcomes(tx, { eventId: door.eventId, scans, outcomes });
    return { serverTime: toWireTime(known.now), serverMs: known.now.getTime(), lastSequence, outcomes: answers };
  });
}

/** Somebody who holds a phone may use up tickets by their numbers, without their codes, no faster than guests come. */
const NUMBERS = { perSecond: 40 / 60, burst: 40 };
const numbersOf = perServer(() => createTokenBuckets(NUMBERS));

/** @throws too_many_requests */
function limitNumbers(ctx: Context, { passId }: Door, scans: readonly PassScan[]): void {
  const take = numbersOf(ctx);
  for (const { kind, code } of scans) {
    const waitSeconds = kind === 'in' && code === undefined ? take(passId) : 0;
    if (waitSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds: waitSeconds });
  }
}

/** A phone that was cut off when its pass ended may report so much later. */
const LATE_MS = 24 * 60 * 60_000;

/** Returns the number of the last scan. Numbers follow one another from the last one that arrived, or from an earlier one again. */
function checkOrder(last: number, scans: readonly PassScan[]): number {
  let expected = last + 1;
  for (const { sequence } of scans) {
    if (sequence > expected) throw new AppError('scans_missing', { params: { expected } });
    expected = Math.max(expected, sequence + 1);
  }
  return expected - 1;
}

const ticketIdOf = ({ code, ticketId }: PassScan): number | undefined => (code === undefined ? ticketId : parseQrText(code).ticketId);

const present = <Value>(value: Value | null | undefined): Value[] => (value === null || value === undefined ? [] : [value]);

async function readKnown(tx: Context, door: Door, scans: readonly PassScan[]): Promise<Known> {
  const now = tx.clock.now();
  const scanIds = scans.flatMap(({ scanId, undoneScanId }) => [scanId, ...present(undoneScanId)]);
  const named = await findEarlier(tx.db, { scanIds, ticketIds: [] });
  const ids = [...scans.map(ticketIdOf), ...named.map(({ ticketId }) => ticketId)].flatMap(present);
  const locked = new Map((await lockTickets(tx.db, [...new Set(ids)])).map((ticket) => [ticket.id, ticket]));
  // Only under the locks are these all.
  const earlier = await findEarlier(tx.db, { scanIds, ticketIds: [...locked.keys()] });
  const undone = await findUndone(
    tx.db,
    earlier.flatMap(({ scanId }) => present(scanId)),
  );
  const tickets = [...locked.values()].map((ticket) => toScanned(ticket, door, { earlier, undone, now }));
  return {
    now,
    tickets: new Map(tickets.map((ticket) => [ticket.id, ticket])),
    ticketOf: (scan) => {
      const ticket = locked.get(ticketIdOf(scan) ?? 0);
      return ticket && (scan.code === undefined || verifyTicketCode(tx.keys, scan.code, ticket)) ? ticket.id : undefined;
    },
    stored: earlier.filter(isOfPass),
    undone,
  };
}

type OfPass = EarlierScan & { scanId: string; passId: string };
const isOfPass = (scan: EarlierScan): scan is OfPass => scan.scanId !== null && scan.passId !== null;

type History = { earlier: readonly EarlierScan[]; undone: ReadonlySet<string>; now: Date };

function toScanned(ticket: LockedTicket, door: Door, { earlier, undone, now }: History): ScannedTicket {
  const ofTicket = earlier.filter(({ ticketId }) => ticketId === ticket.id);
  const round = 1 + ofTicket.filter(({ reason }) => reason === FREED).length;
  const admissions = ofTicket.filter((scan) => scan.round === round && isAdmission(scan) && !undone.has(scan.scanId ?? ''));
  return { id: ticket.id, decide: ruleFor(ticket, door, now), usedAt: ticket.usedAt, round, admissions: admissions.length };
}

/** What the last scan says about its phone. */
function reportOf(scans: readonly PassScan[]) {
  const last = scans.at(-1);
  return (
    last && {
      offsetMs: last.offsetMs,
      uncertaintyMs: last.uncertaintyMs,
      ...(last.packVersion !== undefined && { packVersion: last.packVersion }),
    }
  );
}

const RESULTS = { admit: 'accepted', reject: 'rejected', refuse: 'refused' } as const;

/** The rule of the door for a locked ticket. */
function ruleFor({ state, isGiven, eventState, eventId, guest }: LockedTicket, door: Door, now: Date): ScannedTicket['decide'] {
  const ticketState = state === 'refunded' && isGiven ? ('revoked' as const) : state;
  const isBannedNow = isBanned(guest, now);
  return (usedAt) => {
    const ticket = { state: ticketState, eventId, eventState, usedAt, isBanned: isBannedNow };
    const { verdict, reason } = decideTicket({ ticket, door: { eventId: door.eventId, now } });
    return { result: RESULTS[verdict], reason };
  };
}
