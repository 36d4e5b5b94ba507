import { eventSubject } from '#server/content/events/edit-event.service.ts';
import { countPlacesOf } from '#server/content/events/event-places.ts';
import { opensFreeTypes, requireMayGive } from '#server/content/events/free-types.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, storeAnswer } from '#server/platform/context.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { toGel, toTetri } from '#shared/money.ts';
import type { TicketTypeInput } from '#shared/staff/ticket-types.schemas.ts';
import type { EventTicketTypesView, TicketTypeView } from '#shared/staff/ticket-types.contract.ts';
import {
  deleteTicketType,
  findEventStock,
  findTicketType,
  findTicketTypes,
  insertTicketType,
  orderTicketTypes,
  type TicketTypeFields,
  type TicketTypeRow,
  updateTicketType,
} from './staff-ticket-types.queries.ts';
import { lockEventForStaff } from './stock.queries.ts';
import { withStock } from './inventory.service.ts';

/** Returns the ticket types of an event with the places sold, held and free now. @throws event_not_found */
export async function listTicketTypes(ctx: Context, eventId: number): Promise<EventTicketTypesView> {
  const event = await findEventStock(ctx.db, eventId);
  if (!event) throw new AppError('event_not_found');
  const { soldOrReserved, endsAt, capacity, ...facts } = event;
  const free = Math.max(0, capacity - soldOrReserved);
  const rows = await findTicketTypes(ctx.db, event.id);
  const places = await countPlacesOf(ctx, event.id);
  const soldOf = new Map(
    (await ctx.hooks.eventSales.countSoldPlaces(ctx.db, [event.id])).map(({ ticketTypeId, sold }) => [ticketTypeId, sold]),
  );
  const ticketTypes = rows.map((row) => toView(row, { sold: soldOf.get(row.ticketType.id) ?? 0, availableInEvent: free }));
  return { ...facts, places, endsAt: toWireTime(endsAt), free, ticketTypes };
}

type Stock = { sold: number; availableInEvent: number };

function toView({ ticketType, isOrdered }: TicketTypeRow, { sold, availableInEvent }: Stock): TicketTypeView {
  const { id, kind, name, nameLat, priceTetri, allocation, soldOrReserved, onSaleFrom, onSaleUntil, revision } = ticketType;
  return {
    id,
    isHidden: kind === 'hidden',
    name,
    nameLat,
    price: priceTetri === null ? null : toGel(priceTetri),
    allocation,
    held: Math.max(0, soldOrReserved - sold),
    sold,
    free: Math.min(Math.max(0, allocation - soldOrReserved), availableInEvent),
    onSaleFrom: onSaleFrom && toWireTime(onSaleFrom),
    onSaleUntil: onSaleUntil && toWireTime(onSaleUntil),
    version: revision,
    canRemove: !isOrdered && soldOrReserved === 0,
  };
}

const toFields = ({ isHidden, name, nameLat, price, allocation, onSaleFrom, onSaleUntil }: TicketTypeInput): TicketTypeFields => ({
  kind: isHidden ? 'hidden' : 'public',
  name,
  nameLat,
  priceTetri: price === null ? null : toTetri(price),
  allocation,
  onSaleFrom: onSaleFrom === null ? null : new Date(onSaleFrom),
  onSaleUntil: onSaleUntil === null ? null : new Date(onSaleUntil),
});

/** @throws event_not_found, forbidden, confirmation_required */
export function addTicketType(ctx: Context, eventId: number, input: TicketTypeInput): Promise<EventTicketTypesView> {
  return withStock(ctx, async (tx) => {
    const types = await lockTypes(tx, eventId);
    const fields = toFields(input);
    const id = await insertTicketType(tx.db, eventId, fields);
    await recordAction(tx, { action: 'ticket_type.add', subject: subjectOf(id), detail: { eventId, before: null, after: fields } });
    return answerChange(tx, eventId, types);
  });
}

/**
 * Changes a ticket type: held and sold places keep their price (I6), and the allocation cannot fall below them (I2). @throws not_found,
 * forbidden, confirmation_required, conflict when it was changed since, allocation_sold (`params`: `held`, `sold`, `soldOrReserved`)
 */
