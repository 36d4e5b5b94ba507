import { readTicketTypes } from '#shared/site-texts/ready-ticket-types.ts';
import type { UsualEvent } from '#shared/staff/events.contract.ts';
import type { Context } from '#server/platform/context.ts';

/** Returns the presets of a new event, which staff edit under “Site content”. */
export async function usualEvent(ctx: Pick<Context, 'venue'>): Promise<UsualEvent> {
  const { opening, capacity, ticketsPerPerson, verifiedOnly, namesRequired, readyTicketTypes } = ctx.venue();
  const ticketTypes = readTicketTypes(readyTicketTypes).map(({ name, nameLat, price, allocation }) => ({
    name,
    nameLat,
    price,
    allocation,
  }));
  const admission = { verifiedOnly, namesRequired };
  return { days: [...opening.days], from: opening.from, until: opening.to, capacity, ticketsPerPerson, ...admission, ticketTypes };
}
