import { z } from 'zod';
import { gel, jsonId, jsonLongId, wireTime } from '#shared/wire.ts';
import type { Answered } from './questions.ts';

export const ALLOCATION_MAX = 1_000;
export const PLUS_ONES_MAX = 20;

/**
 * A guest list entry as phones get it: the first name and the initial of the last name. `plusOnes`: how many more people. `ticketKey`: the
 * lookup key of the ticket mailed to this guest; missing without a valid one.
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
 * A guest list as phones get it: people who enter without a ticket, at most `allocation`, before `freeUntil`. `price`: what each pays at the
 * door in GEL; null, or missing in an offline manifest of an earlier release, means nothing.
 */
export const OfflineManifestList = z.object({
  id: jsonId,
  name: z.string(),
  allocation: z.number().int(),
  freeUntil: wireTime.nullable(),
  price: gel.nullish(),
  entries: z.array(ListEntry),
});
export type OfflineManifestList = z.infer<typeof OfflineManifestList>;

/**
 * How many people were admitted by an entry, without undone ones. `byTicket`: how many of them came with its own ticket, at most one.
 * Entries without arrivals are left out.
 */
export const EntryArrivals = z.object({
  entryId: jsonLongId,
  listId: jsonId,
  people: z.number().int(),
  byTicket: z.number().int().optional(),
});
export type EntryArrivals = z.infer<typeof EntryArrivals>;

/**
 * What server or phone knows about an entry and its list. `places`: the guest and the plus-ones. `isGone`: it was removed, or its list has
 * ended.
 */
export type EntryFacts = {
  isGone: boolean;
  places: number;
  arrived: number;
  list: { allocation: number; arrived: number; freeUntil: Date | null };
};

export type EntryDoor = {
  isCancelled: boolean;
  opensAt?: Date | undefined;
  room: { inside: number; licensed: number };
  now: Date;
  answered?: Answered;
};

type EntryRefusal = 'not_on_list' | 'entry_used' | 'free_until_over' | 'list_full' | 'event_cancelled' | 'not_open_yet' | 'full';
type EntryAdmission = 'on_list' | 'admitted_free_until_over' | 'admitted_list_full';
export type EntryDecision = { verdict: 'admit'; reason: EntryAdmission } | { verdict: 'refuse'; reason: EntryRefusal };

/** The door rule for guest list entries, shared by server and phones: returns the first reason that applies. */
export function decideEntry({ isGone, places, arrived, list }: EntryFacts, people: number, door: EntryDoor): EntryDecision {
  const refuse = (reason: EntryRefusal): EntryDecision => ({ verdict: 'refuse', reason });
  if (isGone) return refuse('not_on_list');
  if (door.isCancelled) return refuse('event_cancelled');
  if (arrived + people > places) return refuse('entry_used');
  const isLate = list.freeUntil !== null && door.now >= list.freeUntil;
  const isListFull = list.arrived + people > list.allocation;
  if (isLate && !door.answered?.includes('free_until_over')) return refuse('free_until_over');
  if (isListFull && !door.answered?.includes('list_full')) return refuse('list_full');
  if (door.opensAt && door.now < door.opensAt) return refuse('not_open_yet');
  if (door.room.inside + people > door.room.licensed) return refuse('full');
  if (isListFull) return { verdict: 'admit', reason: 'admitted_list_full' };
  return { verdict: 'admit', reason: isLate ? 'admitted_free_until_over' : 'on_list' };
}
