import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createPromoCode, createEventWithHidden } from '#tests/factories/promo-codes.ts';
import { buy, comeBack, countEndings } from '#tests/factories/purchases.ts';
import { buyTickets, createGuest, tokenIn } from '#tests/factories/sold-out.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { promoCodes } from '#server/sales/tables/promo-codes.table.ts';

const CODE = 'FRIENDS';
const refused = { body: { code: 'code_invalid' } };

async function openClub(
  code: Parameters<typeof createPromoCode>[2] = {},
  event: Parameters<typeof createEventWithHidden>[1] = {},
  app?: TestApp,
) {
  app ??= await startTestApp();
  const made = await createEventWithHidden(app.ctx, event);
  const promoCodeId = await createPromoCode(app.ctx, made, code);
  const user = await createUser(app.ctx);
  return { app, ...made, promoCodeId, user, api: app.api(user.accessToken) };
}

test('a code opens the hidden ticket type for the lines of its event, and their time stays', async () => {
  const { app, api, eventId, hiddenId } = await openClub();
  const before = await api.cart.addTicket({ eventId });
  expect(before.price).toBe(40);
  const { ticketItems } = await api.promoCodes.apply({ body: { code: ' friends ' } });
  expect(ticketItems).toMatchObject([{ id: before.ticketId, price: 25, publicPrice: 40, code: CODE, heldUntil: before.heldUntil }]);
  // Applying it again, also to another line of the same code, changes nothing.
  expect((await api.promoCodes.apply({ body: { code: CODE } })).ticketItems).toEqual(ticketItems);
  const { redirect } = await api.cart.checkout();
  expect(redirect).toMatch(/fake-bank/);
  expect(await app.ctx.db.select({ ticketTypeId: orderLines.ticketTypeId, priceTetri: orderLines.priceTetri }).from(orderLines)).toEqual([
    { ticketTypeId: hiddenId, priceTetri: 2_500 },
  ]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a ticket bought with a code costs what the code says, and its use comes back when the money does', async () => {
  const { app, api, eventId, user, promoCodeId } = await openClub({ uses: 1 });
  await api.cart.addTicket({ eventId, code: CODE });
  const other = app.api((await createUser(app.ctx)).accessToken);
  await expect(other.cart.addTicket({ eventId, code: CODE })).rejects.toMatchObject(refused);
  await api.cart.removeTicket({ eventId });
  const { token } = await buy(app, user.accessToken, { eventId, code: CODE });
  await comeBack(app, token);
  expect(await api.tickets.mine()).toMatchObject([{ basket: { price: 25, nameLat: 'Friends' } }]);
  await expect(other.cart.addTicket({ eventId, code: CODE })).rejects.toMatchObject(refused);
  expect(await app.ctx.db.select({ promoCodeId: orderLines.promoCodeId }).from(orderLines)).toEqual([{ promoCodeId }]);
});

test('the hidden type is on no public page, and nobody buys it without its code', async () => {
  const { app, api, eventId } = await openClub({}, { allocation: 1 });
  expect((await app.api().events.get({ id: eventId })).baskets.map(({ nameLat }) => nameLat)).toEqual(['Entry']);
  await api.cart.addTicket({ eventId });
  const other = app.api((await createUser(app.ctx)).accessToken);
  await expect(other.cart.addTicket({ eventId })).rejects.toMatchObject({ body: { code: 'sold_out' } });
  await expect(other.cart.addTicket({ eventId, code: CODE })).resolves.toMatchObject({ price: 25 });
});

const HOUR = 3_600_000;
test.each<[string, Parameters<typeof createPromoCode>[2], string]>([
  ['wrong', {}, 'FIENDS'],
  ['not begun', { validFrom: new Date(Date.now() + 400 * 24 * HOUR) }, CODE],
  ['over', { validUntil: new Date(0) }, CODE],
  ['ended', { endedAt: new Date(0) }, CODE],
])('a code that is %s gets the one answer, in the cart, at the event and at buying', async (_, code, typed) => {
  const { app, api, eventId } = await openClub(code);
  await expect(app.api().promoCodes.look({ id: eventId, body: { code: typed } })).rejects.toMatchObject(refused);
  await expect(api.cart.addTicket({ eventId, code: typed })).rejects.toMatchObject(refused);
  await api.cart.addTicket({ eventId });
  await expect(api.promoCodes.apply({ body: { code: typed } })).rejects.toMatchObject(refused);
});

test('a code of another event, and one whose places are gone, get the same answer', async () => {
  const { app, api, eventId, ...made } = await openClub({}, { hidden: 0 });
  await expect(api.cart.addTicket({ eventId, code: CODE })).rejects.toMatchObject(refused);
  await expect(app.api().promoCodes.look({ id: eventId, body: { code: CODE } })).rejects.toMatchObject(refused);
  const other = await createEventWithHidden(app.ctx);
  await createPromoCode(app.ctx, other, { code: 'ELSEWHERE' });
  await expect(api.cart.addTicket({ eventId, code: 'ELSEWHERE' })).rejects.toMatchObject(refused);
  await api.cart.addTicket({ eventId });
  await expect(api.promoCodes.apply({ body: { code: 'ELSEWHERE' } })).rejects.toMatchObject(refused);
  await expect(api.promoCodes.apply({ body: { code: CODE } })).rejects.toMatchObject(refused);
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 1, sold: 0 });
  expect(made.hiddenId).toBeGreaterThan(0);
});

