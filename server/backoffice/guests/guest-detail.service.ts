import { lockUserById } from '#server/accounts/accounts.queries.ts';
import { pendingChangeOf } from '#server/accounts/email/email-change.service.ts';
import { listOtherAccounts } from '#server/accounts/bans.service.ts';
import { numberEnd, openPersonal } from '#server/accounts/personal-data.ts';
import { requireMayDecide } from '#server/accounts/roles.service.ts';
import { recordSecurityEvent } from '#server/accounts/security-events.service.ts';
import { idleLimitMs } from '#server/accounts/sessions.service.ts';
import { findHistory } from '#server/backoffice/audit/audit.service.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, storeAnswer, withTransaction, requireUser } from '#server/platform/context.ts';
import { scanOutcome } from '#shared/door/scan-outcome.ts';
import { fullName, isBanned } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { toGel } from '#shared/money.ts';
import type { StaffGuestView } from '#shared/staff/guests.contract.ts';
import {
  countLiveSessions,
  findGuest,
  findLines,
  findNotes,
  findOrders,
  findScans,
  findSignIns,
  type GuestDetailRow,
  hasNote,
  hasVisited,
  insertNote,
  markWithdrawn,
  type NoteRow,
  type OrderLineRow,
  type SignInRow,
} from './guest-detail.queries.ts';
import { toWaiting } from './guests.service.ts';

const SHOWN = { orders: 20, scans: 30, notes: 100, history: 50, signIns: 10 } as const;
/** Views of the same guest within this time count as one visit. */
const VISIT_MS = 60 * 60_000;

const guestSubject = (id: number): string => `guest ${id}`;

/**
 * A guest's data for staff, with only the last digits of the personal number; writes an audit entry. Staff sign-ins and role changes are
 * shown only to callers who may read them for every account. @throws user_not_found
 */
export async function getStaffGuest(ctx: Context, id: number): Promise<StaffGuestView> {
  const { userId: callerId, rights } = requireUser(ctx);
  const guest = await findGuest(ctx.db, id, callerId);
  if (!guest) throw new AppError('user_not_found');
  const now = ctx.clock.now();
  const [sessions, signIns, orders, scans, notes, history, otherAccounts] = await Promise.all([
    countLiveSessions(ctx.db, id, { now, usedSince: new Date(now.getTime() - idleLimitMs(guest.isStaff)) }),
    findSignIns(ctx.db, id, SHOWN.signIns),
    ordersOf(ctx, id),
    scansOf(ctx, id),
    findNotes(ctx.db, id, SHOWN.notes),
    findHistory(ctx, guestSubject(id), SHOWN.history),
    listOtherAccounts(ctx, id),
  ]);
  const pending = await pendingChangeOf(ctx, id);
  await recordVisit(ctx, id);
  const person = personOf(ctx, guest, now);
  return {
    ...person,
    ...pending,
    otherAccounts,
    sessions,
    signIns: guest.isStaff && !rights.includes('security.read') ? null : signIns.map(toSignIn),
    orders,
    scans,
    notes: notes.map(toNote),
    history: rights.includes('audit.read') ? history : history.filter(({ action }) => !/^(team|roles)\./.test(action)),
  };
}

async function recordVisit(ctx: Context, id: number): Promise<void> {
  const { userId: staffId } = requireUser(ctx);
  const subject = guestSubject(id);
  const since = new Date(ctx.clock.now().getTime() - VISIT_MS);
  if (await hasVisited(ctx.db, { staffId, subject, since })) return;
  await withTransaction(ctx, async (tx) => {
    await recordAction(tx, { action: 'guest.open', subject, detail: {} });
    await recordSecurityEvent(tx, 'personal_data_opened', staffId);
  });
}

const toSignIn = ({ id, kind, device, network, at }: SignInRow): NonNullable<StaffGuestView['signIns']>[number] => {
  return { id, kind, device, network, at: toWireTime(at) };
};

