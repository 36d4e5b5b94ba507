import { z } from 'zod';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { countMailsByKey } from '#server/platform/mail/mail.queries.ts';
import { venueDay } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { daysBetween } from '#shared/events/event-times.ts';
import type { UndoneMove } from '#shared/staff/events.contract.ts';
import { eventSubject, readForChange, saveChange } from './edit-event.service.ts';
import { noticeKey, notifyHolders } from './event-state.service.ts';
import { findLastNotice } from './events.queries.ts';
import { moveAlong } from './staff-events.service.ts';
import { type EventRecord, findLastEntry } from './staff-events.queries.ts';

/** The hours before a change, in the audit log; unchanged ones are missing. */
const moment = z.iso.datetime().transform((text) => new Date(text));
const Move = z.object({
  before: z
    .object({
      startsAt: moment.optional(),
      endsAt: moment.optional(),
      opensAt: moment.nullable().optional(),
      exitsUntil: moment.nullable().optional(),
    })
    .refine(({ startsAt, endsAt }) => startsAt !== undefined || endsAt !== undefined),
  told: z.union([z.number(), z.boolean()]).optional(),
});

/**
 * Gives a published event back the hours from before its last change. Queued mails about the move are dropped; holders who got one are
 * mailed the earlier hours. Needs no confirmation, because these hours applied before. @throws event_not_found, conflict (changed since
 * `version`, or its last change moved nothing)
 */
export function undoMove(ctx: Context, id: number, version: number): Promise<UndoneMove> {
  return withTransaction(ctx, async (tx) => {
    const now = await readForChange(tx, id, version);
    const { before, told } = await readMove(tx, now);
    const { startsAt = now.startsAt, endsAt = now.endsAt, opensAt = now.opensAt, exitsUntil = now.exitsUntil } = before;
    const wasNotified = typeof told === 'number' && told > 0;
    const mails = wasNotified ? await countMails(tx, id) : { sent: 0, stopped: 0 };
    if (wasNotified) await notifyHolders(tx, now, { kind: 'moved', reason: undefined });
    await moveAlong(tx, id, daysBetween(venueDay(now.startsAt), venueDay(startsAt)));
    const columns = { startsAt, endsAt, opensAt, exitsUntil };
    const event = await saveChange(tx, now, { action: 'night.move_undone', columns, detail: { mails } });
    return { event, mails };
  });
}

async function readMove(tx: Context, { id, state, revision }: EventRecord): Promise<z.infer<typeof Move>> {
  const entry = await findLastEntry(tx.db, eventSubject(id));
  const move = entry?.action === 'night.update' && state === 'published' ? Move.safeParse(entry.detail).data : undefined;
  if (!move) throw new AppError('conflict', { params: { version: revision } });
  return move;
}

/** Counts the mails of the last notice: those sent, and those that will not be sent any more. */
async function countMails(tx: Context, eventId: number): Promise<UndoneMove['mails']> {
  const notice = await findLastNotice(tx.db, eventId);
  if (!notice) return { sent: 0, stopped: 0 };
  const holders = await tx.hooks.eventSales.findHolders(tx.db, eventId, { onlyUnpaid: false });
  const { sent = 0, queued = 0 } = await countMailsByKey(
    tx.db,
    holders.map(({ userId }) => noticeKey(notice.id, userId)),
  );
  return { sent, stopped: queued };
}
