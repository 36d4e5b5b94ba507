import type { Guard } from '#tests/setup/guards.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { createAdmin } from './users.ts';

/** Starts a server with its owner and the calls about ticket types. */
export async function openDesk(without?: Guard) {
  const app = await startTestApp({ without });
  const admin = await createAdmin(app.ctx);
  return { app, admin, desk: app.api(admin.accessToken).staffTicketTypes };
}

/** Returns the first ticket type of an event, with the input that would save it unchanged. */
export async function ticketTypeOf(desk: Awaited<ReturnType<typeof openDesk>>['desk'], eventId: number) {
  const [ticketType] = (await desk.list({ id: eventId })).ticketTypes;
  if (!ticketType) throw new Error('The night has no ticket type.');
  const { name, nameLat, price, allocation, onSaleFrom, onSaleUntil } = ticketType;
  return { ticketType, input: { name, nameLat, price, allocation, onSaleFrom, onSaleUntil, version: ticketType.version } };
}
