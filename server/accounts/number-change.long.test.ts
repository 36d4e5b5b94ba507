import { desc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '#server/platform/platform.table.ts';
import { addDays } from '#shared/dates.ts';
import { createEvent } from '#tests/factories/events.ts';
import { openTransaction, countLockWaits } from '#tests/factories/open-transaction.ts';
import { createUser, storedUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { bannedPeople, securityEvents } from './accounts.table.ts';
import { lockNumber } from './bans.queries.ts';
import { digestNumber } from './personal-data.ts';

const [OF_OTHER_USER, OWN] = ['01024012345', '01024067890'];
const FOR_GOOD = { reason: 'Took pictures', until: null };

/** An account with the personal number of another user, that user, and staff who verify guests. */
async function openDesk(env: Record<string, string> = {}) {
  const app = await startTestApp({ env });
  const [desk, otherUser, guest] = [
    await createUser(app.ctx, { roles: ['Desk'] }),
    await createUser(app.ctx, { personalNumber: OF_OTHER_USER }),
    await createUser(app.ctx, { personalNumber: OF_OTHER_USER }),
  ];
  const { guests } = app.api(desk.accessToken);
  const change = (personalNumber: string, more: { endsBan?: boolean } = {}) =>
    guests.changePersonalNumber({ id: guest.id, body: { personalNumber, ...more } });
  return { app, desk, otherUser, guest, guests, change };
}

const isBanned = async ({ ctx }: TestApp, { id }: TestUser) => (await storedUser(ctx, id)).bannedAt !== null;
const entries = ({ ctx }: TestApp) => ctx.db.select().from(auditEntries).orderBy(desc(auditEntries.id));

test('the desk gives an account its own number, which the log knows by the last four digits', async () => {
  const { app, desk, otherUser, guest, guests, change } = await openDesk();
  expect(await change(`  ${OWN}\u00a0`)).toEqual({ personalNumberEnd: '7890', isBanned: false, otherAccounts: [] });
  expect(await guests.showPersonalNumber({ id: guest.id })).toEqual({ personalNumber: OWN });
  expect(await storedUser(app.ctx, guest.id)).toMatchObject({ personalNumberDigest: digestNumber(app.deps.keys, OWN) });
  expect((await guests.find({ body: { search: OWN } })).items.map(({ id }) => id)).toEqual([guest.id]);
  expect((await guests.get({ id: otherUser.id })).otherAccounts).toEqual([]);
  const changes = (await entries(app)).filter(({ action }) => action === 'guest.number');
  expect(changes).toMatchObject([{ staffId: desk.id, subject: `guest ${guest.id}`, detail: { before: '2345', after: '7890' } }]);
  expect(JSON.stringify(await entries(app))).not.toMatch(/010240/);
  const events = await app.ctx.db.select().from(securityEvents);
  expect(events.filter(({ kind }) => kind === 'personal_number_changed').map(({ userId }) => userId)).toEqual([guest.id]);

  await change(OWN);
  expect((await entries(app)).filter(({ action }) => action === 'guest.number')).toHaveLength(1);
  await expect(guests.changePersonalNumber({ id: 999_999, body: { personalNumber: OWN } })).rejects.toMatchObject({ status: 404 });
});

test.each(['', '   ', '0102406789', '０１０２４０６７８９０', '٠١٠٢٤٠٦٧٨٩٠', '010240 67890', '01024067890\u200b', '0102406789x'])(
  'what registration refuses the desk cannot store: "%s"',
  async (personalNumber) => {
    const { app, guest, change } = await openDesk();
    const before = await storedUser(app.ctx, guest.id);
    await expect(change(personalNumber)).rejects.toMatchObject({ status: 400, body: { errors: { personalNumber: expect.any(String) } } });
    expect(await storedUser(app.ctx, guest.id)).toEqual(before);
  },
);

test('a guest from abroad needs eight digits, and one who has no number yet gets one', async () => {
  const { app, guests } = await openDesk();
  const [german, given] = [await createUser(app.ctx, { country: 'Germany' }), await createUser(app.ctx, { personalNumber: '' })];
  expect(await guests.changePersonalNumber({ id: german.id, body: { personalNumber: '12345678' } })).toMatchObject({
    personalNumberEnd: '5678',
  });
  await guests.changePersonalNumber({ id: given.id, body: { personalNumber: OWN } });
  expect((await entries(app))[0]).toMatchObject({ action: 'guest.number', detail: { before: '', after: '7890' } });
});

test('a number that another account has is taken, and the answer names that account', async () => {
  const { app, change } = await openDesk();
  const other = await createUser(app.ctx, { personalNumber: OWN });
  expect(await change(OWN)).toMatchObject({ otherAccounts: [{ id: other.id, email: other.email }] });
  const member = await createUser(app.ctx, { personalNumber: '01024011111', roles: ['Owner'] });
  expect([await change('01024011111'), member.id > 0]).toMatchObject([{ otherAccounts: [] }, true]);
});

test("a banned person's number bans the account, and the other user's ban leaves it only if the desk says so", async () => {
  const { app, otherUser, guest, guests, change } = await openDesk();
  await guests.ban({ id: otherUser.id, body: FOR_GOOD });
  expect(await isBanned(app, guest)).toBe(true);
  const other = await createUser(app.ctx, { personalNumber: OWN });
  expect(await change(OWN, { endsBan: true })).toMatchObject({ isBanned: false });
  expect([await isBanned(app, guest), await isBanned(app, otherUser), await isBanned(app, other)]).toEqual([false, true, false]);
  expect((await entries(app))[0]).toMatchObject({ action: 'guest.unban', subject: `guest ${guest.id}` });

  expect(await change(OF_OTHER_USER, { endsBan: true })).toMatchObject({ isBanned: true });
  expect(await storedUser(app.ctx, guest.id)).toMatchObject({ banReason: 'Took pictures' });
  expect((await guests.get({ id: guest.id })).history[0]).toMatchObject({ action: 'guest.ban' });

  expect(await change(OWN)).toMatchObject({ isBanned: true });
  expect([await isBanned(app, other), await app.ctx.db.$count(bannedPeople)]).toEqual([true, 2]);
});

test('of two bans the one that lasts longer counts, and one that is over counts no more', async () => {
  const { app, guest, guests, change } = await openDesk();
  const other = await createUser(app.ctx, { personalNumber: OWN });
  const until = addDays(app.clock.now(), 1).toISOString();
  await guests.ban({ id: other.id, body: { ...FOR_GOOD, until } });
  await guests.ban({ id: guest.id, body: FOR_GOOD });
  await change(OWN);
  expect([(await storedUser(app.ctx, guest.id)).bannedUntil, (await storedUser(app.ctx, other.id)).bannedUntil]).toEqual([null, null]);

  const third = await createUser(app.ctx, { personalNumber: '01024011111' });
  await guests.ban({ id: third.id, body: { ...FOR_GOOD, until } });
  const fourth = await createUser(app.ctx);
  app.clock.set(addDays(app.clock.now(), 2).toISOString());
  const late = app.api((await createUser(app.ctx, { roles: ['Desk'] })).accessToken).guests;
  expect(await late.changePersonalNumber({ id: fourth.id, body: { personalNumber: '01024011111' } })).toMatchObject({ isBanned: false });
});

test("the ban of an account comes to all guests with its new number, but not to staff about whom the desk doesn't decide", async () => {
  const { app, guest, guests, change } = await openDesk();
  const member = await createUser(app.ctx, { personalNumber: OWN, roles: ['Manager'] });
  const other = await createUser(app.ctx, { personalNumber: OWN });
  await guests.ban({ id: guest.id, body: FOR_GOOD });
  expect(await change(OWN)).toMatchObject({ isBanned: true, otherAccounts: [{ id: other.id }] });
  expect([await isBanned(app, member), await isBanned(app, other)]).toEqual([false, true]);
});

test('the places of a person follow the number', async () => {
  const { app, guest, otherUser, change } = await openDesk({ PLACES_SHARED_BY_PERSON: 'true' });
  const { id: eventId } = await createEvent(app.ctx, { ticketsPerPerson: 4 });
  await app.api(otherUser.accessToken).cart.addTicket({ eventId, quantity: 4 });
  const { cart } = app.api(guest.accessToken);
  await expect(cart.addTicket({ eventId })).rejects.toMatchObject({ body: { code: 'person_limit' } });
  await change(OWN);
  expect(await cart.addTicket({ eventId, quantity: 4 })).toHaveProperty('heldUntil');
});

test('a number that is being banned waits for the ban, and two who change at once do not block each other', async () => {
  const { app, otherUser, guest, guests } = await openDesk();
  const digest = digestNumber(app.deps.keys, OWN);
  const commit = await openTransaction(app.ctx, (tx) => lockNumber(tx.db, digest));
  const changing = guests.changePersonalNumber({ id: guest.id, body: { personalNumber: OWN } });
  await expect.poll(() => countLockWaits(app.ctx)).toBe(1);
  await commit();
  await changing;
  const swaps = Array.from({ length: 6 }, (_, index) => [
    guests.changePersonalNumber({ id: otherUser.id, body: { personalNumber: index % 2 === 0 ? OWN : OF_OTHER_USER } }),
    guests.changePersonalNumber({ id: guest.id, body: { personalNumber: index % 2 === 0 ? OF_OTHER_USER : OWN } }),
  ]);
  const ends = await Promise.allSettled(swaps.flat());
  const refused = ends.filter((end) => end.status === 'rejected');
  expect(refused.filter(({ reason }) => reason?.body?.code !== 'conflict')).toEqual([]);
  expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true);
});
