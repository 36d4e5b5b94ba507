import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, withTransaction, requireUser } from '#server/platform/context.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { guestsKnownOf } from '#shared/tickets/claims.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { type EventStateInput, MOVE_MAILS_WAIT_MINUTES } from '#shared/staff/events.schemas.ts';
import type { Holder } from './event-sales.ts';
import { eventSubject, readForChange, saveChange } from './edit-event.service.ts';
import { type EventNotice, findLastNotice, insertNotice } from './events.queries.ts';
import { requireConfirmed } from './event-warnings.service.ts';
import { type EventRecord, lockAdmission, setAdmission } from './staff-events.queries.ts';

/**
 * Publishes, withdraws or cancels an event. Ticket holders are mailed when it is cancelled or restored. @throws event_not_found, conflict,
 * night_has_guests (withdrawn although places are taken), night_refunded (its money is being refunded), night_to_confirm
 */
export function changeEventState(
  ctx: Context,
  id: number,
  { version, state, confirmed, reason }: EventStateInput,
): Promise<StaffEventView> {
  if (state === 'cancelled') return cancelEvent(ctx, id, { version, reason });
  return withTransaction(ctx, async (tx) => {
    const before = await readForChange(tx, id, version);
    await checkState(tx, before, state);
    const isPublished = state === 'published' && before.state !== 'published';
    const detail = isPublished ? await publishEvent(tx, before, before, { confirmed, reason }) : {};
    return saveChange(tx, before, { action: 'night.state', columns: { state }, detail, reason });
  });
}

type Cancellation = { version: number; reason?: string | undefined };
type Refunding = { begin(tx: Context): Promise<unknown> };

/**
 * Cancels an event and notifies its ticket holders. With `refunding` the refunds begin in the same transaction, and guests who paid are
 * told of the cancellation only in the refund mail. @throws event_not_found, conflict
 */
export function cancelEvent(ctx: Context, id: number, { version, reason }: Cancellation, refunding?: Refunding): Promise<StaffEventView> {
  return withTransaction(ctx, async (tx) => {
    const before = await readForChange(tx, id, version);
    const isAhead = before.state === 'published' && before.endsAt > tx.clock.now();
    const told = isAhead ? await notifyHolders(tx, before, { kind: 'cancelled', reason, onlyUnpaid: refunding !== undefined }) : 0;
    await refunding?.begin(tx);
    const detail = { ...(told > 0 && { told }), ...(refunding && { refund: true }) };
    return saveChange(tx, before, { action: 'night.state', columns: { state: 'cancelled' }, detail, reason });
  });
}

/** @throws night_has_guests, night_refunded */
export async function checkState(tx: Context, { id, state, soldOrReserved }: EventRecord, next: EventRecord['state']): Promise<void> {
  if (state === next) return;
  if (next === 'draft' && soldOrReserved > 0) throw new AppError('night_has_guests');
  if (state === 'cancelled' && (await tx.hooks.eventSales.hasBulkRefund(tx.db, id))) throw new AppError('night_refunded');
}

type Hours = Pick<EventRecord, 'startsAt' | 'endsAt' | 'isComingSoon'>;
type Publishing = Pick<EventStateInput, 'confirmed' | 'reason'>;

/**
 * Checks that all warnings about publishing an event were confirmed. Holders who were mailed a cancellation are mailed that it is restored.
 * Returns the details for the audit log. @throws night_to_confirm
 */
export async function publishEvent(
  tx: Context,
  before: EventRecord,
  after: Hours,
  { confirmed, reason }: Publishing,
): Promise<{ told?: number }> {
  const { startsAt, endsAt, isComingSoon } = after;
  const warnings = await requireConfirmed(tx, { startsAt, endsAt, isComingSoon, before, kind: 'publish' }, confirmed);
  if (!warnings.some(({ code }) => code === 'holders_told')) return {};
  return { told: await notifyHolders(tx, before, { kind: 'restored', reason }) };
}

