import { randomUUID } from 'node:crypto';
import { type Replacement, replaceIn } from './replace.ts';

export const salesGuards = {
  /** A transfer link gives its ticket to one account, under the lock of its event. */
  transferOnce: [
    replaceIn<typeof import('#server/sales/inventory/stock.queries.ts')>('#server/sales/inventory/stock.queries.ts', {
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
  /** A ticket that nobody claimed, or whose guest waits for the verification, has no code. */
  codeNeedsName: [replaceIn<typeof import('#shared/tickets/claims.ts')>('#shared/tickets/claims.ts', { hasCode: () => () => true })],
  /** When claims end, a friend whom the club verifies at this moment keeps the place. */
  lookedAgain: [
    replaceIn<typeof import('#server/sales/transfers/claims.queries.ts')>('#server/sales/transfers/claims.queries.ts', {
      isReturning: () => async () => true,
    }),
  ],
  /** An announcement is sent once, and each person gets one mail about it. */
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
  /** A complimentary ticket needs an account whose ban is read under its lock: a ban locks all accounts of its person. */
  complimentaryAccount: [
    replaceIn<typeof import('#server/accounts/accounts.queries.ts')>('#server/accounts/accounts.queries.ts', {
      lockUserByEmail: (own) => own.findUserByEmail,
    }),
  ],
  /** Free tickets need the right to give them, or a list that a holder of this right allowed to mail them. */
  complimentaryRight: [
    replaceIn<typeof import('#server/sales/guest-lists/list-tickets.service.ts')>('#server/sales/guest-lists/list-tickets.service.ts', {
      refuseTicketsOnList: (own) => (tx, list, people) =>
        own.refuseTicketsOnList(tx, { ...list, mailedTickets: Number.POSITIVE_INFINITY }, people),
    }),
  ],
} satisfies Record<string, Replacement[]>;
