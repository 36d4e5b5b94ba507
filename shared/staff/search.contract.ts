import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId, jsonLongId, wireTime } from '#shared/wire.ts';
import { EVENT_STATES } from './events.schemas.ts';
import { OrderRow } from './orders.contract.ts';

const SEARCH_MAX = 200;
/** Rows of each kind in an answer. */
export const FOUND_MAX = 5;

const named = { name: z.string(), nameLat: z.string() };
const person = { firstName: z.string(), lastName: z.string() };

const FoundEvent = z.object({ id: jsonId, ...named, state: z.enum(EVENT_STATES), startDate: wireTime });
const FoundGuest = z.object({ id: jsonId, ...person, email: z.string() });
const FoundTicket = z.object({ id: jsonLongId, orderId: jsonLongId, event: z.object({ id: jsonId, ...named }), holder: z.object(person) });

/** What was found, by kind. A kind is empty for a caller without the right to read it. */
export const SearchView = z.object({
  events: z.array(FoundEvent),
  guests: z.array(FoundGuest),
  orders: z.array(OrderRow),
  tickets: z.array(FoundTicket),
});
export type SearchView = z.infer<typeof SearchView>;

export const staffSearchContract = {
  /** A guest's name or mail is sent in the body, because browsers, proxies and their logs store addresses. */
  find: endpoint('POST', '/staff/search', 'console.open', {
    summary: 'Search events, guests, orders and tickets by name, email, phone or number: a few of each that the caller may read',
    body: z.object({ search: z.string().trim().min(1).max(SEARCH_MAX) }),
    output: SearchView,
  }),
};
