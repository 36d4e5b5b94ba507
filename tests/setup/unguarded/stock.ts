import { randomUUID } from 'node:crypto';
import type { Ask, Situation } from '#server/sales/inventory/availability.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { DEFAULT_LANGUAGE } from '#shared/constants.ts';
import { type Replacement, replaceIn } from './replace.ts';

/** Decides every request for places by changed facts. */
const withFacts = (change: (situation: Situation, ask: Ask) => Situation): Replacement =>
  replaceIn<typeof import('#server/sales/inventory/availability.ts')>('#server/sales/inventory/availability.ts', {
    checkAvailability: (own) => (ask, situation, policy) => own.checkAvailability(ask, change(situation, ask), policy),
  });

type Stock = NonNullable<Situation['stock']>;
type Buyer = NonNullable<Situation['guest']>['buyer'];

const withStock = ({ stock, ...others }: Situation, change: (stock: Stock) => Stock): Situation => ({
  ...others,
  stock: stock && change(stock),
});

const withBuyer = ({ guest, ...others }: Situation, facts: Partial<Buyer>): Situation => ({
  ...others,
  guest: guest && { ...guest, buyer: { ...guest.buyer, ...facts } },
});

const ADMITTED = { bannedAt: null, status: 'Verified', isPersonRejected: false } as const;

const endless = ({ event, ticketTypes, ...others }: Stock): Stock => ({
  ...others,
  event: { ...event, capacity: Number.POSITIVE_INFINITY },
  ticketTypes: ticketTypes.map((type) => ({ ...type, allocation: Number.POSITIVE_INFINITY })),
});

export const stockGuards = {
  /** Places are taken only while allocation and capacity allow it. */
  stock: [
    withFacts((situation) => withStock(situation, endless)),
    replaceIn<typeof import('#server/sales/inventory/staff-ticket-types.queries.ts')>(
      '#server/sales/inventory/staff-ticket-types.queries.ts',
      {
        findTicketTypes: (own) => async (db, eventId) =>
          (await own.findTicketTypes(db, eventId)).map((row) => ({ ...row, ticketType: { ...row.ticketType, soldOrReserved: 0 } })),
      },
    ),
  ],
  /** Free places that the waitlist wants are reserved for it. */
  waitlistFirst: [withFacts((situation) => withStock(situation, (stock) => ({ ...stock, fewestAwaited: null })))],
  /** Resold tickets end. */
  resoldEnd: [
    replaceIn<typeof import('#server/sales/payments/refunds/sell-listed.ts')>('#server/sales/payments/refunds/sell-listed.ts', {
      sellListed: () => async () => {},
    }),
  ],
  /** A promo code opens no more places than it has uses. */
  codeUses: [withFacts(({ code, ...others }) => ({ ...others, code: code && { ...code, uses: null, usesPerPerson: null } }))],
  /** Overdue holds are released when a ticket type looks full. */
  lazyExpiry: [
    replaceIn<typeof import('#server/sales/inventory/availability.queries.ts')>('#server/sales/inventory/availability.queries.ts', {
      findStock: (own) => async (db, eventIds, now) => {
        const found = await own.findStock(db, eventIds, now);
        return new Map([...found].map(([id, stock]) => [id, { ...stock, hasOverdueHolds: false }]));
      },
    }),
    replaceIn<typeof import('#server/sales/inventory/stock.queries.ts')>('#server/sales/inventory/stock.queries.ts', {
      expireOverdueHolds: () => async () => 0,
    }),
  ],
  /** Places are held no longer than HOLD_LIMIT_MS without a running payment. */
  holdLimit: [replaceIn<typeof import('#shared/constants.ts')>('#shared/constants.ts', { HOLD_LIMIT_MS: () => Number.POSITIVE_INFINITY })],
  /** Accounts of one person share their places, where the club wants it: those they have … */
  sharedPlaces: [
    replaceIn<typeof import('#server/sales/inventory/availability.queries.ts')>('#server/sales/inventory/availability.queries.ts', {
      findGuests: (own) => async (db, wanted, rules) => {
        const alone = await own.findGuests(db, wanted, { ...rules, isShared: false });
        const guests = await own.findGuests(db, wanted, rules);
        return guests.map((guest, place) => guest && { ...guest, owned: alone[place]?.owned ?? 0 });
      },
    }),
  ],
  /** … and those they request at the same time. */
  sharedBatch: [
    replaceIn<typeof import('#server/sales/inventory/availability.queries.ts')>('#server/sales/inventory/availability.queries.ts', {
      findGuests: (own) => async (db, wanted, rules) =>
        (await own.findGuests(db, wanted, rules)).map((guest) => guest && { ...guest, person: randomUUID() }),
    }),
  ],
  /** Only an account that is not deleted can order and buy. */
  liveBuyer: [
    withFacts((situation) => withBuyer(situation, { deletedAt: null })),
    replaceIn<typeof import('#server/sales/orders/orders.queries.ts')>('#server/sales/orders/orders.queries.ts', {
      insertOrders: () => async (db, placed, createdAt) => {
        const ids = new Map<number, number>();
        for (const { userId, totalTetri, language = DEFAULT_LANGUAGE, lines } of placed) {
          const [order] = await db.insert(orders).values({ userId, totalTetri, language, createdAt }).returning({ id: orders.id });
          const orderId = order?.id ?? 0;
          await db.insert(orderLines).values(lines.map((line) => ({ ...line, orderId })));
          ids.set(userId, orderId);
        }
        return ids;
      },
    }),
  ],
  /** A guest who was banned after ordering gets no tickets for the money. */
  unbannedBuyer: [withFacts((situation) => withBuyer(situation, { bannedAt: null }))],
  /** Only a guest who may buy can order: not banned, and verified where the event requires it. */
  admittedBuyer: [withFacts((situation, { by }) => (by === 'order' ? withBuyer(situation, ADMITTED) : situation))],
} satisfies Record<string, Replacement[]>;
