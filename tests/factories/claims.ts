import { asc, eq } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { createEvent, EVENT_MS } from './events.ts';
import { buy, comeBack } from './purchases.ts';
import { createGuest, type Guest, tokenIn } from './sold-out.ts';

type Event = Parameters<typeof createEvent>[1];

/**
 * A guest buys places of a new event that wants names: one is the buyer's, the others wait for friends. They are bought a day before, while
 * friends can claim, also when the event begins at another time.
 */
export async function buyForFriends(app: TestApp, places = 4, event: NonNullable<Event> = { verifiedOnly: true }, buyer?: Guest) {
  const { startsAt, endsAt, ...fields } = event;
  const { id: eventId } = await createEvent(app.ctx, { ticketsPerPerson: places, ...fields });
  const guest = buyer ?? (await createGuest(app));
  const { token } = await buy(app, guest.accessToken, { eventId, quantity: places });
  await comeBack(app, token);
  if (startsAt) {
    const end = endsAt ?? new Date(startsAt.getTime() + EVENT_MS);
    await app.ctx.db.update(events).set({ startsAt, endsAt: end }).where(eq(events.id, eventId));
  }
  return { eventId, buyer: guest };
}

/** Makes the link for the unclaimed places of a buyer's only purchase. Returns what friends send with it. */
export async function shareLink(buyer: Guest) {
  const [group] = (await buyer.api.claims.mine()).groups;
  const { url } = await buyer.api.claims.makeLink({ id: group?.id ?? 0 });
  return { token: tokenIn(url) };
}

/** Returns the states of a buyer's places for friends, in the order of issue. */
export const placesOf = async (buyer: Guest) =>
  (await buyer.api.claims.mine()).groups.flatMap(({ places }) =>
    places.map(({ state, name }) => (name === null ? state : `${state} ${name}`)),
  );

/** Returns all tickets of an event in the order of issue. */
export const ticketsAt = (app: TestApp, eventId: number) =>
  app.ctx.db.select().from(tickets).where(eq(tickets.eventId, eventId)).orderBy(asc(tickets.id));

/** Returns the code of a guest's only ticket. */
export const codeOf = async (guest: Guest): Promise<string | undefined> => (await guest.api.tickets.mine())[0]?.code;
