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
  mine: endpoint('GET', '/Tickets/my-tickets', 'user', { summary: 'List the caller’s tickets, newest first', output: z.array(TicketView) }),
  next: endpoint('GET', '/Tickets/my-tickets/next', 'user', {
    summary: 'Get the caller’s unused ticket for the running or next event; null if there is none',
    output: z.object({ ticket: TicketView.nullable() }),
  }),
  waiting: endpoint('GET', '/Tickets/my-tickets/waiting', 'user', {
    summary: 'Count the complimentary tickets issued to the caller’s email; they are hidden until it is verified',
    output: z.object({ count: z.number().int() }),
  }),
  pdf: endpoint('GET', '/Tickets/:id/pdf', 'user', {
    summary: 'Download an unused ticket of the caller as a PDF',
    params: z.object({ id: wireLongId }),
    query: z.object({ lang: z.enum(LANGUAGES).optional() }),
    output: z.unknown(),
    produces: 'application/pdf',
    errors: ['ticket_not_found'],
  }),
  allPdf: endpoint('GET', '/Tickets/my-tickets/pdf', 'user', {
    summary: 'Download the caller’s unused tickets as one PDF, a page each, latest event first',
    query: z.object({ lang: z.enum(LANGUAGES).optional() }),
    output: z.unknown(),
    produces: 'application/pdf',
    errors: ['ticket_not_found'],
  }),
  resend: endpoint('POST', '/Tickets/:id/resend', 'user', {
    summary: 'Resend the tickets of this ticket’s order',
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
    summary: 'Download an unused ticket of the caller for Apple Wallet',
    params,
    query,
    output: z.unknown(),
    produces: 'application/vnd.apple.pkpass',
    errors: ['ticket_not_found'],
  }),
  google: endpoint('GET', '/Tickets/:id/google-pass', 'user', {
    summary: 'Get the address that adds an unused ticket of the caller to Google Wallet',
    params,
    query,
    output: z.object({ url: z.string() }),
    errors: ['ticket_not_found'],
  }),
};
