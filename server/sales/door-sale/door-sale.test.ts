import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import { findFaults } from '#tests/factories/books.ts';
import { buyForFriends, shareLink } from '#tests/factories/claims.ts';
import { setClub } from '#tests/factories/club-settings.ts';
import { createEvent } from '#tests/factories/events.ts';
import { consentOf } from '#tests/factories/newsletter.ts';
import { comeBack, payAtBank } from '#tests/factories/purchases.ts';
import { createGuest } from '#tests/factories/sold-out.ts';
import { createUser } from '#tests/factories/users.ts';
import { openDoorSale, walker } from '#tests/factories/door-sale.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const refused = (code: string) => ({ body: { code } });

test('somebody at the door has a ticket after five fields and the bank, and no other rights than any guest', async () => {
  const app = await startTestApp();
  const { id } = await openDoorSale(app);
  expect(await app.api().doorSale.look({ id })).toMatchObject({ state: 'open', price: 40, most: 4, event: { id } });
  const { accessToken } = await app.api().doorSale.enter({ id, body: walker });
  const guest = app.api(accessToken);
  expect(await guest.accounts.me()).toMatchObject({ ...walker, status: 'Pending', country: '', isEmailProved: false });
  await guest.cart.addTicket({ eventId: id, quantity: 2 });
  const { redirect } = await guest.cart.checkout();
  await comeBack(app, (await payAtBank(app, redirect, 'lost')).token);
  expect(await guest.tickets.mine()).toHaveLength(2);
  expect(await app.ctx.db.$count(mails, eq(mails.kind, 'ticket'))).toBe(1);
  await expect(guest.staffOrders.list({})).rejects.toMatchObject({ status: 403 });
  expect(await findFaults(app.ctx)).toEqual([]);
});

/** A guest at the door whom the page led to the bank. */
async function goToBank() {
  const app = await startTestApp();
  const { id } = await openDoorSale(app);
  const { accessToken } = await app.api().doorSale.enter({ id, body: walker });
  const guest = app.api(accessToken);
  await guest.cart.addTicket({ eventId: id, quantity: 2 });
  return { app, id, guest, redirect: (await guest.cart.checkout()).redirect };
}

test('after a refusal of the bank the places wait, and the next press leads to a payment that makes the tickets', async () => {
  const { app, id, guest, redirect } = await goToBank();
  expect(await comeBack(app, (await payAtBank(app, redirect, 'decline')).token)).toMatchObject({ state: 'failed' });
  expect(await guest.tickets.mine()).toEqual([]);
  expect((await guest.cart.get()).ticketItems).toMatchObject([{ eventId: id, quantity: 2, price: 40 }]);
  const { redirect: next } = await guest.cart.checkout();
  expect(next).not.toBe(redirect);
  expect(await comeBack(app, (await payAtBank(app, next, 'lost')).token)).toMatchObject({ state: 'paid' });
  expect(await guest.tickets.mine()).toHaveLength(2);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('the money of somebody who was at the bank when it was switched off makes the tickets', async () => {
  const { app, id, guest, redirect } = await goToBank();
  await setClub(app, { 'club:door_sale': 'no' });
  expect(await app.api().doorSale.look({ id })).toMatchObject({ state: 'off' });
  expect(await comeBack(app, (await payAtBank(app, redirect, 'lost')).token)).toMatchObject({ state: 'paid' });
  expect(await guest.tickets.mine()).toHaveLength(2);
  expect(await app.ctx.db.$count(mails, eq(mails.kind, 'ticket'))).toBe(1);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a tick for the newsletter is stored with moment and language; without one nobody has said yes', async () => {
  const app = await startTestApp();
  const { id } = await openDoorSale(app);
  const consentAfter = async (email: string, fields: object) => {
    const { status } = await rawCall(app.url, `/api/Events/${id}/door-sale?lang=ka`, { body: { ...walker, email, ...fields } });
    const [guest] = await app.ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email));
    return [status, await consentOf(app, guest?.id ?? 0)];
  };
  expect(await consentAfter('yes@example.com', { wantsNewsletter: true })).toEqual([200, { since: app.clock.now(), language: 'ka' }]);
  expect(await consentAfter('no@example.com', { wantsNewsletter: false })).toEqual([200, { since: null, language: null }]);
  expect(await consentAfter('unasked@example.com', {})).toEqual([200, { since: null, language: null }]);
});

test('nobody signs in to such an account without the link of its mailbox', async () => {
  const app = await startTestApp();
  const { id } = await openDoorSale(app);
  await app.api().doorSale.enter({ id, body: walker });
  await expect(app.api().accounts.login({ body: { email: walker.email, password: 'x' } })).rejects.toMatchObject(
    refused('wrong_credentials'),
  );
  await app.api().accounts.requestPasswordReset({ body: { email: walker.email } });
  expect(await app.ctx.db.$count(mails, eq(mails.kind, 'password-reset'))).toBe(1);
});

