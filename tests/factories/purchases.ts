import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Outcome } from '#server/fake-bank/outcomes.ts';
import { createEvent } from './events.ts';
import { createUser, type TestUser } from './users.ts';

/** Starts what the database sees as another server process, without the same guard if there is one. */
export function startBeside(app: TestApp): Promise<TestApp> {
  const env = { PUBLIC_URL: app.deps.env.publicUrl, PLACES_SHARED_BY_PERSON: String(app.deps.env.placesSharedByPerson) };
  return startTestApp({ databaseUrl: app.deps.env.databaseUrl ?? '', clock: app.clock, env, without: app.without });
}

/** More at once would exceed the time that a call may wait for a connection. */
const MADE_AT_ONCE = 25;

/** Creates many signed-in guests with proved addresses. */
export async function createUsers(app: TestApp, count: number): Promise<TestUser[]> {
  const users: TestUser[] = [];
  while (users.length < count) {
    const length = Math.min(MADE_AT_ONCE, count - users.length);
    users.push(...(await Promise.all(Array.from({ length }, () => createUser(app.ctx, { emailProvedAt: app.clock.now() })))));
  }
  return users;
}

/** Presses a button of the bank's pay page as a browser does. Returns the page the guest is redirected to and the token in its address. */
export async function payAtBank(app: TestApp, redirect: string, outcome: Outcome): Promise<{ page: string; token: string }> {
  const response = await fetch(app.url + new URL(redirect).pathname, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });
  const back = new URL(response.headers.get('location') ?? `http://nowhere/${response.status}`);
  return { page: back.pathname, token: back.searchParams.get('order') ?? '' };
}

/** Creates a guest with places of a new event in the cart. */
export async function fillCart(app: TestApp, event: Parameters<typeof createEvent>[1] = {}, quantity = 1) {
  const { id: eventId } = await createEvent(app.ctx, event);
  const user = await createUser(app.ctx);
  const api = app.api(user.accessToken);
  await api.cart.addTicket({ eventId, quantity });
  return { eventId, user, api };
}

type Purchase = { eventId: number; quantity?: number; code?: string; outcome?: Outcome };

/** Adds places to the cart, checks out and presses a button at the bank; it syncs nothing. */
export async function buy(app: TestApp, accessToken: string, { eventId, quantity = 1, code, outcome = 'lost' }: Purchase) {
  const api = app.api(accessToken);
  await api.cart.addTicket({ eventId, quantity, ...(code !== undefined && { code }) });
  const { redirect } = await api.cart.checkout();
  return { redirect, ...(await payAtBank(app, redirect, outcome)) };
}

/** Creates a guest who has paid for two places of a new event, before any callback or return. */
export async function paidWithoutCallback(app: TestApp) {
  const { id: eventId } = await createEvent(app.ctx, { allocation: 10 });
  const user = await createUser(app.ctx);
  return { eventId, user, ...(await buy(app, user.accessToken, { eventId, quantity: 2, outcome: 'lost' })) };
}

/** Opens the return page, which asks for the payment's status. */
export const comeBack = (app: TestApp, token: string) => app.api().payments.bankReturn({ body: { token } });

/** Runs calls at once and counts the results: `ok`, or the error code. */
export async function countEndings(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const endings: Record<string, number> = {};
  for (const result of await Promise.allSettled(calls)) {
    const ending = result.status === 'fulfilled' ? 'ok' : endingOf(result.reason);
    endings[ending] = (endings[ending] ?? 0) + 1;
  }
  return endings;
}

const endingOf = (reason: { body?: { code?: string }; status?: number }): string => reason.body?.code ?? `status ${reason.status}`;