export async function changeTicketType(
  ctx: Context,
  id: number,
  { version, ...input }: TicketTypeInput & { version: number },
): Promise<EventTicketTypesView> {
  const eventId = await eventOf(ctx, id);
  return withStock(ctx, async (tx) => {
    const types = await lockTypes(tx, eventId);
    const before = types.find(({ ticketType }) => ticketType.id === id)?.ticketType;
    if (before?.revision !== version) throw new AppError('conflict');
    const fields = { ...toFields(input), ...(input.isHidden === undefined && { kind: before.kind }) };
    const { soldOrReserved } = before;
    if (fields.allocation < soldOrReserved) {
      const errors = { allocation: 'validation.allocation_sold' };
      const sold = (await tx.hooks.eventSales.countSoldPlaces(tx.db, [eventId])).find(({ ticketTypeId }) => ticketTypeId === id)?.sold ?? 0;
      throw new AppError('allocation_sold', { errors, params: { held: Math.max(0, soldOrReserved - sold), sold, soldOrReserved } });
    }
    if (!(await updateTicketType(tx.db, { id, version }, fields))) throw new AppError('conflict');
    const detail = { eventId, before: fieldsOf(before), after: fields };
    await recordAction(tx, { action: 'ticket_type.change', subject: subjectOf(id), detail });
    return answerChange(tx, eventId, types);
  });
}

const fieldsOf = ({ kind, name, nameLat, priceTetri, allocation, onSaleFrom, onSaleUntil }: TicketTypeFields): TicketTypeFields => {
  return { kind, name, nameLat, priceTetri, allocation, onSaleFrom, onSaleUntil };
};

/** @throws event_not_found, forbidden, confirmation_required, conflict when the order was changed since */
export function arrangeTicketTypes(
  ctx: Context,
  eventId: number,
  { seen, wanted }: { seen: number[]; wanted: number[] },
): Promise<EventTicketTypesView> {
  return withStock(ctx, async (tx) => {
    const types = await lockTypes(tx, eventId);
    const now = types.map(({ ticketType }) => ticketType.id);
    const isSame = (a: number[], b: number[]) => a.length === b.length && a.every((id, index) => id === b[index]);
    if (!isSame(now, seen)) throw new AppError('conflict');
    if (!isSame(now.toSorted(), wanted.toSorted())) throw new AppError('invalid_input');
    if (!isSame(now, wanted)) {
      await orderTicketTypes(tx.db, wanted);
      await recordAction(tx, { action: 'ticket_type.order', subject: eventSubject(eventId), detail: { before: now, after: wanted } });
    }
    return answerChange(tx, eventId, types);
  });
}

/** @throws not_found, forbidden, confirmation_required, conflict, release_in_use when any place of it was ever ordered or is held */
export async function removeTicketType(ctx: Context, id: number, version: number): Promise<EventTicketTypesView> {
  const eventId = await eventOf(ctx, id);
  return withStock(ctx, async (tx) => {
    const types = await lockTypes(tx, eventId);
    const before = types.find(({ ticketType }) => ticketType.id === id);
    if (before?.ticketType.revision !== version) throw new AppError('conflict');
    if (before.isOrdered || before.ticketType.soldOrReserved > 0) throw new AppError('ticket_type_in_use');
    if (!(await deleteTicketType(tx.db, { id, version }))) throw new AppError('conflict');
    const detail = { eventId, before: fieldsOf(before.ticketType), after: null };
    await recordAction(tx, { action: 'ticket_type.remove', subject: subjectOf(id), detail });
    return answerChange(tx, eventId, types);
  });
}

const subjectOf = (id: number): string => `ticket_type ${id}`;

async function eventOf(ctx: Context, id: number): Promise<number> {
  const ticketType = await findTicketType(ctx.db, id);
  if (!ticketType) throw new AppError('not_found');
  return ticketType.eventId;
}

/** Locks an event against reservations, orders and payments, and returns its ticket types. @throws event_not_found */
async function lockTypes(tx: Context, eventId: number): Promise<TicketTypeRow[]> {
  if (!(await findEventStock(tx.db, eventId))) throw new AppError('event_not_found');
  await lockEventForStaff(tx.db, eventId);
  return findTicketTypes(tx.db, eventId);
}

/**
 * Returns the ticket types after a change. @throws when more people could have free tickets by it: forbidden (for staff who may not give
 * them), confirmation_required
 */
async function answerChange(tx: Context, eventId: number, before: readonly TicketTypeRow[]): Promise<EventTicketTypesView> {
  const after = await findTicketTypes(tx.db, eventId);
  const typesIn = (rows: readonly TicketTypeRow[]) => rows.map(({ ticketType }) => ticketType);
  if (opensFreeTypes(typesIn(before), typesIn(after))) requireMayGive(tx);
  return storeAnswer(tx, await listTicketTypes(tx, eventId));
}
