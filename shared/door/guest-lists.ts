import { z } from 'zod';
import { gel, jsonId, jsonLongId, wireTime } from '#shared/wire.ts';

export const QUOTA_MAX = 1_000;
export const PLUS_ONES_MAX = 20;

/**
 * Somebody on a list as phones get it: the first name and the first letter of the last one. `plusOnes`: how many come along. `ticketKey`: that of
 * the row of the ticket that was mailed to this person; missing while there is no valid one.
 */
const ListEntry = z.object({
  id: jsonLongId,
  firstName: z.string(),
  initial: z.string(),
  plusOnes: z.number().int(),
  ticketKey: z.string().length(11).optional(),
});
export type ListEntry = z.infer<typeof ListEntry>;

/**
 * A guest list as phones get it: people who come in without a ticket, `quota` of them at most, before `freeUntil`. `price`: what each pays at
 * the door, in GEL; null, or missing in a pack of an earlier release: nothing.
 */
export const PackList = z.object({
  id: jsonId,
  name: z.string(),
  quota: z.number().int(),
  freeUntil: wireTime.nullable(),
  price: gel.nullish(),
  entries: z.array(ListEntry),
});
export type PackList = z.infer<typeof PackList>;

/**
 * How many people have come in by an entry, without those that were taken back. `byTicket`: those of them who came with its own ticket, one at
 * most. Entries by which nobody came are left out.
 */
export const EntryArrivals = z.object({
  entryId: jsonLongId,
  listId: jsonId,
  people: z.number().int(),
  byTicket: z.number().int().optional(),
});
export type EntryArrivals = z.infer<typeof EntryArrivals>;

/** What is known of an entry and its list, at the server or on a phone. `places`: the guest and the plus-ones. `isGone`: it was taken off, or its list has ended. */
export type EntryFacts = {
  isGone: boolean;
  places: number;
  arrived: number;
  list: { quota: number; arrived: number; freeUntil: Date | null };
};

export type EntryDoor = {
  isCancelled: boolean;
  opensAt?: Date | undefined;
  room: { inside: number; licensed: number };
  now: Date;
};

type EntryRefusal = 'not_on_list' | 'entry_used' | 'free_until_over' | 'list_full' | 'event_cancelled' | 'not_open_yet' | 'full';
export type EntryDecision = { verdict: 'admit'; reason: 'on_list' } | { verdict: 'refuse'; reason: EntryRefusal };

/** The rule of the door for people on a list, the same at the server and on phones: the first reason that applies. */
export function decideEntry({ isGone, places, arrived, list }: EntryFacts, people: number, door: EntryDoor): EntryDecision {
  const refuse = (reason: EntryRefusal): EntryDecision => ({ verdict: 'refuse', reason });
  if (isGone) return refuse('not_on_list');
  if (door.isCancelled) return refuse('event_cancelled');
  if (arrived + people > places) return refuse('entry_used');
  if (list.freeUntil && door.now >= list.freeUntil) return refuse('free_until_over');
  if (list.arrived + people > list.quota) return refuse('list_full');
  if (door.opensAt && door.now < door.opensAt) return refuse('not_open_yet');
  if (door.room.inside + people > door.room.licensed) return refuse('full');
  return { verdict: 'admit', reason: 'on_list' };
}
