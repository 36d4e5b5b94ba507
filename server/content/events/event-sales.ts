import type { Language } from '#shared/constants.ts';
import type { Holders } from '#shared/staff/events.contract.ts';
import type { Db } from '#server/platform/db/client.ts';

export type EventPlaces = { eventId: number; sold: number };
type SoldPlaces = EventPlaces & { ticketTypeId: number };
type Awaited = { eventId: number; fewest: number };
export type Holder = { userId: number; email: string; language: Language };

/** What events need to know about their sales (server/sales/tickets/event-sales.queries.ts). */
export type EventSales = {
  /** Returns the sold places of these events by ticket type, without ticket types that sold none. The other taken places are held. */
  countSoldPlaces(db: Db, eventIds: readonly number[]): Promise<SoldPlaces[]>;
  /** Returns how many of them staff gave away. */
  countGivenPlaces(db: Db, eventIds: readonly number[]): Promise<EventPlaces[]>;
  /** Returns the smallest number of places on a waitlist, for events with a waitlist: free places enough for it are reserved. */
  findAwaited(db: Db, eventIds: readonly number[]): Promise<Awaited[]>;
  /** Counts the people who hold unused tickets of an event, and these tickets. */
  countHolders(db: Db, eventId: number): Promise<Holders>;
  /** Counts the people who hold a valid ticket of an event that was sold to them, used or not. */
  countBuyers(db: Db, eventId: number): Promise<number>;
  /**
   * Returns the holders with the language of their newest order of the event. `onlyUnpaid` skips holders of a ticket that was sold to them.
   */
  findHolders(db: Db, eventId: number, which: { onlyUnpaid: boolean }): Promise<Holder[]>;
  /** Returns true if all guests of an event were refunded or are being refunded. */
  hasBulkRefund(db: Db, eventId: number): Promise<boolean>;
  /** Returns true if the event ever had an order, or has a hold now. */
  hasSales(db: Db, eventId: number): Promise<boolean>;
};
