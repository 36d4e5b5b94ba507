import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, storeAnswer, withTransaction } from '#server/platform/context.ts';
import { CURRENCY } from '#shared/constants.ts';
import { toWireTime, venueDay } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { guestsKnownOf, settingsOf } from '#shared/tickets/claims.ts';
import { daysBetween, eventMoments, eventTimes, momentOfAct } from '#shared/events/event-times.ts';
import { toTetri } from '#shared/money.ts';
import type { EventList, StaffEventRow, StaffEventView } from '#shared/staff/events.contract.ts';
import type { ChangedEvent, EventFields, LineUpInput, NewEvent } from '#shared/staff/events.schemas.ts';
import type { TicketTypeInput } from '#shared/staff/ticket-types.schemas.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import { doorColumnsOf } from './door-settings.ts';
import { eventSubject, getStaffEvent, isEventDeletable, readForChange, saveChange, toStaffEventRow } from './edit-event.service.ts';
import { countPlaces, NO_PLACES } from './event-places.ts';
import { checkState, notifyHolders, publishEvent } from './event-state.service.ts';
import { requireConfirmed } from './event-warnings.service.ts';
import { requireMayGive } from './free-types.ts';
import {
  deleteActs,
  deleteEvent,
  type EventRecord,
  findEventsOfList,
  findLineUp,
  insertActs,
  insertEvent,
  insertTicketTypes,
  type LineUpRow,
  moveLineUp,
  type NewAct,
  type NewTicketType,
  updateAct,
} from './staff-events.queries.ts';

type ListInput = { show: EventList; search?: string | undefined; before?: number | undefined; limit?: number | undefined };

export async function listStaffEvents(
  ctx: Context,
  { show, search = '', before, limit = PAGE_SIZE }: ListInput,
): Promise<{ items: StaffEventRow[]; next: number | null }> {
  const rows = await findEventsOfList(ctx.db, { show, search, before, now: ctx.clock.now(), limit: limit + 1 });
  const places = await countPlaces(
    ctx,
    rows.map(({ id }) => id),
  );
  return toPage(
    rows.map((row) => toStaffEventRow(row, places.get(row.id) ?? NO_PLACES)),
    limit,
  );
}

function columnsOf({ day, from, until, ...fields }: EventFields, before?: EventRecord) {
  const moments = eventMoments({ day, from, until });
  const { dressCode = before?.dressCode ?? '', dressCodeLat = before?.dressCodeLat ?? '' } = fields;
  return { ...fields, dressCode, dressCodeLat, ...moments, ...doorColumnsOf(fields, moments.startsAt, before) };
}

/**
 * Creates an event. @throws night_to_confirm; for a free ticket type forbidden (without the right to give tickets), confirmation_required
 */
export function createStaffEvent(ctx: Context, { publish = false, confirmed, ...input }: NewEvent): Promise<StaffEventView> {
  const { verifiedOnly = false, namesRequired = false, ticketTypes = [], ...fields } = input;
  const admission = settingsOf(guestsKnownOf({ verifiedOnly, namesRequired }));
  if (ticketTypes.some(({ price }) => price === 0)) requireMayGive(ctx);
  return withTransaction(ctx, async (tx) => {
    const columns = columnsOf(fields);
    const isSelling = ticketTypes.some(({ price }) => price !== null);
    if (publish) await requireConfirmed(tx, { ...columns, kind: 'publish', isSelling }, confirmed);
    const event = await insertEvent(tx.db, { ...columns, state: publish ? 'published' : 'draft', photoUrl: null, ...admission });
    await insertTicketTypes(tx.db, event.id, ticketTypes.map(ticketTypeColumns));
    await recordAction(tx, {
      action: 'night.create',
      subject: eventSubject(event.id),
      detail: { after: { ...fields, ...admission, ticketTypes: ticketTypes.map(describeTicketType), state: event.state } },
    });
    return storeAnswer(tx, await getStaffEvent(tx, event.id));
  });
}

const ticketTypeColumns = ({ name, nameLat, price, allocation, onSaleFrom, onSaleUntil }: TicketTypeInput): NewTicketType => ({
  name,
  nameLat,
  allocation,
  priceTetri: price === null ? null : toTetri(price),
  onSaleFrom: onSaleFrom === null ? null : new Date(onSaleFrom),
  onSaleUntil: onSaleUntil === null ? null : new Date(onSaleUntil),
});

const describeTicketType = ({ nameLat, price, allocation }: TicketTypeInput): string =>
  `${nameLat}, ${price === null ? '–' : `${price} ${CURRENCY}`}, ${allocation}`;

/** Moves the line-up with its event, and other features' hours. */
export async function moveAlong(tx: Context, eventId: number, days: number): Promise<void> {
  if (days === 0) return;
  await moveLineUp(tx.db, eventId, days);
  await tx.hooks.onEventMoved(tx, eventId, days);
}

/**
 * Saves a changed event. A move to another day also moves the line-up and the hours of its guest lists; ticket holders are notified of new
 * hours. @throws event_not_found, conflict (changed since `version`), invalid_fields, night_refunded, night_to_confirm
 */
