import { readTicketTypes } from '#shared/site-texts/ready-ticket-types.ts';
import type { UsualEvent } from '#shared/staff/events.contract.ts';
import type { Context } from '#server/platform/context.ts';

/** Returns the presets of a new event, which staff edit under “Club and texts”. */
export async function usualEvent(ctx: Pick<Context, 'venue'>): Promise<UsualEvent> {
  const { opening, capacity, placesPerPerson, verifiedOnly, readyTicketTypes } = ctx.venue();
  const ticketTypes = readTicketTypes(readyTicketTypes).map(({ name, nameLat, price, quota }) => ({ name, nameLat, price, quota }));
  return { days: [...opening.days], from: opening.from, until: opening.to, capacity, placesPerPerson, verifiedOnly, ticketTypes };
}
