import { decideEntry, type EntryArrivals, type EntryFacts } from '#shared/door/guest-lists.ts';
import type { DeviceScan } from '#shared/door/device-scan.schemas.ts';
import type { Answered } from '#shared/door/questions.ts';
import type { NewDeviceScan } from './device-scans.queries.ts';
import { type Decision, isAdmission, isAdmittedAlone, overruledIn, peopleOf } from './scan-rows.ts';

/** What the rule needs besides the entry: people admitted by it and by its list, the people inside, `at`, when these people came, and `answered`, as in `DeviceScan`. */
type Coming = { people: number; arrived: number; listArrived: number; inside: number; at: Date; answered: Answered };

/** An entry of a guest list of the event, as an upload found it, with its list locked. */
export type ScannedEntry = {
  id: number;
  listId: number;
  /** How many people it admits. */
  places: number;
  /** Its own ticket, which is one of these places. */
  ticketId: number | null;
  /** The door rule for this entry. */
  decide(coming: Coming): Decision;
};

/** What the database knows about an entry and its list. */
export type EntryRow = { plusOnes: number; removedAt: Date | null; endedAt: Date | null; allocation: number; freeUntil: Date | null };

export type EntryRule = { isCancelled: boolean; opensAt: Date | undefined; licensed: number };

const RESULTS = { admit: 'accepted', refuse: 'refused' } as const;

/** The door rule for an entry of a locked list. */
export function ruleForEntry({ plusOnes, removedAt, endedAt, allocation, freeUntil }: EntryRow, rule: EntryRule): ScannedEntry['decide'] {
  return ({ people, arrived, listArrived, inside, at, answered }) => {
    const list = { allocation, freeUntil, arrived: listArrived };
    const facts: EntryFacts = { isGone: removedAt !== null || endedAt !== null, places: 1 + plusOnes, arrived, list };
    const { isCancelled, opensAt, licensed } = rule;
    const { verdict, reason } = decideEntry(facts, people, { isCancelled, opensAt, room: { inside, licensed }, now: at, answered });
    return { result: RESULTS[verdict], reason };
  };
}

/** What the database knows about the entries in an upload, and about all people admitted by their lists. */
export type KnownLists = { entries: ReadonlyMap<number, ScannedEntry>; arrivals: readonly EntryArrivals[] };

/** The guest lists during an upload. */
export type GuestLists = {
  entry(id: number | undefined): ScannedEntry | undefined;
  /** Decides about people who come by an entry. An admission by an offline phone is never refused: beyond the rule it is a conflict. */
  decide(scan: DeviceScan, door: { inside: number; at: Date }): { decision: Pick<NewDeviceScan, 'result' | 'reason'>; overruled: Answered };
  /** Counts the people of a stored row. */
  note(row: NewDeviceScan): void;
  /** The entry of a stored row: the one it names, or the one that its ticket belongs to. */
  entryOfRow(row: Pick<NewDeviceScan, 'entryId' | 'ticketId'>): ScannedEntry | undefined;
  /** Counts that the ticket of an entry was used, or no longer is. Returns true if other people took all of the entry's places. */
  noteTicket(entry: ScannedEntry, hasCome: boolean): boolean;
};

export function openLists({ entries, arrivals }: KnownLists): GuestLists {
  const all = [...arrivals];
  const entryOf = (id: number | undefined) => (id === undefined ? undefined : entries.get(id));
  return {
    entry: entryOf,
    decide(scan, { inside, at }) {
      const entry = entryOf(scan.entryId);
      const arrived = countPeople(all.filter(({ entryId }) => entryId === entry?.id));
      const listArrived = countPeople(all.filter(({ listId }) => listId === entry?.listId));
      const decide = (answered: Answered): Decision =>
        entry?.decide({ people: peopleOf(scan), arrived, listArrived, inside, at, answered }) ?? NOT_ON_LIST;
      const decision = decide(scan.answered ?? []);
      const result = decision.result !== 'accepted' && isAdmittedAlone(scan) ? 'conflict' : decision.result;
      return { decision: { ...decision, result }, overruled: overruledIn(scan, decide) };
    },
    entryOfRow: ({ entryId, ticketId }) =>
      entryOf(entryId ?? undefined) ?? (ticketId === null ? undefined : [...entries.values()].find((entry) => entry.ticketId === ticketId)),
    noteTicket(entry, hasCome) {
      const own = all.filter(({ entryId }) => entryId === entry.id);
      const byTicket = own.reduce((sum, arrival) => sum + (arrival.byTicket ?? 0), 0);
      const change = (hasCome ? 1 : 0) - byTicket;
      if (change !== 0) all.push({ entryId: entry.id, listId: entry.listId, people: change, byTicket: change });
      return countPeople(own) - byTicket >= entry.places;
    },
    note(row) {
      const entry = entryOf(row.entryId ?? undefined);
      if (!entry) return;
      const people = isAdmission(row) ? row.people : row.undoneScanId === null ? 0 : -row.people;
      all.push({ entryId: entry.id, listId: entry.listId, people });
    },
  };
}

const NOT_ON_LIST = { result: 'refused', reason: 'not_on_list' } as const;

const countPeople = (arrivals: readonly EntryArrivals[]): number => arrivals.reduce((sum, { people }) => sum + people, 0);
