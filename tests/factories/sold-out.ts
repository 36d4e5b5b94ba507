import type { TestApp } from '#tests/setup/app.ts';
import { createEvent } from './events.ts';
import { buy, comeBack } from './purchases.ts';
import { createUser, type TestUser } from './users.ts';

/** A guest with a proved address, and the calls of a browser. */
export type Guest = TestUser & { api: ReturnType<TestApp['api']> };

export async function createGuest(app: TestApp, facts: Parameters<typeof createUser>[1] = {}): Promise<Guest> {
  const user = await createUser(app.ctx, { emailProvedAt: app.clock.now(), ...facts });
  return { ...user, api: app.api(user.accessToken) };
}

/** Buys places at the bank, and returns the tickets in the order of their numbers. */
export async function buyTickets(app: TestApp, guest: Guest, purchase: Parameters<typeof buy>[2]): Promise<number[]> {
  const before = new Set((await guest.api.tickets.mine()).map(({ id }) => id));
  const { token } = await buy(app, guest.accessToken, purchase);
  await comeBack(app, token);
  const ids = (await guest.api.tickets.mine()).map(({ id }) => id);
  return ids.filter((id) => !before.has(id)).toSorted((one, other) => one - other);
}

/** An event of so many places, all sold to one guest, as real payments. */
export async function sellOut(app: TestApp, places = 2, event: Parameters<typeof createEvent>[1] = {}) {
  const { id: eventId } = await createEvent(app.ctx, { quota: places, placesPerPerson: Math.max(places, 2), ...event });
  const seller = await createGuest(app);
  const tickets = await buyTickets(app, seller, { eventId, quantity: places });
  return { eventId, seller, tickets };
}

/** The token of a link: what stands behind `#`. */
export const tokenIn = (url: string): string => url.split('#')[1] ?? '';
