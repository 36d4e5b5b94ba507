import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, keepAnswer, requireAdmin, withTransaction } from '#server/platform/context.ts';
import { addDays, venueDay } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { daysBetween, eventMoments, eventTimes } from '#shared/events/event-times.ts';
import type { EventList, StaffEventRow, StaffEventView } from '#shared/staff/events.contract.ts';
import type { ChangedEvent, NewEvent, EventCopy, EventFields } from '#shared/staff/events.schemas.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import { editEvent, eventSubject, getStaffEvent, readForChange, toStaffEventRow } from './edit-event.service.ts';
import { checkState, notifyHolders, publishEvent } from './event-state.service.ts';
import { requireConfirmed } from './event-warnings.service.ts';
import { soldByEvent } from './event-sales.ts';
import {
  columnsIn,
  copyParts,
  deleteEvent,
  type EventRecord,
  findEvent,
  findEventsOfList,
  insertEvent,
  wasEventPublished,
  moveLineUp,
} from './staff-events.queries.ts';

type ListInput = { show: EventList; search?: string | undefined; before?: number | undefined; limit?: number | undefined };

/** @throws unauthorized, forbidden */
export async function listStaffEvents(
  ctx: Context,
  { show, search = '', before, limit = PAGE_SIZE }: ListInput,
): Promise<{ items: StaffEventRow[]; next: number | null }> {
  requireAdmin(ctx);
  const rows = await findEventsOfList(ctx.db, { show, search, before, now: ctx.clock.now(), limit: limit + 1 });
  const sold = soldByEvent(
    await ctx.eventSales.countSoldPlaces(
      ctx.db,
      rows.map(({ id }) => id),
    ),
  );
  return toPage(
    rows.map((row) => toStaffEventRow(row, sold.get(row.id) ?? 0)),
    limit,
  );
}

const columnsOf = ({ day, from, until, ...fields }: EventFields) => ({ ...fields, ...eventMoments({ day, from, until }) });

/** @throws unauthorized, forbidden, night_to_confirm */
export function createStaffEvent(ctx: Context, { publish = false, confirmed, ...fields }: NewEvent): Promise<StaffEventView> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const columns = columnsOf(fields);
    if (publish) await requireConfirmed(tx, { ...columns, kind: 'publish' }, confirmed);
    const event = await insertEvent(tx.db, { ...columns, state: publish ? 'published' : 'draft', photoUrl: null });
    await recordAction(tx, {
      action: 'night.create',
      subject: eventSubject(event.id),
      detail: { after: { ...fields, state: event.state } },
    });
    return keepAnswer(tx, await getStaffEvent(tx, event.id));
  });
}

/**
 * Saves a changed event. A move to another day takes the line-up along, and the holders of its tickets are notified. @throws unauthorized,
 * forbidden, event_not_found, conflict (somebody changed it since `version`), invalid_fields, night_refunded, night_to_confirm
 */
export function changeEvent(ctx: Context, id: number, input: ChangedEvent): Promise<StaffEventView> {
  const { version, publish = false, confirmed, tellHolders: notifies = true, reason, ...fields } = input;
  return editEvent(ctx, { id, version, action: 'night.update', reason }, async (tx, before) => {
    const { taken } = before;
    if (fields.capacity < taken)
      throw new AppError('invalid_fields', { errors: { capacity: 'validation.capacity_taken' }, params: { taken } });
    const columns = columnsOf(fields);
    const days = daysBetween(venueDay(before.startsAt), fields.day);
    if (publish && before.state !== 'published') {
      await checkState(tx, before, 'published');
      const detail = await publishEvent(tx, before, columns, { confirmed, reason });
      if (days !== 0) await moveLineUp(tx.db, id, days);
      return { columns: { ...columns, state: 'published' }, detail };
    }
    const detail = await moveEvent(tx, before, columns, { confirmed, notifies, reason });
    if (days !== 0) await moveLineUp(tx.db, id, days);
    return { columns, detail };
  });
}

type Hours = Pick<EventRecord, 'startsAt' | 'endsAt' | 'isComingSoon'>;
type Move = { confirmed: ChangedEvent['confirmed']; notifies: boolean; reason: string | undefined };

/** A published event with other hours is checked as if it were published anew. Returns the details for the audit log. */
async function moveEvent(
  tx: Context,
  before: EventRecord,
  after: Hours,
  { confirmed, notifies, reason }: Move,
): Promise<Record<string, unknown>> {
  const isMoved = before.startsAt.getTime() !== after.startsAt.getTime() || before.endsAt.getTime() !== after.endsAt.getTime();
  if (!isMoved || before.state !== 'published') return {};
  const warnings = await requireConfirmed(tx, { ...after, before, kind: 'move' }, confirmed);
  if (!warnings.some(({ code }) => code === 'holders_told')) return {};
  if (!notifies) return { told: false };
  return { told: await notifyHolders(tx, before, { kind: 'moved', reason }) };
}

/** Copies an event to another day, as a draft with nothing sold. @throws unauthorized, forbidden, event_not_found, night_to_confirm */
export function copyEvent(ctx: Context, from: number, { day, confirmed }: EventCopy): Promise<StaffEventView> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const original = await findEvent(tx.db, from);
    if (!original) throw new AppError('event_not_found');
    const days = daysBetween(venueDay(original.startsAt), day);
    const hours = { startsAt: addDays(original.startsAt, days), endsAt: addDays(original.endsAt, days), isComingSoon: false };
    await requireConfirmed(tx, { ...hours, before: original, kind: 'copy' }, confirmed);
    const event = await insertEvent(tx.db, { ...columnsIn(original), ...hours, state: 'draft', verifiedOnly: original.verifiedOnly });
    await copyParts(tx.db, from, event.id, days);
    await recordAction(tx, { action: 'night.copy', subject: eventSubject(event.id), detail: { from, day } });
    return keepAnswer(tx, await getStaffEvent(tx, event.id));
  });
}

const wasEventUsed = async ({ db, eventSales }: Context, id: number): Promise<boolean> =>
  (await wasEventPublished(db, id, eventSubject(id))) || eventSales.hasSales(db, id);

/**
 * Deletes a draft with its line-up and releases, for good. The files of its photo are deleted with the next cleaning, unless a copy of the
 * event shows them. @throws unauthorized, forbidden, event_not_found, conflict, night_not_deletable (it was published, or somebody ordered)
 */
export function removeEvent(ctx: Context, id: number, version: number): Promise<Record<string, never>> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const event = await readForChange(tx, id, version);
    if (event.state !== 'draft' || (await wasEventUsed(tx, id))) throw new AppError('night_not_deletable');
    await deleteEvent(tx.db, id);
    const { name, nameLat } = event;
    await recordAction(tx, { action: 'night.delete', subject: eventSubject(id), detail: { name, nameLat, ...eventTimes(event) } });
    return {};
  });
}