type Admission = { verifiedOnly: boolean; namesRequired: boolean };
type AdmissionInput = { verifiedOnly: boolean; namesRequired?: boolean | undefined; confirmedCodes?: number | undefined };

/**
 * Restricts an event to verified and welcomed guests, wants a name on each ticket, or opens it to all, from the next request on, checkouts
 * of existing carts included. Sold tickets remain valid; those without a code get it where it is no longer wanted, if that many were
 * confirmed. @throws event_not_found, codes_to_confirm (`params`: `count`)
 */
export function setVerifiedOnly(
  ctx: Context,
  eventId: number,
  { verifiedOnly, namesRequired, confirmedCodes = 0 }: AdmissionInput,
): Promise<Admission> {
  return withTransaction(ctx, async (tx) => {
    const event = await lockAdmission(tx.db, eventId);
    if (!event) throw new AppError('event_not_found');
    const admission = { verifiedOnly, namesRequired: namesRequired ?? event.namesRequired };
    const [before, after] = [guestsKnownOf(event), guestsKnownOf(admission)];
    await setAdmission(tx.db, eventId, admission);
    if (before === after) return admission;
    const count = await tx.hooks.onGuestsKnownChanged(tx, eventId, after);
    if (count > 0 && count !== confirmedCodes) throw new AppError('codes_to_confirm', { params: { count } });
    await recordAction(tx, { action: 'night.verified_only', subject: eventSubject(eventId), detail: { before, after } });
    return admission;
  });
}

/** A move that is undone within this time is not mailed (undo-move.service.ts). */
const MOVE_MAILS_WAIT_MS = MOVE_MAILS_WAIT_MINUTES * MINUTE_MS;

type Change = Pick<EventNotice, 'kind'> & {
  reason: string | undefined;
  /** Skips holders whose ticket was sold to them, because they get the refund mail. */
  onlyUnpaid?: boolean;
};

/**
 * Queues one mail about a change of an event to each holder of an unused ticket, in the caller's transaction. `before`: the event before
 * the change. Returns the number of people; 0 if they were already notified of this change.
 */
export async function notifyHolders(tx: Context, before: EventRecord, { kind, reason = '', onlyUnpaid = false }: Change): Promise<number> {
  const { userId: createdBy } = requireUser(tx);
  const { id: eventId, revision: version, startsAt: startedAt, endsAt: endedAt } = before;
  const holders = await tx.hooks.eventSales.findHolders(tx.db, eventId, { onlyUnpaid });
  // A refund that is stopped needs the notice for its buyers (`notifyUnrefunded`).
  if (holders.length === 0 && !onlyUnpaid) return 0;
  const createdAt = tx.clock.now();
  const noticeId = await insertNotice(tx.db, { eventId, kind, version, startedAt, endedAt, reason, createdBy, createdAt });
  if (noticeId === undefined) return 0;
  await queueNotices(tx, noticeId, holders, kind === 'moved' ? MOVE_MAILS_WAIT_MS : 0);
  return holders.length;
}

/** Notifies buyers of a cancellation who were to read of it in their refund mail, after the refund was stopped or failed; never twice. */
export async function notifyUnrefunded(tx: Context, eventId: number): Promise<void> {
  const notice = await findLastNotice(tx.db, eventId);
  if (notice?.kind !== 'cancelled') return;
  await queueNotices(tx, notice.id, await tx.hooks.eventSales.findHolders(tx.db, eventId, { onlyUnpaid: false }));
}

/** The key of the mail about a notice to one holder. */
export const noticeKey = (noticeId: number, userId: number): string => `event-notice:${noticeId}:${userId}`;

const queueNotices = (tx: Context, noticeId: number, holders: readonly Holder[], afterMs = 0): Promise<void> =>
  queueMails(
    tx,
    holders.map(({ userId, email, language }) => ({
      key: noticeKey(noticeId, userId),
      kind: 'event-notice' as const,
      recipient: email,
      language,
      payload: { noticeId, userId },
    })),
    { afterMs },
  );
