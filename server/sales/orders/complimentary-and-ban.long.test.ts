import { expect, test } from 'vitest';
import { authenticate } from '#server/accounts/sessions.service.ts';
import * as bans from '#server/accounts/bans.service.ts';
import { createEvent } from '#tests/factories/events.ts';
import { complimentary, openComplimentary } from '#tests/factories/complimentary.ts';
import { countLockWaits, openTransaction } from '#tests/factories/open-transaction.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createUser } from '#tests/factories/users.ts';
import { codeOf } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import * as service from './complimentary.service.ts';

const NUMBER = '01024012345';
const FOR_GOOD = { reason: 'Took pictures', until: null };

/** An event, and a person with two accounts: one is to be banned, the other is given tickets. */
async function start(without?: Guard) {
  const { app, admin, desk } = await openComplimentary({ without });
  const { id: eventId } = await createEvent(app.ctx);
  const [banned, given] = [await createUser(app.ctx, { personalNumber: NUMBER }), await createUser(app.ctx, { personalNumber: NUMBER })];
  const actor = await authenticate(app.ctx, admin.accessToken);
  const code = {
    ...(await codeOf(app, 'server/accounts/bans.service.ts', bans)),
    ...(await codeOf(app, 'server/sales/orders/complimentary.service.ts', service)),
  };
  return { app, admin, desk, eventId, banned, given, actor, code, body: { ...complimentary, email: given.email } };
}

/** Gives a ticket while the person is being banned by the other account. Returns the answer and the number of places sold. */
async function giveWhileBanned(without?: Guard) {
  const { app, desk, eventId, banned, actor, code, body } = await start(without);
  const commit = await openTransaction(app.ctx, (tx) => code.banGuest({ ...tx, actor }, banned.id, FOR_GOOD));
  const giving = desk.give({ id: eventId, body }).then(
    () => 'given',
    (error: { body?: { code?: string } }) => error.body?.code,
  );
  if (without) await giving;
  else await expect.poll(() => countLockWaits(app.ctx)).toBe(1);
  await commit();
  return [await giving, (await stockOf(app.ctx, eventId))?.sold];
}

test('nobody is given tickets while being banned by another account', async () => {
  expect(await giveWhileBanned()).toEqual(['guest_banned', 0]);
});

test('control: without the lock of the account the complimentary ticket is made', async () => {
  expect(await giveWhileBanned('complimentaryAccount')).toEqual(['given', complimentary.quantity]);
});

test('a ban by another account waits for a complimentary ticket that is being made', async () => {
  const { app, admin, eventId, banned, given, actor, code, body } = await start();
  const commit = await openTransaction(app.ctx, (tx) => code.giveTickets({ ...tx, actor }, eventId, body));
  const { guests } = app.api(admin.accessToken);
  const banning = guests.ban({ id: banned.id, body: FOR_GOOD });
  await expect.poll(() => countLockWaits(app.ctx)).toBe(1);
  await commit();
  await banning;
  expect((await guests.get({ id: given.id })).ban).toMatchObject({ reason: FOR_GOOD.reason });
  expect((await stockOf(app.ctx, eventId))?.sold).toBe(complimentary.quantity);
});
