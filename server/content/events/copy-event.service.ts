import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, storeAnswer, withTransaction } from '#server/platform/context.ts';
import { venueDay } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { daysBetween, shareEvening } from '#shared/events/event-times.ts';
import type { DayWarnings, StaffEventView } from '#shared/staff/events.contract.ts';
import type { CopiesPlan, EventCopies, MadeCopies } from '#shared/staff/events.schemas.ts';
import { daysLater } from '#shared/venue-moments.ts';
import { doorColumnsOf } from './door-settings.ts';
import { eventSubject, getStaffEvent, readForChange } from './edit-event.service.ts';
import { type Plan, findWarnings, knownEvent, requireConfirmedAll } from './event-warnings.service.ts';
import { requireMayGive } from './free-types.ts';
import {
  columnsIn,
  copyLineUp,
  copyTicketTypes,
  deleteEvent,
  type EventRecord,
  findEvent,
  hasFreeTicketType,
  insertEvent,
  wasChangedSinceCopied,
} from './staff-events.queries.ts';

type CopyPlan = Plan & { before: EventRecord; day: string; days: number };

const planOf = (original: EventRecord, day: string, withLineUp: boolean): CopyPlan => {
  const days = daysBetween(venueDay(original.startsAt), day);
  const hours = { startsAt: daysLater(original.startsAt, days), endsAt: daysLater(original.endsAt, days), isComingSoon: false };
  return { ...hours, before: original, kind: 'copy', withLineUp, day, days };
};

/** Returns the warnings about copies of an event, by day. @throws event_not_found */
export async function listCopyWarnings(
  ctx: Context,
  { id, days, lineUp = true }: CopiesPlan & { id: number },
): Promise<{ days: DayWarnings[] }> {
  const original = await knownEvent(ctx, id);
  const found: DayWarnings[] = [];
  for (const day of days) found.push({ day, warnings: await findWarnings(ctx, planOf(original, day, lineUp)) });
  return { days: found };
}

/**
 * Copies an event to other days, all of them or none, as drafts or published at once; the copies start unsold. @throws event_not_found,
 * forbidden (a free ticket type needs the right to give tickets), confirmation_required, invalid_fields (two days share an evening),
 * night_to_confirm
 */
export function copyEvents(
  ctx: Context,
  from: number,
  { days, confirmed, lineUp = true, publish = false }: EventCopies,
): Promise<{ items: StaffEventView[] }> {
  return withTransaction(ctx, async (tx) => {
    const original = await findEvent(tx.db, from);
    if (!original) throw new AppError('event_not_found');
    if (await hasFreeTicketType(tx.db, from)) requireMayGive(tx);
    const plans = days.map((day) => planOf(original, day, lineUp));
    const overlap = plans.some((plan, place) => plans.slice(place + 1).some((other) => shareEvening(plan, other)));
    if (overlap) throw new AppError('invalid_fields', { errors: { days: 'validation.days_overlap' } });
    await requireConfirmedAll(tx, plans, confirmed);
    const items: StaffEventView[] = [];
    for (const plan of plans) items.push(await copyTo(tx, plan, publish));
    return storeAnswer(tx, { items });
  });
}

async function copyTo(tx: Context, { before: original, startsAt, endsAt, ...plan }: CopyPlan, publish: boolean): Promise<StaffEventView> {
  const { day, days, withLineUp = true } = plan;
  const state = publish ? 'published' : 'draft';
  const event = await insertEvent(tx.db, {
    ...columnsIn(original),
    ...doorColumnsOf({}, startsAt, original),
    startsAt,
    endsAt,
    isComingSoon: false,
    state,
    verifiedOnly: original.verifiedOnly,
    namesRequired: original.namesRequired,
  });
  if (withLineUp) await copyLineUp(tx.db, original.id, event.id, days);
  await copyTicketTypes(tx.db, original.id, event.id, days);
  const detail = { from: original.id, day, ...(!withLineUp && { lineUp: false }), ...(publish && { after: { state } }) };
  await recordAction(tx, { action: 'night.copy', subject: eventSubject(event.id), detail });
  return getStaffEvent(tx, event.id);
}

/**
 * Deletes copies that are unchanged since they were made, all of them or none. @throws event_not_found, conflict (one was changed, or its
 * ticket types or guest lists), night_not_deletable (it has an order or a hold)
 */
export function undoCopies(ctx: Context, { copies }: MadeCopies): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    for (const { id, version } of copies.toSorted((a, b) => a.id - b.id)) {
      const event = await readForChange(tx, id, version);
      if (await tx.hooks.eventSales.hasSales(tx.db, id)) throw new AppError('night_not_deletable');
      if (await wasChangedSinceCopied(tx.db, id, eventSubject(id))) throw new AppError('conflict', { params: { version: event.revision } });
      if (!(await deleteEvent(tx.db, id))) throw new AppError('night_not_deletable');
      const detail = { name: event.name, nameLat: event.nameLat, undone: true };
      await recordAction(tx, { action: 'night.delete', subject: eventSubject(id), detail });
    }
    return {};
  });
}
