import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { gel, jsonId } from '#shared/wire.ts';

/** A ticket as its owner sees it. `qrCodeUrl` is a `data:` URL of the picture, `code` the text in it. */
export const TicketView = z.object({
  id: jsonId,
  basket: z.object({ id: jsonId, eventId: jsonId, price: gel, name: z.string(), nameLat: z.string() }),
  qrCodeUrl: z.string(),
  isUsedTicket: z.boolean(),
  code: z.string(),
});
export type TicketView = z.infer<typeof TicketView>;

export const ticketsContract = {
  mine: endpoint('GET', '/Tickets/my-tickets', 'user', { summary: 'The own tickets, newest first', output: z.array(TicketView) }),
};
