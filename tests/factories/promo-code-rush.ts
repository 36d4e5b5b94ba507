import { expect } from 'vitest';
import { findFaults } from '#tests/factories/books.ts';
import { createPromoCode, createEventWithHidden } from '#tests/factories/promo-codes.ts';
import { countEndings, createUsers, startBeside } from '#tests/factories/purchases.ts';
import { startTestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';

export const USES = 40;

/** Guests use one code at once on two servers: half buy with it, half have a place in the cart and apply it. */
export async function rushWithCode(clients: number, without?: Guard) {
  const app = await startTestApp({ without });
  const beside = await startBeside(app);
  const made = await createEventWithHidden(app.ctx, { allocation: clients, hidden: clients, capacity: 2 * clients });
  await createPromoCode(app.ctx, made, { uses: USES });
  const users = await createUsers(app, clients);
  const { eventId } = made;
  const have = users.filter((_, index) => index % 2 === 0);
  await Promise.all(have.map(({ accessToken }) => app.api(accessToken).cart.addTicket({ eventId })));
  const calls = users.map(({ accessToken }, index) => {
    const api = (index % 4 < 2 ? app : beside).api(accessToken);
    return index % 2 === 0 ? api.promoCodes.apply({ body: { code: 'FRIENDS' } }) : api.cart.addTicket({ eventId, code: 'FRIENDS' });
  });
  return { endings: await countEndings(calls), faults: await findFaults(app.ctx) };
}

export async function expectExactUses(clients: number): Promise<void> {
  const { endings, faults } = await rushWithCode(clients);
  expect(faults).toEqual([]);
  expect(endings).toEqual({ ok: USES, code_invalid: clients - USES });
}
