import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { withTransaction } from '#server/platform/context.ts';
import { events } from '#server/content/content.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import { mailKinds } from '#server/registry.ts';
import { sweepPayments } from '#server/sales/payments/payments.jobs.ts';
import { offerPlaces } from '#server/sales/waitlist/offer-places.ts';
import { findFaults } from '#tests/factories/books.ts';
import { buyForFriends, placesOf, shareLink } from '#tests/factories/claims.ts';
import { setClub } from '#tests/factories/club-settings.ts';
import { comeBack, payAtBank } from '#tests/factories/purchases.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createGuest, type Guest } from '#tests/factories/sold-out.ts';
import { toWireTime } from '#shared/dates.ts';
import { claimEnd } from '#shared/tickets/claims.ts';
import { createAdmin, renewAccess } from '#tests/factories/users.ts';
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
  expect(kept?.text).toContain('დარჩენილი ბილეთები თქვენია');
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

test('a place that its owner had listed and withdraws once claims have ended stays the owner’s', async () => {
  const { app, buyer, toLate } = await leaveTwo();
  const [place] = (await buyer.api.claims.mine()).groups.flatMap(({ places }) => places);
  const id = place?.ticketId ?? 0;
  await buyer.api.transfers.listForResale({ id });
  await toLate();
  const owner = await again(app, buyer);
  await owner.api.transfers.withdrawListing({ id });
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
  const { eventId, buyer } = await buyForFriends(app, 3, { namesRequired: true });
  // Late money buys what was ordered in time.
  await app.ctx.db
    .update(events)
    .set({ startsAt: new Date(app.clock.now().getTime() + 2 * 3_600_000) })
    .where(eq(events.id, eventId));
  await endUnclaimed.run(app.ctx, {});
  expect(await placesOf(buyer)).toEqual(['unclaimed', 'unclaimed']);
});

/** Of three places one friend waits for the verification, whom the desk never looks at. */
async function leaveWaiting(settings: Record<string, string>) {
  const app = await startTestApp();
  await setClub(app, settings);
  const startsAt = new Date(app.clock.now().getTime() + 30 * 3_600_000);
  const { eventId, buyer } = await buyForFriends(app, 2, { verifiedOnly: true, allocation: 2, startsAt });
  const luka = await createGuest(app, { firstName: 'Luka', status: 'Pending' });
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  const mailed = async () => {
    const rows = await app.ctx.db
      .select()
      .from(mails)
      .where(inArray(mails.kind, ['claims-end', 'place-returned']));
    const texts = rows.map(async ({ kind, recipient, payload }) => {
      const mail = await mailKinds[kind as 'place-returned'].render(app.ctx, { payload: payload as never, language: 'en' });
      return `${recipient === luka.email ? 'Luka' : 'buyer'}: ${mail?.text}`;
    });
    return (await Promise.all(texts)).toSorted();
  };
  return { app, eventId, buyer, luka, mailed };
}

test.each([
  ['listed', {}, 'If the event is sold out by then', 'We list it for resale'],
  ['kept for the door', { 'club:resale': 'no' }, 'After that, what’s left stays yours', 'Come to the door with another friend'],
])(
  'a friend whom the club has not verified when claims end, and the buyer, are warned: the place is %s',
  async (_, settings, before, then) => {
    const { app, buyer, luka, mailed } = await leaveWaiting(settings);
    expect((await luka.api.claims.mine()).waiting[0]?.until).not.toBeNull();
    app.clock.advanceMinutes(4 * HOURS);
    await endUnclaimed.run(app.ctx, {});
    expect(await mailed()).toEqual([
      expect.stringMatching(/^Luka: .*If the club hasn’t verified you by/s),
      expect.stringMatching(new RegExp(`^buyer: .*1 friend isn’t verified yet.*the ticket is yours again.\\s+${before}`, 's')),
    ]);
    app.clock.advanceMinutes(23 * HOURS + 1);
    await endUnclaimed.run(app.ctx, {});
    await endUnclaimed.run(app.ctx, {});
    const owner = await again(app, buyer);
    expect(await placesOf(owner)).toEqual(['club:resale' in settings ? 'unclaimed' : 'listed']);
    expect((await (await again(app, luka)).api.claims.mine()).waiting).toEqual([]);
    const atEnd = (await mailed()).filter((text) => !text.endsWith('undefined'));
    expect(atEnd).toEqual([
      expect.stringMatching(/^Luka: .*the ticket is your friend’s again/s),
      expect.stringMatching(new RegExp(`^buyer: .*didn’t verify Luka in time.*${then}`, 's')),
    ]);
    expect(await findFaults(app.ctx)).toEqual([]);
  },
);

test('a friend who had the code and is looked at again keeps the place: the club decides', async () => {
  const { app, buyer, luka } = await leaveWaiting({});
  const desk = app.api((await createAdmin(app.ctx)).accessToken);
  await desk.guests.changeStatus({ id: luka.id, body: { status: 'Verified', tellGuest: false } });
  await desk.guests.changeStatus({ id: luka.id, body: { status: 'Pending', tellGuest: false } });
  expect((await luka.api.claims.mine()).waiting).toMatchObject([{ until: null }]);
  app.clock.advanceMinutes(27 * HOURS + 1);
  await endUnclaimed.run(app.ctx, {});
  expect(await placesOf(await again(app, buyer))).toEqual(['waiting Luka']);
});

test('an offer of two places ends when friends can claim no more', async () => {
  const app = await startTestApp();
  const startsAt = new Date(app.clock.now().getTime() + (3 * HOURS + 15) * 60_000);
  const { id: eventId } = await createEvent(app.ctx, { namesRequired: true, allocation: 2, ticketsPerPerson: 2, startsAt });
  const others = [await createGuest(app), await createGuest(app)];
  for (const { api } of others) await api.cart.addTicket({ eventId });
  const waiter = await createGuest(app);
  await waiter.api.waitlist.join({ id: eventId, body: { quantity: 2 } });
  for (const { api } of others) await api.cart.removeTicket({ eventId });
  await withTransaction(app.ctx, (tx) => offerPlaces(tx, eventId));
  const { entry } = await waiter.api.waitlist.look({ id: eventId });
  expect(entry).toMatchObject({ state: 'offered', quantity: 2, heldUntil: toWireTime(claimEnd(startsAt, 3)) });
});

test('who waited for two places waits for one once friends can claim no more, and can buy no second', async () => {
  const { app, eventId, toLate } = await leaveTwo();
  const waiter = await createGuest(app, { firstName: 'Luka' });
  await waiter.api.waitlist.join({ id: eventId, body: { quantity: 2 } });
  await toLate();
  await withTransaction(app.ctx, (tx) => offerPlaces(tx, eventId));
  const luka = await again(app, waiter);
  const { most, entry } = await luka.api.waitlist.look({ id: eventId });
  expect({ most, entry }).toMatchObject({ most: 1, entry: { state: 'offered', quantity: 1 } });
  await expect(luka.api.cart.updateTicket({ eventId, quantity: 2 })).rejects.toMatchObject({
    body: { code: 'person_limit', message: 'Friends can no longer claim tickets for this event, so each person can buy only one.' },
  });
});
