import type { Language } from '#shared/constants.ts';
import type { Holders } from '#shared/staff/events.contract.ts';
import type { Db } from '#server/platform/db/client.ts';

export type EventPlaces = { eventId: number; sold: number };
type SoldPlaces = EventPlaces & { ticketTypeId: number };
type Awaited = { eventId: number; fewest: number };
export type Holder = { userId: number; email: string; language: Language };

/** What events must know of their sales (server/sales/tickets/event-sales.queries.ts). */
export type EventSales = {
  /** The sold places of these events by ticket type; ticket types without any are left out. The other taken places are held. */
  countSoldPlaces(db: Db, eventIds: readonly number[]): Promise<SoldPlaces[]>;
  /** How many of them were given away by staff. */
  countGivenPlaces(db: Db, eventIds: readonly number[]): Promise<EventPlaces[]>;
  /** The fewest places that somebody waits for, of events for which anybody waits: free places that are enough for them are for nobody else. */
  findAwaited(db: Db, eventIds: readonly number[]): Promise<Awaited[]>;
  /** How many people hold unused tickets of an event, and how many tickets. */
  countHolders(db: Db, eventId: number): Promise<Holders>;
  /** How many people hold a valid ticket of an event that was sold to them, used ones included. */
  countBuyers(db: Db, eventId: number): Promise<number>;
  /** The holders with the language of their newest order of the event. `onlyUnpaid` leaves out holders of a ticket that was sold to them. */
  findHolders(db: Db, eventId: number, which: { onlyUnpaid: boolean }): Promise<Holder[]>;
  /** Returns true if all guests of an event got their money back, or are getting it. */
  hasBulkRefund(db: Db, eventId: number): Promise<boolean>;
  /** Returns true if somebody ever ordered, or holds places now. */
  hasSales(db: Db, eventId: number): Promise<boolean>;
};
