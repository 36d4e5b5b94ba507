import { eq } from 'drizzle-orm';
import { ticketTypes } from '#server/content/content.table.ts';
import { findPaidPlaces } from '#server/sales/inventory/inventory.service.ts';
import { holds } from '#server/sales/tables/holds.table.ts';
import { type Replacement, replaceIn } from './replace.ts';

const unlockedPayments = replaceIn<typeof import('#server/sales/payments/payments.queries.ts')>(
  '#server/sales/payments/payments.queries.ts',
  {
    lockOrderedPayments: (own) => async (db, ids) => own.selectOrderedPayments(db, ids),
    lockOrderedPayment: (own) => async (db, id) => (await own.selectOrderedPayments(db, [id]))[0],
  },
);

export const paymentGuards = {
  /** A payment is synced only while it is open, under its row lock. */
  syncOnce: [
    unlockedPayments,
    replaceIn<typeof import('#server/sales/payments/payment-states.ts')>('#server/sales/payments/payment-states.ts', {
      isFinal: () => () => false,
      nextTransition: (own) => (payment, bank) => own.nextTransition({ ...payment, state: 'pending' }, bank),
    }),
  ],
  /** Asks the bank, and compares its order, amount and currency. */
  verifyPayment: [
    replaceIn<typeof import('#server/sales/payments/banks/provider.ts')>('#server/sales/payments/banks/provider.ts', {
      bankOf: (own) => (banks, name) => {
        const bank = own.bankOf(banks, name);
        return { ...bank, getStatus: async (id) => ({ ...(await bank.getStatus(id)), state: 'paid' }) };
      },
    }),
    replaceIn<typeof import('#server/sales/payments/payment-states.ts')>('#server/sales/payments/payment-states.ts', {
      nextTransition: (own) => (payment, bank) => {
        const { amountTetri, currency } = payment;
        return own.nextTransition(payment, { ...bank, externalOrderId: undefined, amountTetri, currency });
      },
    }),
  ],
  /** The guest is charged the held price. */
  heldPrice: [
    replaceIn<typeof import('#server/sales/inventory/stock.queries.ts')>('#server/sales/inventory/stock.queries.ts', {
      findHolds: (own) => async (db, userIds) => {
        const prices = await db
          .select({ id: holds.id, priceTetri: ticketTypes.priceTetri })
          .from(holds)
          .innerJoin(ticketTypes, eq(ticketTypes.id, holds.ticketTypeId));
        const priceOf = new Map(prices.map(({ id, priceTetri }) => [id, priceTetri]));
        return (await own.findHolds(db, userIds)).map((hold) => ({ ...hold, priceTetri: priceOf.get(hold.id) ?? hold.priceTetri }));
      },
    }),
  ],
  /** Captured money without a place is refunded. */
  refundWithoutPlace: [
    replaceIn<typeof import('#server/sales/payments/transition.ts')>('#server/sales/payments/transition.ts', {
      applyTransition: (own) => async (tx, ordered, transition) =>
        transition.to === 'paid' && !(await findPaidPlaces(tx, ordered.order.id))
          ? own.close(tx, ordered)
          : own.applyTransition(tx, ordered, transition),
      collect: (own) => async (tx, ordered) =>
        (await findPaidPlaces(tx, ordered.order.id)) ? own.collect(tx, ordered) : own.close(tx, ordered),
    }),
  ],
  /** A ticket is refunded once, under the lock of its payment, and never more than was captured. */
  refundOnce: [
    replaceIn<typeof import('#server/sales/payments/payments.queries.ts')>('#server/sales/payments/payments.queries.ts', {
      lockOrderedPayment: (own) => async (db, id) => {
        const [found] = await own.selectOrderedPayments(db, [id]);
        return found && { ...found, payment: { ...found.payment, state: 'paid' } };
      },
      lockOrderedPayments: (own) => async (db, ids) => own.selectOrderedPayments(db, ids),
    }),
    replaceIn<typeof import('#server/sales/tickets/tickets.queries.ts')>('#server/sales/tickets/tickets.queries.ts', {
      findTicketsOfOrder: (own) => async (db, orderId) =>
        (await own.findTicketsOfOrder(db, orderId)).map((ticket) => ({ ...ticket, state: 'valid' })),
      endTickets: (own) => async (db, ids, ending) => {
        await own.endTickets(db, ids, { ...ending, evenIfUsed: true });
        return ids.length;
      },
    }),
  ],
  /** If an account opens more than OPEN_BANK_ORDERS, its oldest unpaid bank order is ended. */
  fewOpenOrders: [
    replaceIn<typeof import('#server/sales/payments/payments.queries.ts')>('#server/sales/payments/payments.queries.ts', {
      endSurplusPayments: () => async () => {},
    }),
  ],
} satisfies Record<string, Replacement[]>;
