import { randomUUID } from 'node:crypto';
import type { Situation } from '#server/sales/inventory/availability.ts';
import { type Replacement, replaceIn } from './replace.ts';

/** As if the event and its ticket types had no end of places. */
function withoutEnd({ stock, ...situation }: Situation): Situation {
  if (!stock) return { ...situation, stock };
  const event = { ...stock.event, capacity: Number.POSITIVE_INFINITY };
  return {
    ...situation,
    stock: { ...stock, event, ticketTypes: stock.ticketTypes.map((type) => ({ ...type, quota: Number.POSITIVE_INFINITY })) },
  };
}

type Buyer = NonNullable<Situation['guest']>['buyer'];

const withBuyer = ({ guest, ...situation }: Situation, facts: Partial<Buyer>): Situation => ({
  ...situation,
  guest: guest && { ...guest, buyer: { ...guest.buyer, ...facts } },
});

/** Guards of places, and of who may have them. */
export const stockGuards = {
  /** Places are taken only while quota and capacity allow it. */
  stock: [
    replaceIn<typeof import('#server/sales/inventory/availability.ts')>('#server/sales/inventory/availability.ts', {
      checkAvailability: (own) => (ask, situation, policy) => own.checkAvailability(ask, withoutEnd(situation), policy),
    }),
    replaceIn<typeof import('#server/sales/inventory/staff-ticket-types.queries.ts')>(
      '#server/sales/inventory/staff-ticket-types.queries.ts',
      {
        findTicketType: (own) => async (db, id) => {
          const ticketType = await own.findTicketType(db, id);
          return ticketType && { ...ticketType, taken: 0 };
        },
      },
    ),
  ],
  /** Free places that somebody waits for are for nobody else. */
  waitlistFirst: [
    replaceIn<typeof import('#server/sales/inventory/availability.ts')>('#server/sales/inventory/availability.ts', {
      checkAvailability: (own) => (ask, situation, policy) => {
        const { stock } = situation;
        return own.checkAvailability(ask, { ...situation, stock: stock && { ...stock, fewestAwaited: null } }, policy);
      },
    }),
  ],
  /** The tickets whose places were sold again end. */
  returnedEnd: [
    replaceIn<typeof import('#server/sales/payments/refunds/sell-listed.ts')>('#server/sales/payments/refunds/sell-listed.ts', {
      sellListed: () => async () => {},
    }),
  ],
  /** A code opens no more places than it has uses. */
  codeUses: [
    replaceIn<typeof import('#server/sales/inventory/availability.ts')>('#server/sales/inventory/availability.ts', {
      checkAvailability: (own) => (ask, situation, policy) => {
        const { code } = situation;
        return own.checkAvailability(ask, { ...situation, code: code && { ...code, uses: null, usesPerPerson: null } }, policy);
      },
    }),
  ],
  /** Overdue holds are released when a ticket type looks full. */
  lazyExpiry: [
    replaceIn<typeof import('#server/sales/inventory/availability.queries.ts')>('#server/sales/inventory/availability.queries.ts', {
      findStock: (own) => async (db, eventIds, now) => {
        const found = await own.findStock(db, eventIds, now);
        return new Map([...found].map(([id, stock]) => [id, { ...stock, hasOverdueHolds: false }]));
      },
    }),
  ],
  /** Places are held no longer than HOLD_LIMIT_MS without a running payment. */
  holdLimit: [replaceIn<typeof import('#shared/constants.ts')>('#shared/constants.ts', { HOLD_LIMIT_MS: () => Number.POSITIVE_INFINITY })],
  /** Accounts of one person share their places, where the club wants it: those they have, and those they ask for at the same moment. */
  sharedPlaces: [
    replaceIn<typeof import('#server/sales/inventory/counted-places.ts')>('#server/sales/inventory/counted-places.ts', {
      ownedPlacesSql: (own) => (userId, eventId) => own.ownedPlacesSql(userId, eventId, false),
    }),
  ],
  sharedBatch: [
    replaceIn<typeof import('#server/sales/inventory/availability.queries.ts')>('#server/sales/inventory/availability.queries.ts', {
      findGuests: (own) => async (db, wanted, rules) =>
        (await own.findGuests(db, wanted, rules)).map((guest) => guest && { ...guest, person: randomUUID() }),
    }),
  ],
  /** Money of a guest who was banned meanwhile buys nothing. */
  unbannedBuyer: [
    replaceIn<typeof import('#server/sales/inventory/availability.ts')>('#server/sales/inventory/availability.ts', {
      checkAvailability: (own) => (ask, situation, policy) => own.checkAvailability(ask, withBuyer(situation, { bannedAt: null }), policy),
    }),
  ],
  /** Only a guest who may buy can order: not banned, and verified where the event requires it. */
  admittedBuyer: [
    replaceIn<typeof import('#server/sales/inventory/availability.ts')>('#server/sales/inventory/availability.ts', {
      checkAvailability: (own) => (ask, situation, policy) => {
        const admitted = { bannedAt: null, status: 'Verified', isPersonRejected: false } as const;
        return own.checkAvailability(ask, ask.by === 'order' ? withBuyer(situation, admitted) : situation, policy);
      },
    }),
  ],
} satisfies Record<string, Replacement[]>;
