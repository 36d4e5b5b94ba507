import type { Language } from '#shared/constants.ts';
import { timeText } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { DoorSheetView } from '#shared/staff/orders.contract.ts';

/** A line of the printed list: a ticket holder, or a guest list entry with its companions. */
export type SheetLine = {
  key: string;
  /** Surname first, because that is how a list is searched. */
  name: string;
  /** Who comes with the ticket in the buyer's place. */
  holderName?: string | null;
  plusOnes: number;
  /** How many people the line lets in. */
  people: number;
  /** The ticket type or the guest list. */
  by: string;
  /** The last digits of the ticket's number. */
  end?: string;
  age: number | null;
  cameAt: string | null;
  /** What each person on the guest list pays at the door, in GEL. */
  price?: number | null;
  /** What staff must know before the guest comes in. */
  warning: 'banned' | 'rejected' | 'needs_name' | undefined;
  /** How many people of a guest list entry have come. */
  arrived: number;
};

/** All lines by surname, in the order of the reader's language; deleted names are left out. */
export function linesOf({ holders, lists }: DoorSheetView, language: Language): SheetLine[] {
  const tickets = holders.map(
    (
      { firstName, lastName, holderName, ticketEnd, ticketType, ticketTypeLat, age, cameAt, isBanned, needsName, isRejected },
      place,
    ): SheetLine => {
      const by = language === 'ka' ? ticketType : ticketTypeLat;
      return {
        key: `ticket ${place}`,
        name: surnameFirst({ firstName, lastName }),
        holderName,
        plusOnes: 0,
        people: 1,
        by,
        end: ticketEnd,
        age,
        cameAt,
        warning: isBanned ? 'banned' : needsName ? 'needs_name' : isRejected ? 'rejected' : undefined,
        arrived: 0,
      };
    },
  );
  const listed = lists.flatMap(({ name: list, freeUntil, price, entries }, ofList) =>
    entries.map((entry, place): SheetLine => {
      const by = freeUntil === null ? list : `${list} (–${timeText(freeUntil)})`;
      const people = 1 + entry.plusOnes;
      const unknown = { age: null, cameAt: null, warning: undefined };
      return { ...entry, ...unknown, key: `list ${ofList} ${place}`, name: surnameFirst(entry), people, by, price };
    }),
  );
  const { compare } = new Intl.Collator(language);
  return [...tickets, ...listed].filter(({ name }) => name !== '').toSorted((a, b) => compare(a.name, b.name));
}

const surnameFirst = ({ firstName, lastName }: { firstName: string; lastName: string }): string => `${lastName} ${firstName}`.trim();

const OFFERED_BEFORE_MS = 12 * HOUR_MS;

/** Returns true on the day of an event and while it lasts, when its list is worth printing. */
export function isDayOf({ startDate, endDate }: { startDate: string; endDate: string }, now: Date): boolean {
  const at = now.getTime();
  return at >= Date.parse(startDate) - OFFERED_BEFORE_MS && at < Date.parse(endDate);
}
