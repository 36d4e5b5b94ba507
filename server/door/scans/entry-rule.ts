import { decideEntry, type EntryFacts } from '#shared/door/lists.ts';
import type { ScannedEntry } from './entry-scans.ts';

/** What the database says of an entry and its list. */
export type EntryRow = { plusOnes: number; removedAt: Date | null; endedAt: Date | null; quota: number; freeUntil: Date | null };

export type EntryRule = { isCancelled: boolean; opensAt: Date | undefined; licensed: number };

const RESULTS = { admit: 'accepted', refuse: 'refused' } as const;

/** The rule of the door for an entry of a locked list. */
export function ruleForEntry({ plusOnes, removedAt, endedAt, quota, freeUntil }: EntryRow, rule: EntryRule): ScannedEntry['decide'] {
  return ({ people, arrived, listArrived, inside, at }) => {
    const list = { quota, freeUntil, arrived: listArrived };
    const facts: EntryFacts = { isGone: removedAt !== null || endedAt !== null, places: 1 + plusOnes, arrived, list };
    const { isCancelled, opensAt, licensed } = rule;
    const { verdict, reason } = decideEntry(facts, people, { isCancelled, opensAt, room: { inside, licensed }, now: at });
    return { result: RESULTS[verdict], reason };
  };
}
