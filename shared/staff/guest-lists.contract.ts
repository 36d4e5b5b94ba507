import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { gel, jsonId, jsonLongId, wireId, wireLongId, wireTime } from '#shared/wire.ts';
import { GuestListInput, GuestListEntriesInput, PlusOnesInput } from './guest-lists.schemas.ts';

const count = z.number().int();

/**
 * A guest list entry. `arrived`: how many people were admitted by it. `isDuplicate`: the name occurs twice on open lists of the event,
 * regardless of script and case. Both names are empty once they are deleted.
 */
const GuestListEntryView = z.object({
  id: jsonLongId,
  firstName: z.string(),
  lastName: z.string(),
  plusOnes: count,
  /** The note about the guest, such as "press". */
  note: z.string(),
  arrived: count,
  /** A complimentary ticket was mailed and not revoked; it is one of the entry's places. */
  hasTicket: z.boolean(),
  /** Through the link, the list's owner entered the address of a banned guest, and is not told that no ticket was mailed. */
  isTicketRefused: z.boolean(),
  isDuplicate: z.boolean(),
});
export type GuestListEntryView = z.infer<typeof GuestListEntryView>;

/** `people`: entries with their plus-ones; `arrived`: the people admitted. `version` must be sent with a change. */
export const GuestListView = z.object({
  id: jsonId,
  name: z.string(),
  allocation: count,
  freeUntil: wireTime.nullable(),
  /** What each person pays at the door in GEL; null means nothing. */
  price: gel.nullable(),
  /** How many tickets the list may mail without the right `tickets.give`, and how many mailed ones were not revoked. */
  mailedTickets: count,
  mailed: count,
  endedAt: wireTime.nullable(),
  /** When the owner's link for writing names was created; null without one. */
  linkMadeAt: wireTime.nullable(),
  version: count,
  people: count,
  arrived: count,
  entries: z.array(GuestListEntryView),
});
export type GuestListView = z.infer<typeof GuestListView>;

/** `at` is the server's time; no changes are possible after `endsAt`. */
export const EventListsView = z.object({ id: jsonId, at: wireTime, endsAt: wireTime, lists: z.array(GuestListView) });
export type EventListsView = z.infer<typeof EventListsView>;

/** Why a guest gets no ticket by mail. */
export const ofTickets = [
  'list_email_refused',
  'list_email_twice',
  'list_mailed_tickets',
  'list_no_room',
  'list_price_ticket',
  'not_on_sale',
] as const;

/** Why the names of a later batch were not added. */
export const LATER_REFUSALS = [
  ...ofTickets,
  'conflict',
  'event_ended',
  'list_late',
  'list_link_unknown',
  'list_long',
  'list_allocation',
  'unavailable',
] as const;

/** How many names of a call were added, in order. `refusal`: why the others were not; null if all were. */
export const AddedNames = z.object({
  added: count,
  refusal: z.object({ code: z.enum(LATER_REFUSALS), params: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
});
export type AddedNames = z.infer<typeof AddedNames>;

const params = z.object({ id: wireId });
const entryParams = z.object({ id: wireLongId });
/** Three hundred names of the longest kind. */
const ENTRIES_MAX_BYTES = 256 * 1024;

/** Guest lists are read with `events.read`, like ticket types and sales. Every role that may edit lists has that right. */
export const staffListsContract = {
  list: endpoint('GET', '/staff/nights/:id/lists', 'events.read', {
    summary: 'List an event’s guest lists with their entries and check-ins',
    params,
    output: EventListsView,
    errors: ['event_not_found'],
  }),
  add: endpoint('POST', '/staff/nights/:id/lists', 'lists.edit', {
    summary: 'Create an empty guest list',
    params,
    body: GuestListInput,
    output: EventListsView,
    invalidStatus: 422,
    creates: true,
    errors: ['confirmation_required', 'event_ended', 'event_not_found'],
  }),
  change: endpoint('PUT', '/staff/lists/:id', 'lists.edit', {
    summary:
      'Change a guest list; refused if `version` is outdated. If the allocation is below the people on it, the door admits no more than the allocation',
    params,
    body: GuestListInput.extend({ version: count }),
    output: EventListsView,
    invalidStatus: 422,
    errors: ['confirmation_required', 'conflict', 'event_ended', 'list_tickets_free'],
  }),
  end: endpoint('POST', '/staff/lists/:id/end', 'lists.edit', {
    summary: 'End a guest list: it admits no more guests',
    params,
    output: EventListsView,
    errors: ['conflict', 'event_ended'],
  }),
  reopen: endpoint('POST', '/staff/lists/:id/reopen', 'lists.edit', {
    summary: 'Resume a guest list',
    params,
    output: EventListsView,
    errors: ['conflict', 'event_ended'],
  }),
  makeLink: endpoint('POST', '/staff/lists/:id/link', 'lists.edit', {
    summary: 'Create the link with which a list’s owner adds guests without an account; the previous link stops working',
    params,
    output: EventListsView.extend({ url: z.url() }),
    errors: ['conflict', 'event_ended'],
  }),
  endLink: endpoint('DELETE', '/staff/lists/:id/link', 'lists.edit', {
    summary: 'Revoke the link of a guest list',
    params,
    output: EventListsView,
    errors: ['conflict', 'event_ended'],
  }),
  addEntries: endpoint('POST', '/staff/lists/:id/entries', 'lists.edit', {
    summary:
      'Add guests before the list’s deadline and within its allocation: all or none, or with more than five `email` as many as `added`. An entry with `email` gets a complimentary ticket, if the caller or the list may issue it',
    params,
    body: GuestListEntriesInput,
    output: EventListsView.extend(AddedNames.shape),
    invalidStatus: 422,
    creates: true,
    bodyMax: ENTRIES_MAX_BYTES,
    errors: ['confirmation_required', 'conflict', 'event_ended', 'list_late', 'list_long', 'list_allocation', ...ofTickets],
  }),
  changeEntry: endpoint('PUT', '/staff/list-entries/:id', 'lists.edit', {
    summary:
      'Change an entry’s plus-ones: never fewer than have checked in, and more only before the list’s deadline and within its allocation',
    params: entryParams,
    body: PlusOnesInput,
    output: EventListsView,
    invalidStatus: 422,
    errors: ['conflict', 'entry_arrived', 'event_ended', 'list_late', 'list_allocation'],
  }),
  removeEntry: endpoint('DELETE', '/staff/list-entries/:id', 'lists.edit', {
    summary: 'Remove an entry without check-ins, with its unused ticket',
    params: entryParams,
    output: EventListsView,
    errors: ['conflict', 'entry_arrived', 'event_ended'],
  }),
  bringBackEntry: endpoint('POST', '/staff/list-entries/:id/bring-back', 'lists.edit', {
    summary: 'Restore a removed entry, within the list’s allocation',
    params: entryParams,
    output: EventListsView,
    errors: ['confirmation_required', 'conflict', 'event_ended', 'list_long', 'list_allocation', ...ofTickets],
  }),
};