test('one code for several events changes the lines of each', async () => {
  const { app, api, eventId } = await openClub();
  const other = await createEventWithHidden(app.ctx);
  await createPromoCode(app.ctx, other);
  const third = await createEventWithHidden(app.ctx);
  for (const id of [eventId, other.eventId, third.eventId]) await api.cart.addTicket({ eventId: id });
  const { ticketItems } = await api.promoCodes.apply({ body: { code: CODE } });
  expect(ticketItems.map(({ price }) => price)).toEqual([25, 25, 40]);
});

test('nobody gets more places than the code allows one person, in the cart and at buying', async () => {
  const { app, api, eventId, user } = await openClub({ usesPerPerson: 1 });
  await expect(api.cart.addTicket({ eventId, quantity: 2, code: CODE })).rejects.toMatchObject(refused);
  await api.cart.addTicket({ eventId, quantity: 2 });
  await expect(api.promoCodes.apply({ body: { code: CODE } })).rejects.toMatchObject(refused);
  await api.cart.updateTicket({ eventId, quantity: 1 });
  await api.promoCodes.apply({ body: { code: CODE } });
  await expect(api.cart.updateTicket({ eventId, quantity: 2 })).rejects.toMatchObject({ body: { code: 'sold_out' } });
  await api.cart.removeTicket({ eventId });
  await comeBack(app, (await buy(app, user.accessToken, { eventId, code: CODE })).token);
  await expect(api.cart.addTicket({ eventId, code: CODE })).rejects.toMatchObject(refused);
});

test('who passes a ticket on has used the code all the same', async () => {
  const { app, eventId } = await openClub({ usesPerPerson: 1 });
  const buyer = await createGuest(app);
  const [id = 0] = await buyTickets(app, buyer, { eventId, code: CODE });
  const { url } = await buyer.api.transfers.makeLink({ id });
  const friend = await createGuest(app);
  await friend.api.transfers.take({ body: { token: tokenIn(url) } });
  await expect(buyer.api.cart.addTicket({ eventId, code: CODE })).rejects.toMatchObject(refused);
  await expect(friend.api.cart.addTicket({ eventId, code: CODE })).resolves.toMatchObject({ price: 25 });
});

test('money that comes after the hold ended finds no place beyond the uses of its code', async () => {
  const { app, eventId, user } = await openClub({ uses: 1 });
  const late = await buy(app, user.accessToken, { eventId, code: CODE });
  app.clock.advanceMinutes(40);
  const rival = await createUser(app.ctx);
  const taken = await buy(app, rival.accessToken, { eventId, code: CODE });
  expect(await comeBack(app, taken.token)).toMatchObject({ state: 'paid' });
  expect(await comeBack(app, late.token)).toMatchObject({ state: 'refunded' });
  expect(await app.api(await signInAgain(app.ctx, user.id)).tickets.mine()).toEqual([]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('what is held with a code stays when the code ends or changes', async () => {
  const { app, api, eventId, promoCodeId } = await openClub();
  await api.cart.addTicket({ eventId, code: CODE });
  await app.ctx.db.update(promoCodes).set({ endedAt: app.clock.now() }).where(eq(promoCodes.id, promoCodeId));
  expect((await api.cart.get()).ticketItems).toMatchObject([{ price: 25, code: CODE }]);
  await expect(api.cart.checkout()).resolves.toMatchObject({ redirect: expect.any(String) });
});

test('an account that guesses is stopped', async () => {
  const { api } = await openClub({}, {}, await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } }));
  const tries = Array.from({ length: 25 }, (_, place) => api.promoCodes.apply({ body: { code: `GUESS${place}` } }));
  expect(await countEndings(tries)).toEqual({ code_invalid: 20, too_many_requests: 5 });
});
