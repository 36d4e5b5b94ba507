import type { TestApp } from '#tests/setup/app.ts';
import { createEvent } from './events.ts';
import { buy, comeBack } from './purchases.ts';
import { createUser, createUsersAtOnce, type TestUser } from './users.ts';

/** A guest with a proved address and an API client. */
export type Guest = TestUser & { api: ReturnType<TestApp['api']> };

export async function createGuest(app: TestApp, facts: Parameters<typeof createUser>[1] = {}): Promise<Guest> {
  const user = await createUser(app.ctx, { emailProvedAt: app.clock.now(), ...facts });
  return { ...user, api: app.api(user.accessToken) };
}

/** Creates many such guests with a few statements. */
export async function createGuests(app: TestApp, facts: Parameters<typeof createUsersAtOnce>[1]): Promise<Guest[]> {
  const emailProvedAt = app.clock.now();
  const made = await createUsersAtOnce(
    app.ctx,
    facts.map((each) => ({ emailProvedAt, ...each })),
  );
  return made.map((user) => ({ ...user, api: app.api(user.accessToken) }));
}

/** Buys places through the bank, and returns the tickets by number. */
export async function buyTickets(app: TestApp, guest: Guest, purchase: Parameters<typeof buy>[2]): Promise<number[]> {
  const before = new Set((await guest.api.tickets.mine()).map(({ id }) => id));
  const { token } = await buy(app, guest.accessToken, purchase);
  await comeBack(app, token);
  const ids = (await guest.api.tickets.mine()).map(({ id }) => id);
  return ids.filter((id) => !before.has(id)).toSorted((one, other) => one - other);
}

/** Creates an event of this many places, all sold to one guest with real payments. */
export async function sellOut(app: TestApp, places = 2, event: Parameters<typeof createEvent>[1] = {}) {
  const { id: eventId } = await createEvent(app.ctx, { allocation: places, ticketsPerPerson: Math.max(places, 2), ...event });
  const seller = await createGuest(app);
  const tickets = await buyTickets(app, seller, { eventId, quantity: places });
  return { eventId, seller, tickets };
}

/** Returns the token of a link, the part after `#`. */
export const tokenIn = (url: string): string => url.split('#')[1] ?? '';
