import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { withTransaction } from '#server/platform/context.ts';
import { mails } from '#server/platform/platform.table.ts';
import { mailKinds } from '#server/registry.ts';
import { sweepPayments } from '#server/sales/payments/payments.jobs.ts';
import { offerPlaces } from '#server/sales/waitlist/offer-places.ts';
import { findFaults } from '#tests/factories/books.ts';
import { buyForFriends, placesOf } from '#tests/factories/claims.ts';
import { setClub } from '#tests/factories/club-settings.ts';
import { comeBack, payAtBank } from '#tests/factories/purchases.ts';
import { createGuest, type Guest } from '#tests/factories/sold-out.ts';
import { renewAccess } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { endUnclaimed } from './end-claims.jobs.ts';

const HOURS = 60;

/** A guest bought all three places of an event in 30 hours, for friends who do not claim two of them. */
async function leaveTwo(settings: Record<string, string> = {}) {
  const app = await startTestApp();
  await setClub(app, settings);
  const startsAt = new Date(app.clock.now().getTime() + 30 * 3_600_000);
  const { eventId, buyer } = await buyForFriends(app, 3, { namesRequired: true, allocation: 3, startsAt });
  const toLate = async () => {
    app.clock.advanceMinutes(27 * HOURS + 1);
    await endUnclaimed.run(app.ctx, {});
  };
  return { app, eventId, buyer, toLate };
}

const again = async (app: TestApp, { id, ...guest }: Guest): Promise<Guest> => {
  const accessToken = await renewAccess(app, id);
  return { ...guest, id, accessToken, api: app.api(accessToken) };
};

const mailsOf = async (app: TestApp) =>
  (await app.ctx.db.select().from(mails).where(eq(mails.kind, 'claims-end'))).map((mail) => mail.payload);

test('a day before claims end their owner reads once how many places have no name, and what happens then', async () => {
  const { app, eventId, buyer } = await leaveTwo();
  await endUnclaimed.run(app.ctx, {});
  expect(await mailsOf(app), 'too early').toEqual([]);
  app.clock.advanceMinutes(4 * HOURS);
  await endUnclaimed.run(app.ctx, {});
  await endUnclaimed.run(app.ctx, {});
  const payload = { eventId, userId: buyer.id };
  expect(await mailsOf(app)).toEqual([payload]);
  const listed = await mailKinds['claims-end'].render(app.ctx, { payload, language: 'en' });
  expect(listed?.subject).toContain('2 tickets have no name yet');
  expect(listed?.text).toContain('list what’s left for resale');
  await setClub(app, { 'club:resale': 'no' });
  const kept = await mailKinds['claims-end'].render(app.ctx, { payload, language: 'ka' });
  expect(kept?.text).toContain('ბილეთები თქვენი რჩება');
});

test('a day before claims end it is open whether what is left is listed: it depends on what sells until then', async () => {
  const app = await startTestApp();
  const startsAt = new Date(app.clock.now().getTime() + 26 * 3_600_000);
  const { eventId, buyer } = await buyForFriends(app, 3, { namesRequired: true, allocation: 9, startsAt });
  const render = async () =>
    (await mailKinds['claims-end'].render(app.ctx, { payload: { eventId, userId: buyer.id }, language: 'en' }))?.text;
  expect(await render()).toContain('If the event is sold out by then');
  await setClub(app, { 'club:resale_always': 'yes' });
  expect(await render()).toContain('After that we list what’s left for resale');
});

test('when claims end, what nobody claimed is listed, and sold to the waitlist until the doors', async () => {
  const { app, eventId, buyer, toLate } = await leaveTwo();
  const waiter = await createGuest(app, { firstName: 'Luka' });
  await waiter.api.waitlist.join({ id: eventId, body: { quantity: 1 } });
  await toLate();
  const seller = await again(app, buyer);
  expect(await placesOf(seller)).toEqual(['listed', 'listed']);
  await withTransaction(app.ctx, (tx) => offerPlaces(tx, eventId));
  const luka = await again(app, waiter);
  const { redirect } = await luka.api.cart.checkout();
  const { token } = await payAtBank(app, redirect, 'lost');
  await comeBack(app, token);
  await sweepPayments.run(app.ctx, {});
  expect(await luka.api.tickets.mine()).toHaveLength(1);
  expect(await placesOf(seller)).toEqual(['listed']);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a place that its owner keeps is not listed again', async () => {
  const { app, buyer, toLate } = await leaveTwo();
  await toLate();
  const owner = await again(app, buyer);
  const [place] = (await owner.api.claims.mine()).groups.flatMap(({ places }) => places);
  await owner.api.transfers.withdrawListing({ id: place?.ticketId ?? 0 });
  await endUnclaimed.run(app.ctx, {});
  expect((await placesOf(owner)).toSorted()).toEqual(['listed', 'unclaimed']);
});

test.each([
  ['the club takes no tickets back', { 'club:resale': 'no' }],
  ['the club lets friends claim for longer', { 'club:claims': '1' }],
])('nothing is listed where %s', async (_, settings) => {
  const { app, buyer, toLate } = await leaveTwo(settings);
  await toLate();
  expect(await placesOf(await again(app, buyer))).toEqual(['unclaimed', 'unclaimed']);
});

test('what is bought after claims have ended is not listed, because nobody was told what happens', async () => {
  const app = await startTestApp();
  await setClub(app, { 'club:resale_always': 'yes' });
  const startsAt = new Date(app.clock.now().getTime() + 2 * 3_600_000);
  const { buyer } = await buyForFriends(app, 3, { namesRequired: true, startsAt });
  await endUnclaimed.run(app.ctx, {});
  expect(await placesOf(buyer)).toEqual(['unclaimed', 'unclaimed']);
});