/** The full personal number; writes an audit entry. @throws unauthorized, user_not_found, forbidden (`requireMayDecide`) */
export function showPersonalNumber(ctx: Context, id: number): Promise<{ personalNumber: string }> {
  const { userId: staffId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const guest = await findGuest(tx.db, id, staffId);
    if (!guest) throw new AppError('user_not_found');
    await requireMayDecide(tx, id);
    await recordAction(tx, { action: 'guest.show_number', subject: guestSubject(id), detail: {} });
    await recordSecurityEvent(tx, 'personal_data_opened', staffId);
    return { personalNumber: numberOf(tx, guest) };
  });
}

const numberOf = ({ keys }: Context, { sealedPersonalNumber }: GuestDetailRow): string =>
  openPersonal(keys, 'personalNumber', sealedPersonalNumber);

function personOf(ctx: Context, guest: GuestDetailRow, now: Date) {
  const { sealedPersonalNumber: _, emailProvedAt, phoneNumber, role, language, banReason, spentTetri, ...row } = guest;
  const { bannedAt, bannedUntil } = row;
  return {
    ...toWaiting(ctx, row, now),
    phoneNumber,
    isEmailProved: emailProvedAt !== null,
    role,
    language,
    birthdate: openPersonal(ctx.keys, 'birthdate', guest.sealedBirthdate),
    personalNumberEnd: numberEnd(ctx.keys, guest.sealedPersonalNumber),
    spent: toGel(spentTetri),
    ban:
      bannedAt !== null && isBanned({ bannedAt, bannedUntil }, now)
        ? { since: toWireTime(bannedAt), until: bannedUntil && toWireTime(bannedUntil), reason: banReason ?? '' }
        : null,
  };
}

async function ordersOf({ db }: Context, userId: number): Promise<StaffGuestView['orders']> {
  const orders = await findOrders(db, userId, SHOWN.orders);
  const ids = orders.map(({ id }) => id);
  const lines = Map.groupBy(ids.length > 0 ? await findLines(db, ids) : [], ({ orderId }: OrderLineRow) => orderId);
  return orders.map(({ id, state, totalTetri, createdAt }) => ({
    id,
    state,
    total: toGel(totalTetri),
    createdAt: toWireTime(createdAt),
    lines: (lines.get(id) ?? []).map(({ eventId, eventName, eventNameLat, quantity }) => {
      return { eventId, eventName, eventNameLat, quantity };
    }),
  }));
}

async function scansOf({ db }: Context, userId: number): Promise<StaffGuestView['scans']> {
  return (await findScans(db, userId, SHOWN.scans)).map(({ decidedAt, kind, ...scan }) => {
    return { ...scan, outcome: scanOutcome({ kind, ...scan }), at: toWireTime(decidedAt) };
  });
}

function toNote({ note: { id, text, createdAt, withdrawnAt }, author }: NoteRow): StaffGuestView['notes'][number] {
  return { id, text, author: fullName(author), createdAt: toWireTime(createdAt), withdrawnAt: withdrawnAt && toWireTime(withdrawnAt) };
}

/**
 * Adds a note. Its text is kept out of the audit log so that it can be deleted with the account. @throws unauthorized, user_not_found,
 * forbidden (`requireMayDecide`)
 */
export function addNote(ctx: Context, guestId: number, text: string): Promise<{ id: number }> {
  const { userId: authorId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    if (!(await lockUserById(tx.db, guestId))) throw new AppError('user_not_found');
    await requireMayDecide(tx, guestId);
    const id = await insertNote(tx.db, { userId: guestId, authorId, text, createdAt: tx.clock.now() });
    await recordAction(tx, { action: 'guest.note', subject: guestSubject(guestId), detail: { note: id } });
    return storeAnswer(tx, { id });
  });
}

/**
 * Marks a note as withdrawn; it can still be read. Repeating changes nothing. @throws unauthorized, not_found, forbidden
 * (`requireMayDecide`)
 */
export function withdrawNote(ctx: Context, guestId: number, id: number): Promise<Record<string, never>> {
  const { userId: staffId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    if (!(await hasNote(tx.db, guestId, id))) throw new AppError('not_found');
    await requireMayDecide(tx, guestId);
    if (await markWithdrawn(tx.db, guestId, id, { staffId, at: tx.clock.now() }))
      await recordAction(tx, { action: 'guest.note_withdrawn', subject: guestSubject(guestId), detail: { note: id } });
    return {};
  });
}