export function changeEvent(ctx: Context, id: number, input: ChangedEvent): Promise<StaffEventView> {
  const { version, publish = false, confirmed, tellHolders: notifies = true, reason, ...fields } = input;
  return withTransaction(ctx, async (tx) => {
    const before = await readForChange(tx, id, version);
    const { soldOrReserved } = before;
    if (fields.capacity < soldOrReserved)
      throw new AppError('invalid_fields', { errors: { capacity: 'validation.capacity_sold' }, params: { soldOrReserved } });
    const columns = columnsOf(fields, before);
    const days = daysBetween(venueDay(before.startsAt), fields.day);
    const isPublished = publish && before.state !== 'published';
    if (isPublished) await checkState(tx, before, 'published');
    const detail = isPublished
      ? await publishEvent(tx, before, columns, { confirmed, reason })
      : await moveEvent(tx, before, columns, { confirmed, notifies, reason });
    await moveAlong(tx, id, days);
    const changed = isPublished ? { ...columns, state: 'published' as const } : columns;
    return saveChange(tx, before, { action: 'night.update', columns: changed, detail, reason });
  });
}

type Hours = Pick<EventRecord, 'startsAt' | 'endsAt' | 'isComingSoon'>;
type Move = { confirmed: ChangedEvent['confirmed']; notifies: boolean; reason: string | undefined };

/** Checks a published event with other hours as if it were published again. Returns the details for the audit log. */
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

/**
 * Deletes a draft with its line-up and ticket types, for good. The photo's files go with the next cleaning, unless a copy of the event
 * shows them. @throws event_not_found, conflict, night_not_deletable (it was published, or had an order)
 */
export function removeEvent(ctx: Context, id: number, version: number): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    const event = await readForChange(tx, id, version);
    if (!(await isEventDeletable(tx, event))) throw new AppError('night_not_deletable');
    if (!(await deleteEvent(tx.db, id))) throw new AppError('night_not_deletable');
    const { name, nameLat } = event;
    await recordAction(tx, { action: 'night.delete', subject: eventSubject(id), detail: { name, nameLat, ...eventTimes(event) } });
    return {};
  });
}

/**
 * Sets the line-up of an event; acts that remain keep their ids. Acts that start together on a stage keep the given order.
 * @throws event_not_found, conflict, invalid_fields (a time outside of the event: `slots.2.time`; a stage that the club no longer has)
 */
export function changeLineUp(ctx: Context, id: number, { version, slots }: LineUpInput): Promise<StaffEventView> {
  return withTransaction(ctx, async (tx) => {
    const event = await readForChange(tx, id, version);
    const { startsAt, endsAt } = event;
    const rows = slots.map(({ time, ...slot }) => ({ ...slot, startsAt: momentOfAct(startsAt, time) }));
    const outside = rows.flatMap((row, place) =>
      row.startsAt >= endsAt ? [[`slots.${place}.time`, 'validation.time_outside_event']] : [],
    );
    const before = await findLineUp(tx.db, id);
    const isThere = ({ floor }: NewAct) => floor <= tx.venue().stages || before.some((act) => act.floor === floor);
    const nowhere = rows.flatMap((row, place) => (isThere(row) ? [] : [[`slots.${place}.floor`, 'validation.stage_gone']]));
    const errors = [...outside, ...nowhere];
    if (errors.length > 0) throw new AppError('invalid_fields', { errors: Object.fromEntries(errors) });
    const { removed, changed, added } = compareLineUp(before, rows);
    await deleteActs(tx.db, removed);
    for (const act of changed) await updateAct(tx.db, act);
    await insertActs(tx.db, id, added);
    const detail = { before: before.map(describeAct), after: rows.map(describeAct) };
    return saveChange(tx, event, { action: 'night.line_up', detail });
  });
}

/** Returns `1 23:00 Lela M. *`, with the whole time instead of `23:00`. */
const describeAct = ({ floor, startsAt, artistName, isHeadliner = false }: NewAct): string =>
  `${floor} ${toWireTime(startsAt)} ${artistName}${isHeadliner ? ' *' : ''}`;

type Changes = { removed: number[]; changed: (NewAct & { id: number })[]; added: NewAct[] };

/**
 * Returns the rows to write so that the table has the given acts. Acts of one stage and start are matched in their order, as lists show
 * them; an act that moved is matched by name, if no other starts at its new time.
 */
export function compareLineUp(before: readonly LineUpRow[], given: readonly NewAct[]): Changes {
  const groups = Map.groupBy(before, slotOf);
  const matched = given.map((act) => ({ act, row: groups.get(slotOf(act))?.shift() }));
  const left = [...groups.values()].flat();
  const sizes = Map.groupBy(given, slotOf);
  for (const match of matched) {
    const isAlone = sizes.get(slotOf(match.act))?.length === 1;
    const place = match.row || !isAlone ? -1 : left.findIndex(({ artistName }) => artistName === match.act.artistName);
    if (place >= 0) [match.row] = left.splice(place, 1);
  }
  return {
    removed: left.map(({ id }) => id),
    changed: matched.flatMap(({ act, row }) => (row && !isSame(row, act) ? [{ ...act, id: row.id }] : [])),
    added: matched.flatMap(({ act, row }) => (row ? [] : [act])),
  };
}

const slotOf = ({ floor, startsAt }: Pick<NewAct, 'floor' | 'startsAt'>): string => `${floor} ${startsAt.getTime()}`;

const isSame = (row: LineUpRow, act: NewAct): boolean =>
  slotOf(row) === slotOf(act) && row.artistName === act.artistName && row.isHeadliner === act.isHeadliner;