test('an address that has an account, also one without a password, is not opened by it', async () => {
  const app = await startTestApp();
  const { id } = await openDoorSale(app);
  await createUser(app.ctx, { email: walker.email });
  await expect(app.api().doorSale.enter({ id, body: { ...walker, email: 'LUKA@example.com' } })).rejects.toMatchObject(
    refused('email_taken'),
  );
  expect(await app.ctx.db.$count(users)).toBe(1);
});

test.each([
  ['firstName', ' ', 'validation.first_name_required'],
  ['lastName', '', 'validation.last_name_required'],
  ['email', 'luka@', 'validation.invalid_email'],
  ['phoneNumber', '+995 ', 'validation.phone_format_invalid'],
  ['birthdate', '2012-01-01', 'validation.age_requirement'],
  ['birthdate', '', 'validation.birthdate_required'],
])('%s “%s” is refused at its field', async (field, value, key) => {
  const app = await startTestApp();
  const { id } = await openDoorSale(app);
  await expect(app.api().doorSale.enter({ id, body: { ...walker, [field]: value } })).rejects.toMatchObject({
    status: 422,
    body: { errors: { [field]: key } },
  });
  expect(await app.ctx.db.$count(users)).toBe(0);
});

test('it is open from an hour before the doors until the end, for events that anybody may buy', async () => {
  const app = await startTestApp();
  const { id } = await createEvent(app.ctx, { startsAt: new Date(app.clock.now().getTime() + 61 * 60_000), allocation: 1 });
  const state = async () => (await app.api().doorSale.look({ id })).state;
  const enter = () => app.api().doorSale.enter({ id, body: walker });
  expect(await state()).toBe('early');
  await expect(enter()).rejects.toMatchObject(refused('not_offered'));
  app.clock.advanceMinutes(1);
  expect(await state()).toBe('open');
  await app.ctx.db.update(events).set({ verifiedOnly: true });
  expect(await state()).toBe('verified');
  await expect(enter()).rejects.toMatchObject(refused('verified_only'));
  await app.ctx.db.update(events).set({ verifiedOnly: false });
  await (await createGuest(app)).api.cart.addTicket({ eventId: id });
  expect(await state()).toBe('sold_out');
  await expect(enter()).rejects.toMatchObject(refused('sold_out'));
  await app.ctx.db.update(events).set({ startsAt: new Date(0), endsAt: app.clock.now() });
  expect(await state()).toBe('over');
  await setClub(app, { 'club:door_sale': 'no' });
  expect(await state()).toBe('off');
  await expect(enter()).rejects.toMatchObject(refused('not_offered'));
  await expect(app.api().doorSale.look({ id: 999 })).rejects.toMatchObject(refused('event_not_found'));
});

test('the code of the door sale is for who runs the door', async () => {
  const app = await startTestApp({ env: { PUBLIC_URL: 'https://rkali.example' } });
  const { id } = await openDoorSale(app);
  const lead = await createUser(app.ctx, { roles: ['DoorLead'] });
  expect(await app.api(lead.accessToken).staffDoorSale.code({ id })).toMatchObject({
    url: `https://rkali.example/Events/${id}/walk-up`,
    picture: expect.stringMatching(/^data:image\//),
    isOn: true,
  });
  const desk = await createUser(app.ctx, { roles: ['Desk'] });
  await expect(app.api(desk.accessToken).staffDoorSale.code({ id })).rejects.toMatchObject({ status: 403 });
});

test('a friend with the link of a ticket opens an account with few fields, and has the ticket once the email is verified', async () => {
  const app = await startTestApp();
  const { buyer } = await buyForFriends(app, 2, { namesRequired: true });
  const body = await shareLink(buyer);
  const entry = { ...walker, ...body, wantsNewsletter: false, entryId: randomUUID() };
  await app.api().doorSale.enterByLink({ body: entry });
  // After a lost answer the same entry signs in again.
  const { accessToken } = await app.api().doorSale.enterByLink({ body: entry });
  const friend = app.api(accessToken);
  await expect(friend.transfers.take({ body })).rejects.toMatchObject(refused('email_not_proved'));
  await app.ctx.db.update(users).set({ emailProvedAt: app.clock.now() }).where(eq(users.email, walker.email));
  await friend.transfers.take({ body });
  expect(await friend.tickets.mine()).toHaveLength(1);
  const other = { ...entry, email: 'other@example.com', entryId: randomUUID() };
  await expect(app.api().doorSale.enterByLink({ body: other })).rejects.toMatchObject(refused('transfer_ended'));
});

test('where guests are verified a friend needs a whole registration', async () => {
  const app = await startTestApp();
  const { buyer } = await buyForFriends(app, 2, { verifiedOnly: true });
  const body = { ...walker, ...(await shareLink(buyer)) };
  await expect(app.api().doorSale.enterByLink({ body })).rejects.toMatchObject(refused('verified_only'));
});
