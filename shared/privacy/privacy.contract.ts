import { z } from 'zod';
import { LoginInput } from '#shared/accounts/account.schemas.ts';
import { ProfileView } from '#shared/accounts/accounts.contract.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { STAFF_ROLES } from '#shared/staff/rights.ts';
import { empty, gel, jsonId, jsonLongId, wireTime } from '#shared/wire.ts';

const maybeTime = wireTime.nullable();
const eventRef = { eventId: jsonId, event: z.string() };

const RefundPart = z.object({
  amount: gel,
  reason: z.string(),
  note: z.string(),
  state: z.string(),
  createdAt: wireTime,
  confirmedAt: maybeTime,
});

const PaymentPart = z.object({
  state: z.string(),
  amount: gel,
  currency: z.string(),
  createdAt: wireTime,
  settledAt: maybeTime,
  refunds: z.array(RefundPart),
});

const OrderPart = z.object({
  id: jsonLongId,
  state: z.string(),
  total: gel,
  language: z.enum(LANGUAGES),
  createdAt: wireTime,
  settledAt: maybeTime,
  /** The buyer's source, as given by the address of an advertisement. */
  utm: z.object({ source: z.string().nullable(), medium: z.string().nullable(), campaign: z.string().nullable() }),
  /** `code`: the promo code it was bought with; `refCode`: of the promoter whose link brought the guest. */
  lines: z.array(
    z.object({
      ...eventRef,
      ticketType: z.string(),
      quantity: z.number().int(),
      price: gel,
      code: z.string().nullable(),
      refCode: z.string().nullable(),
    }),
  ),
  payments: z.array(PaymentPart),
});

const TicketPart = z.object({
  id: jsonLongId,
  ...eventRef,
  orderId: jsonLongId,
  price: gel,
  state: z.string(),
  /** Who was to come with it, as entered by its owner. */
  holderName: z.string().nullable(),
  /** When it was listed for resale, and the outcome. */
  resale: z.array(z.object({ state: z.string(), fee: gel, createdAt: wireTime, endedAt: maybeTime })),
  /** Whose it is: `bearer`, `unclaimed`, `waiting` or `claimed`; null without a code. */
  claim: z.string(),
  code: z.string().nullable(),
  createdAt: wireTime,
  usedAt: maybeTime,
  scans: z.array(z.object({ result: z.string(), reason: z.string(), scannedAt: maybeTime, decidedAt: wireTime })),
});

/**
 * All stored data about a guest, as a copy for them. Event names are the Latin ones. Left out: hashes of passwords and tokens, the staff at
 * the door, and texts of mails and enquiries, which only the mailbox's owner may see.
 */
export const MyDataView = z.object({
  madeAt: wireTime,
  /** Sign-ins, refusals and changes of the last year, with the network part of the address. */
  securityEvents: z.array(z.object({ kind: z.string(), network: z.string().nullable(), device: z.string().nullable(), at: wireTime })),
  profile: ProfileView.extend({
    socialMediaPlatform: z.string().nullable(),
    socialMediaUsername: z.string().nullable(),
    language: z.enum(LANGUAGES),
    emailProvedAt: maybeTime,
    /** The consent to the newsletter: its moment, and the language in which it was asked. */
    newsletter: z.object({ since: wireTime, language: z.enum(LANGUAGES) }).nullable(),
    /** The ban: its start, its end (null: no end) and the reason. */
    ban: z.object({ since: wireTime, until: maybeTime, reason: z.string() }).nullable(),
  }),
  /** Staff roles of the account; empty for a guest. */
  roles: z.array(z.object({ role: z.enum(STAFF_ROLES), grantedAt: wireTime })),
  /** Team invitations mailed to the account's address; like `enquiries`, empty until it is proved. */
  invitations: z.array(z.object({ createdAt: wireTime, expiresAt: wireTime, usedAt: maybeTime, withdrawnAt: maybeTime })),
  /** What the club imported from a file about the account's address; like `enquiries`, empty until it is proved. */
  imported: z.array(
    z.object({
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      status: z.string().nullable(),
      note: z.string(),
      importedAt: wireTime,
      invitedAt: maybeTime,
      usedAt: maybeTime,
      expiresAt: wireTime,
    }),
  ),
  staffNotes: z.array(z.object({ text: z.string(), createdAt: wireTime, withdrawnAt: maybeTime })),
  sessions: z.array(
    z.object({
      browser: z.string().nullable(),
      createdAt: wireTime,
      lastUsedAt: wireTime,
      expiresAt: wireTime,
      endedAt: maybeTime,
      confirmedAt: maybeTime,
      secondFactorAt: maybeTime,
      mailboxProvedAt: maybeTime,
    }),
  ),
  passwordLinks: z.array(z.object({ createdAt: wireTime, expiresAt: wireTime, usedAt: maybeTime })),
  /** The newest mail with digits and a link to prove the address. */
  emailProofs: z.array(
    z.object({ createdAt: wireTime, codeExpiresAt: wireTime, codeUsedAt: maybeTime, expiresAt: wireTime, attempts: z.number().int() }),
  ),
  /** Unfinished ones have no `activatedAt`. */
  secondFactors: z.array(
    z.object({ kind: z.string(), name: z.string(), createdAt: wireTime, activatedAt: maybeTime, lastUsedAt: maybeTime }),
  ),
  recoveryCodes: z.array(z.object({ createdAt: wireTime, usedAt: maybeTime })),
  unfinishedLogins: z.array(z.object({ createdAt: wireTime, expiresAt: wireTime, attempts: z.number().int() })),
  cart: z.array(z.object({ ...eventRef, quantity: z.number().int(), price: gel, createdAt: wireTime, heldUntil: wireTime })),
  lapsedCart: z.array(z.object({ ...eventRef, quantity: z.number().int(), expiredAt: wireTime })),
  orders: z.array(OrderPart),
  tickets: z.array(TicketPart),
  /** Transfers of tickets to others (`from`), or from others (`to`). */
  transfers: z.array(
    z.object({
      ticketId: jsonLongId,
      ...eventRef,
      as: z.enum(['from', 'to']),
      createdAt: wireTime,
      acceptedAt: maybeTime,
      endedAt: maybeTime,
    }),
  ),
  /** Links for the unclaimed tickets of an order. */
  claimLinks: z.array(z.object({ ...eventRef, createdAt: wireTime, endedAt: maybeTime })),
  /** Waitlists of sold-out events. */
  waitlist: z.array(
    z.object({ ...eventRef, quantity: z.number().int(), state: z.string(), createdAt: wireTime, offeredAt: maybeTime, endedAt: maybeTime }),
  ),
  mails: z.array(z.object({ kind: z.string(), language: z.enum(LANGUAGES), state: z.string(), createdAt: wireTime, sentAt: maybeTime })),
  enquiries: z.array(z.object({ kind: z.string(), state: z.string(), createdAt: wireTime })),
});
export type MyDataView = z.infer<typeof MyDataView>;

export const privacyContract = {
  myData: endpoint('GET', '/auth/my-data', 'user', {
    summary: 'Download all data about the caller as a file',
    output: MyDataView,
    confirmed: true,
  }),
  deleteAccount: endpoint('POST', '/auth/delete-account', 'user', {
    summary: 'Delete the caller’s account, confirmed by the password; records that bookkeeping law requires stay without a name',
    body: LoginInput.pick({ password: true }),
    output: empty,
    invalidStatus: 422,
    confirmed: 'with a second factor',
    errors: ['account_has_payments', 'account_has_tickets', 'last_owner'],
  }),
};
