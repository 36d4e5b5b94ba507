import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { empty, gel, jsonId, jsonLongId, wireDay, wireId, wireLongId, wireTime } from '#shared/wire.ts';
import { chosenIds, PAGE_MAX, pageOf, pageQuery } from './paging.ts';

const SEARCH_MAX = 200;

const byId = z.object({ id: wireLongId });
const byEventId = z.object({ id: wireId });
const state = z.enum(['pending', 'paid', 'failed', 'refunded']);
const event = z.object({ id: jsonId, name: z.string(), nameLat: z.string() });
/** A flag in an address; only `true` turns it on. */
const flag = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => value === true || value === 'true')
  .optional();

export const OrderRow = z.object({
  id: jsonLongId,
  state,
  total: gel,
  /** The refunded part of it. */
  refund: gel,
  places: z.number().int(),
  isFlagged: z.boolean(),
  /** The valid tickets that belong to a friend of the buyer. */
  transferred: z.array(jsonLongId),
  nights: z.array(event),
  guest: z.object({ id: jsonId, firstName: z.string(), lastName: z.string(), email: z.string() }),
  createdAt: wireTime,
});
export type OrderRow = z.infer<typeof OrderRow>;

export const MOMENT_KINDS = [
  'created',
  'sent',
  'callback',
  'settled',
  'tickets',
  'passed_on',
  'claimed',
  'place_returned',
  'resale_listed',
  'resale_ended',
  'mail',
  'scan',
  'refund',
  'refund_confirmed',
  'staff',
] as const;

/**
 * A moment in the history of an order. `about`: the ticket, payment or refund; `what`: its result or the staff command, by its name in the
 * database; for a scan, its outcome.
 */
export const OrderMoment = z.object({
  at: wireTime,
  kind: z.enum(MOMENT_KINDS),
  about: jsonLongId.nullable(),
  what: z.string().nullable(),
  amount: gel.nullable(),
  count: z.number().int().nullable(),
  by: z.string().nullable(),
  note: z.string().nullable(),
});
export type OrderMoment = z.infer<typeof OrderMoment>;

const listed = { firstName: z.string(), lastName: z.string() };

/** Who may enter an event. `ticketEnd`: the last digits of the ticket; `age` on the event's day, null if the birthdate is unknown. */
const DoorSheetView = z.object({
  name: z.string(),
  nameLat: z.string(),
  startDate: wireTime,
  endDate: wireTime,
  madeAt: wireTime,
  hasAges: z.boolean(),
  holders: z.array(
    z.object({
      ...listed,
      /** Who is to enter with it, if its owner entered a name. */
      holderName: z.string().nullable(),
      /** Nobody claimed it, or its guest waits for the verification. */
      needsName: z.boolean(),
      ticketType: z.string(),
      ticketTypeLat: z.string(),
      ticketEnd: z.string(),
      age: z.number().int().nullable(),
      cameAt: wireTime.nullable(),
      isBanned: z.boolean(),
      /** The club rejected the profile; staff ask first. */
      isRejected: z.boolean(),
    }),
  ),
  lists: z.array(
    z.object({
      name: z.string(),
      freeUntil: wireTime.nullable(),
      price: gel.nullable(),
      entries: z.array(z.object({ ...listed, plusOnes: z.number().int(), arrived: z.number().int() })),
    }),
  ),
});
export type DoorSheetView = z.infer<typeof DoorSheetView>;

const language = z.enum(LANGUAGES).optional();
const csv = { output: z.unknown(), produces: 'text/csv' };

export const staffOrdersContract = {
  list: endpoint('GET', '/staff/orders', 'money.read', {
    summary: 'List orders, newest first',
    query: z.object({
      ...pageQuery,
      state: state.optional(),
      eventId: wireId.optional(),
      day: wireDay.optional(),
      isFlagged: flag,
    }),
    output: pageOf(OrderRow),
  }),
  /** A guest's name or mail is sent in the body, because browsers, proxies and their logs store addresses. */
  find: endpoint('POST', '/staff/orders/find', 'money.read', {
    summary: 'Search orders by order or ticket number, guest or the bank’s order id, newest first',
    body: z.object({
      before: jsonLongId.optional(),
      limit: z.number().int().min(1).max(PAGE_MAX).optional(),
      search: z.string().trim().max(SEARCH_MAX),
      state: state.optional(),
      eventId: jsonId.optional(),
      day: wireDay.optional(),
      isFlagged: z.boolean().optional(),
    }),
    output: pageOf(OrderRow),
  }),
  timeline: endpoint('GET', '/staff/orders/:id/timeline', 'money.read', {
    summary: 'List an order’s history, oldest first',
    params: byId,
    output: z.array(OrderMoment),
    errors: ['order_not_found'],
  }),
  mailAgain: endpoint('POST', '/staff/orders/:id/mail', 'orders.mail', {
    summary: 'Resend an order’s tickets',
    params: byId,
    output: empty,
    creates: true,
    errors: ['order_not_found', 'ticket_not_found'],
  }),
  ordersFile: endpoint('GET', '/staff/nights/:id/orders/file', 'guests.export', {
    summary: 'Export an event’s orders as CSV',
    params: byEventId,
    query: z.object({ lang: language }),
    ...csv,
    confirmed: true,
    errors: ['event_not_found'],
  }),
  chosenOrdersFile: endpoint('POST', '/staff/orders/file', 'guests.export', {
    summary: 'These orders as a CSV file',
    body: z.object({ ids: chosenIds, lang: language }),
    ...csv,
    confirmed: true,
  }),
  guestsFile: endpoint('GET', '/staff/nights/:id/guests/file', 'guests.export', {
    summary: 'Export an event’s ticket holders as CSV',
    params: byEventId,
    query: z.object({ lang: language }),
    ...csv,
    confirmed: true,
    errors: ['event_not_found'],
  }),
  doorSheet: endpoint('GET', '/staff/nights/:id/door-sheet', 'door.run', {
    summary:
      'List everyone an event admits, by last name, to print; the access is logged. Unless the event is near, it needs `guests.export`',
    params: byEventId,
    output: DoorSheetView,
    confirmed: true,
    errors: ['door_not_near', 'event_not_found'],
  }),
};
