import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { buy, comeBack, countEndings, createUsers, payAtBank, startBeside } from '#tests/factories/purchases.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { expireHolds } from '#server/sales/inventory/holds.jobs.ts';

test('many guests on two servers order and pay two events at once and have exactly what they paid for (I1, I3, I6)', async () => {
  const app = await startTestApp();
  const servers = [app, await startBeside(app)];
  const events = [await createEvent(app.ctx, { allocation: 30 }), await createEvent(app.ctx, { allocation: 30 })];
  const users = await createUsers(app, 20);
  const apis = users.map(({ accessToken }, index) => (servers[index % 2] ?? app).api(accessToken));
  // Half of the guests want both events, one after the other in either order, so every batch has several events.
  await Promise.all(
    apis.map(async (api, index) => {
      const wanted = [events[index % 2], ...(index < 10 ? [events[(index + 1) % 2]] : [])];
      for (const event of wanted) await api.cart.addTicket({ eventId: event?.id ?? 0 });
    }),
  );
  const pages = await Promise.all(apis.map((api) => api.cart.checkout()));
  const tokens = await Promise.all(pages.map(async ({ redirect }) => (await payAtBank(app, redirect, 'duplicate')).token));
  const states = await Promise.all(tokens.map(async (token, index) => (await comeBack(servers[index % 2] ?? app, token)).state));
  expect(new Set(states)).toEqual(new Set(['paid']));
  for (const { id } of events) expect(await stockOf(app.ctx, id)).toEqual({ held: 0, sold: 15 });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('one whose cart is empty does not keep the others from ordering', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { allocation: 20 });
  const users = await createUsers(app, 8);
  await Promise.all(users.slice(1).map(({ accessToken }) => app.api(accessToken).cart.addTicket({ eventId })));
  expect(await countEndings(users.map(({ accessToken }) => app.api(accessToken).cart.checkout()))).toEqual({ ok: 7, cart_empty: 1 });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('one whose tickets cannot be written holds up nobody who paid at the same moment, and gets them later', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { allocation: 20 });
  const unlucky = await createUser(app.ctx);
  const users = [unlucky, ...(await createUsers(app, 7))];
  const visits = await Promise.all(users.map(({ accessToken }) => buy(app, accessToken, { eventId, outcome: 'lost' })));
  await app.owner.execute(sql.raw(`alter table tickets add constraint unlucky check (user_id <> ${unlucky.id})`));
  expect(await countEndings(visits.map(({ token }) => comeBack(app, token)))).toEqual({ ok: 7, server_error: 1 });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 1, sold: 7 });

  await app.owner.execute(sql`alter table tickets drop constraint unlucky`);
  expect(await Promise.all(visits.map(({ token }) => comeBack(app, token)))).toEqual(
    visits.map(() => expect.objectContaining({ state: 'paid' })),
  );
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 8 });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('late money and money in time that come at once get what is left, and no place twice (I1, I5, I12)', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { allocation: 6 });
  const late = await Promise.all((await createUsers(app, 6)).map(({ accessToken }) => buy(app, accessToken, { eventId, outcome: 'lost' })));
  app.clock.advanceMinutes(20);
  await expireHolds.run(app.ctx, {});
  const inTime = await Promise.all(
    (await createUsers(app, 4)).map(({ accessToken }) => buy(app, accessToken, { eventId, outcome: 'lost' })),
  );
  const states = await Promise.all([...late, ...inTime].map(async ({ token }) => (await comeBack(app, token)).state));
  expect(states.slice(late.length)).toEqual(inTime.map(() => 'paid'));
  expect(states.slice(0, late.length).toSorted()).toEqual(['paid', 'paid', 'refunded', 'refunded', 'refunded', 'refunded']);
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 6 });
  expect(await findFaults(app.ctx)).toEqual([]);
});
