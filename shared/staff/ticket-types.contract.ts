import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { gel, jsonId, jsonLongId, wireId, wireInteger, wireLongId, wireTime } from '#shared/wire.ts';
import { ReasonInput } from './reason.schemas.ts';
import { ComplimentaryInput, TicketTypeInput } from './ticket-types.schemas.ts';
import { pageOf, pageQuery } from './paging.ts';
import { Places } from './places.schemas.ts';

const TICKET_TYPES_MAX = 50;

const byId = z.object({ id: wireId });
const count = z.number().int();
const ids = z.array(jsonId).max(TICKET_TYPES_MAX);

/** `free`: places that can still be sold, within the capacity; `version`: must be sent with a change. */
export const TicketTypeView = z.object({
  id: jsonId,
  /** Sold only with a promo code. */
  isHidden: z.boolean(),
  name: z.string(),
  nameLat: z.string(),
  price: gel.nullable(),
  allocation: count,
  held: count,
  sold: count,
  free: count,
  onSaleFrom: wireTime.nullable(),
  onSaleUntil: wireTime.nullable(),
  version: count,
  /** True if no place of it was ever ordered, and none is held. */
  canRemove: z.boolean(),
});
export type TicketTypeView = z.infer<typeof TicketTypeView>;

export const EventTicketTypesView = z.object({
  id: jsonId,
  name: z.string(),
  nameLat: z.string(),
  state: z.enum(['draft', 'published', 'cancelled']),
  endsAt: wireTime,
  places: Places,
  free: count,
  ticketTypes: z.array(TicketTypeView),
});
export type EventTicketTypesView = z.infer<typeof EventTicketTypesView>;

/**
 * `id` is the order's. `valid` tickets still admit, `used` ones did. `isUnclaimed`: the account has no password yet. `receipt`: of the
 * register where it was paid.
 */
export const ComplimentaryView = z.object({
  id: jsonLongId,
  guest: z.object({ id: jsonId, firstName: z.string(), lastName: z.string(), email: z.string(), isUnclaimed: z.boolean() }),
  ticketType: z.object({ name: z.string(), nameLat: z.string() }).nullable(),
  quantity: count,
  valid: count,
  used: count,
  reason: z.string(),
  receipt: z.string().nullable(),
  givenBy: z.string(),
  createdAt: wireTime,
  revokedAt: wireTime.nullable(),
  revokeReason: z.string().nullable(),
});
export type ComplimentaryView = z.infer<typeof ComplimentaryView>;

export const staffTicketTypesContract = {
  list: endpoint('GET', '/staff/nights/:id/ticket-types', 'events.read', {
    summary: 'List an event’s ticket types in their order, with sold, reserved and available places',
    params: byId,
    output: EventTicketTypesView,
    errors: ['event_not_found'],
  }),
  add: endpoint('POST', '/staff/nights/:id/ticket-types', 'events.edit', {
    summary: 'Create a ticket type, in the last position',
    params: byId,
    body: TicketTypeInput,
    output: EventTicketTypesView,
    invalidStatus: 422,
    creates: true,
    errors: ['confirmation_required', 'event_not_found'],
  }),
  change: endpoint('PUT', '/staff/ticket-types/:id', 'events.edit', {
    summary: 'Change a ticket type; refused if `version` is outdated or the allocation is below sold and reserved places',
    params: byId,
    body: TicketTypeInput.safeExtend({ version: count }),
    output: EventTicketTypesView,
    invalidStatus: 422,
    errors: ['confirmation_required', 'conflict', 'event_ended', 'allocation_sold'],
  }),
  order: endpoint('PUT', '/staff/nights/:id/ticket-types/order', 'events.edit', {
    summary: 'Reorder ticket types; refused if their order is no longer `seen`',
    params: byId,
    body: z.object({ seen: ids, wanted: ids }),
    output: EventTicketTypesView,
    errors: ['confirmation_required', 'conflict', 'event_not_found'],
  }),
  remove: endpoint('DELETE', '/staff/ticket-types/:id', 'events.edit', {
    summary: 'Delete a ticket type that was never ordered or reserved',
    params: byId,
    query: z.object({ version: wireInteger(0, Number.MAX_SAFE_INTEGER) }),
    output: EventTicketTypesView,
    errors: ['confirmation_required', 'conflict', 'ticket_type_in_use'],
  }),
  given: endpoint('GET', '/staff/nights/:id/complimentary', 'tickets.give', {
    summary: 'List an event’s complimentary tickets, newest first',
    params: byId,
    query: z.object(pageQuery),
    output: pageOf(ComplimentaryView),
    errors: ['event_not_found'],
  }),
  give: endpoint('POST', '/staff/nights/:id/complimentary', 'tickets.give', {
    summary: 'Issue complimentary tickets to a guest by email; with `receipt` they were paid at the register, and no revenue is recorded',
    params: byId,
    body: ComplimentaryInput,
    output: ComplimentaryView,
    invalidStatus: 422,
    creates: true,
    errors: [
      'confirmation_required',
      'conflict',
      'event_ended',
      'event_not_found',
      'guest_banned',
      'no_room',
      'not_on_sale',
      'receipt_used',
    ],
  }),
  revoke: endpoint('POST', '/staff/complimentary/:id/revoke', 'tickets.give', {
    summary: 'Cancel a complimentary order’s unused tickets; their places are available again',
    params: z.object({ id: wireLongId }),
    body: ReasonInput,
    output: ComplimentaryView,
    invalidStatus: 422,
    errors: ['conflict', 'nothing_to_revoke', 'order_not_found'],
  }),
};
