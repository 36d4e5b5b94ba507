import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { AddedNames, ofTickets } from '#shared/staff/guest-lists.contract.ts';
import { GuestListEntriesInput, PlusOnesInput } from '#shared/staff/guest-lists.schemas.ts';
import { gel, jsonId, jsonLongId, wireTime } from '#shared/wire.ts';

const TOKEN_MAX = 200;
const token = z.string().min(1).max(TOKEN_MAX);
const count = z.number().int();

/** A name on the guest list. `arrived`: how many people were admitted by it; `isDuplicate`: the name occurs twice on this list. */
const OwnGuestListEntryView = z.object({
  id: jsonLongId,
  firstName: z.string(),
  lastName: z.string(),
  plusOnes: count,
  /** The note about the guest, such as "press". */
  note: z.string(),
  arrived: count,
  /** A complimentary ticket was requested and not revoked; it is one of the entry's places. */
  hasTicket: z.boolean(),
  isDuplicate: z.boolean(),
});
export type OwnGuestListEntryView = z.infer<typeof OwnGuestListEntryView>;

/**
 * A guest list as its owner sees it. `people`: entries with their plus-ones, at most `allocation`. `state`: `late` after `freeUntil`, when names
 * can only be removed; `over` after the event, `ended` by staff, `cancelled` with the event: then no changes are possible.
 */
export const OwnListView = z.object({
  name: z.string(),
  event: z.object({ id: jsonId, name: z.string(), nameLat: z.string(), startDate: wireTime, doorsAt: wireTime }),
  allocation: count,
  people: count,
  freeUntil: wireTime.nullable(),
  /** What each person pays at the door in GEL; null means nothing. */
  price: gel.nullable(),
  /** How many more tickets the list may mail. */
  ticketsLeft: count,
  state: z.enum(['open', 'late', 'ended', 'over', 'cancelled']),
  entries: z.array(OwnGuestListEntryView),
});
export type OwnListView = z.infer<typeof OwnListView>;

const byToken = z.object({ token });
const byName = byToken.extend({ entryId: jsonLongId });
const refusals = ['list_link_unknown', 'too_many_requests'] as const;
const changes = [...refusals, 'conflict', 'event_ended'] as const;

/** What the owner of a guest list can do with the link from staff, without an account. The token authorizes the caller. */
export const ownListContract = {
  read: endpoint('POST', '/List/read', 'public', {
    summary: 'Get the guest list of a link',
    body: byToken,
    output: OwnListView,
    errors: [...refusals],
  }),
  add: endpoint('POST', '/List/names', 'public', {
    summary: 'Add guests to the list: all or none, or with more than five `email` as many as `added`',
    body: byToken.extend(GuestListEntriesInput.shape),
    output: OwnListView.extend(AddedNames.shape),
    invalidStatus: 422,
    creates: true,
    errors: [...changes, 'list_late', 'list_long', 'list_allocation', ...ofTickets],
  }),
  change: endpoint('POST', '/List/company', 'public', {
    summary: 'Change an entry’s plus-ones',
    body: byName.extend(PlusOnesInput.shape),
    output: OwnListView,
    invalidStatus: 422,
    errors: [...changes, 'entry_arrived', 'list_late', 'list_allocation'],
  }),
  remove: endpoint('POST', '/List/remove', 'public', {
    summary: 'Remove an entry without check-ins',
    body: byName,
    output: OwnListView,
    errors: [...changes, 'entry_arrived'],
  }),
  bringBack: endpoint('POST', '/List/bring-back', 'public', {
    summary: 'Restore a removed entry',
    body: byName,
    output: OwnListView,
    errors: [...changes, 'list_long', 'list_allocation', ...ofTickets],
  }),
};
