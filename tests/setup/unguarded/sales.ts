import { randomUUID } from 'node:crypto';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { DEFAULT_LANGUAGE } from '#shared/constants.ts';
import { type Replacement, replaceIn } from './replace.ts';

/** Guards of orders, gifts, transfers and messages. */
export const salesGuards = {
  /** Only an account that is not deleted can order and buy. */
  liveBuyer: [
    replaceIn<typeof import('#server/sales/inventory/availability.ts')>('#server/sales/inventory/availability.ts', {
      checkAvailability: (own) => (ask, situation, policy) => {
        const { guest } = situation;
        const live = guest && { ...guest, buyer: { ...guest.buyer, deletedAt: null } };
        return own.checkAvailability(ask, { ...situation, guest: live }, policy);
      },
    }),
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
  /** A link gives its ticket to one, under the lock of its event. */
  transferOnce: [
    replaceIn<typeof import('#server/sales/inventory/locks.queries.ts')>('#server/sales/inventory/locks.queries.ts', {
      lockEvents: () => async () => {},
    }),
    replaceIn<typeof import('#server/sales/transfers/transfers.queries.ts')>('#server/sales/transfers/transfers.queries.ts', {
      endTransferredTicket: (own) => async (db, id) => {
        await own.endTransferredTicket(db, id);
        return true;
      },
      acceptLink: (own) => async (db, id, taken) => {
        await own.acceptLink(db, id, taken);
        return true;
      },
    }),
  ],
  /** A message leaves once, and each person gets one mail about it. */
  messageOnce: [
    replaceIn<typeof import('#server/sales/announcements/announcements.queries.ts')>(
      '#server/sales/announcements/announcements.queries.ts',
      { endPlanned: (own) => async (db, id, change) => (await own.endPlanned(db, id, change)) ?? own.findAnnouncement(db, id) },
    ),
    replaceIn<typeof import('#server/platform/mail/mail.service.ts')>('#server/platform/mail/mail.service.ts', {
      queueMails: (own) => (tx, mails, urgency) =>
        own.queueMails(
          tx,
          mails.map((mail) => ({ ...mail, key: `${mail.key}:${randomUUID()}` })),
          urgency,
        ),
    }),
  ],
  /** Tickets are given to an account whose ban is looked up under its lock: a ban locks all accounts of its person. */
  giftAccount: [
    replaceIn<typeof import('#server/accounts/accounts.queries.ts')>('#server/accounts/accounts.queries.ts', {
      lockUserByEmail: (own) => own.findUserByEmail,
    }),
  ],
  /** Free tickets need the right to give them, or a list that somebody with this right allowed to mail them. */
  giftRight: [
    replaceIn<typeof import('#server/sales/lists/list-tickets.service.ts')>('#server/sales/lists/list-tickets.service.ts', {
      refuseTicketsOnList: (own) => (tx, list, people) =>
        own.refuseTicketsOnList(tx, { ...list, mailedTickets: Number.POSITIVE_INFINITY }, people),
    }),
  ],
} satisfies Record<string, Replacement[]>;
