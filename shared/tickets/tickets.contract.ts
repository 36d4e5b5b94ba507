import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { empty, gel, jsonId, jsonLongId, wireLongId, wireTime } from '#shared/wire.ts';

/** A ticket as its owner sees it. `qrCodeUrl` is a `data:` URL of the picture, `code` the text in it. */
export const TicketView = z.object({
  id: jsonLongId,
  basket: z.object({ id: jsonId, eventId: jsonId, price: gel, name: z.string(), nameLat: z.string() }),
  qrCodeUrl: z.string(),
  isUsedTicket: z.boolean(),
  /** Who is to enter with it; null if not named. */
  holderName: z.string().nullable(),
  /** When it was used at the door. */
  usedAt: wireTime.nullable(),
  code: z.string(),
});
export type TicketView = z.infer<typeof TicketView>;

export const ticketsContract = {
  mine: endpoint('GET', '/Tickets/my-tickets', 'user', { summary: 'The own tickets, newest first', output: z.array(TicketView) }),
  next: endpoint('GET', '/Tickets/my-tickets/next', 'user', {
    summary: 'The own unused ticket of the event that runs or begins next; null when there is none',
    output: z.object({ ticket: TicketView.nullable() }),
  }),
  waiting: endpoint('GET', '/Tickets/my-tickets/waiting', 'user', {
    summary: "Tickets that the club gave to the account's address; they are hidden until the address is proved",
    output: z.object({ count: z.number().int() }),
  }),
  pdf: endpoint('GET', '/Tickets/:id/pdf', 'user', {
    summary: 'An own unused ticket as a PDF to print',
    params: z.object({ id: wireLongId }),
    query: z.object({ lang: z.enum(LANGUAGES).optional() }),
    output: z.unknown(),
    produces: 'application/pdf',
    errors: ['ticket_not_found'],
  }),
  allPdf: endpoint('GET', '/Tickets/my-tickets/pdf', 'user', {
    summary: 'All own unused tickets in one PDF, a page each, the latest event first',
    query: z.object({ lang: z.enum(LANGUAGES).optional() }),
    output: z.unknown(),
    produces: 'application/pdf',
    errors: ['ticket_not_found'],
  }),
  resend: endpoint('POST', '/Tickets/:id/resend', 'user', {
    summary: "Mails the tickets of this ticket's order again",
    params: z.object({ id: wireLongId }),
    output: empty,
    creates: true,
    errors: ['ticket_not_found'],
  }),
};

const params = z.object({ id: wireLongId });
const query = z.object({ lang: z.enum(LANGUAGES).optional() });

/** Passes of an own unused ticket; 404 while the wallet is not configured. */
export const walletContract = {
  apple: endpoint('GET', '/Tickets/:id/apple-pass', 'user', {
    summary: 'An own unused ticket as an Apple Wallet pass',
    params,
    query,
    output: z.unknown(),
    produces: 'application/vnd.apple.pkpass',
    errors: ['ticket_not_found'],
  }),
  google: endpoint('GET', '/Tickets/:id/google-pass', 'user', {
    summary: 'The address that puts an own unused ticket into Google Wallet',
    params,
    query,
    output: z.object({ url: z.string() }),
    errors: ['ticket_not_found'],
  }),
};
