import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { forgetUntilNow } from '#server/backoffice/privacy/retention.jobs.ts';
import { guestForm } from '#lab/trial/world.ts';
import { addDays } from '#shared/dates.ts';
import { RIGHTS } from '#shared/staff/rights.ts';
import { createEvent } from '#tests/factories/events.ts';
import { countLockWaits, openTransaction } from '#tests/factories/open-transaction.ts';
import { createAdmin, createUser, setRoles, signInAgain, storedUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { createTestClock } from '#tests/setup/clock.ts';
import { bannedPeople, securityEvents, users } from './accounts.table.ts';
import { banGuest, extendOldBans, liftBan, unbanGuest } from './bans.service.ts';

const NUMBER = '01024012345';
const FOR_GOOD = { reason: 'Took pictures', until: null };

/** A guest with two accounts, another guest, and staff. */
async function openClub() {
  const app = await startTestApp({ clock: createTestClock(new Date()) });
  const staff = await createAdmin(app.ctx);
  const [first, second, other] = [
    await createUser(app.ctx, { personalNumber: NUMBER }),
    await createUser(app.ctx, { personalNumber: NUMBER }),
    await createUser(app.ctx),
  ];
  const { id: eventId } = await createEvent(app.ctx);
  const mayBuy = async ({ accessToken }: TestUser): Promise<boolean> => {
    const { cart } = app.api(accessToken);
    const code = await cart.addTicket({ eventId }).then(
      () => 'added',
      (error: { body?: { code?: string } }) => error.body?.code,
    );
    if (code === 'added') await cart.removeTicket({ eventId });
    else expect(code).toBe('banned');
    return code === 'added';
  };
  return { app, staff, first, second, other, mayBuy, guests: app.api(staff.accessToken).guests };
}

const register = ({ api }: TestApp, email: string, personalNumber = NUMBER) =>
  api().accounts.register({ body: { ...guestForm(email), personalNumber } });

const refusal = { status: 409, body: { code: 'person_banned' } };

test('a ban follows the person: no other account buys and none can be opened, until it is taken back', async () => {
  const { app, first, second, other, guests, mayBuy } = await openClub();
  await guests.ban({ id: first.id, body: FOR_GOOD });
  expect([await mayBuy(first), await mayBuy(second), await mayBuy(other)]).toEqual([false, false, true]);
  await expect(register(app, 'third@example.com')).rejects.toMatchObject(refusal);
  await register(app, 'somebody-else@example.com', '01024012346');
  for (const { id } of [first, second]) expect((await guests.get({ id })).history).toMatchObject([{ action: 'guest.ban' }]);

  await guests.unban({ id: second.id });
  expect([await mayBuy(first), await mayBuy(second)]).toEqual([true, true]);
  await register(app, 'third@example.com');
});

test('a banned person gets past the ban with no other spelling of the number', async () => {
  const { app, first, guests } = await openClub();
  await guests.ban({ id: first.id, body: FOR_GOOD });
  const people = await app.ctx.db.$count(users);
  for (const number of [`  ${NUMBER}`, `\t${NUMBER}\u00a0`])
    await expect(register(app, 'a@example.com', number)).rejects.toMatchObject(refusal);
  for (const number of ['０１０２４０１２３４５', '٠١٠٢٤٠١٢٣٤٥', '010240 12345', `${NUMBER}\u200b`, `\u200d${NUMBER}`, 'O1024012345'])
    await expect(register(app, 'a@example.com', number)).rejects.toMatchObject({ status: 422 });
  expect(await app.ctx.db.$count(users)).toBe(people);
});

test('deleting the account does not end the ban, and its end ends it for new accounts, too', async () => {
  const { app, first, guests } = await openClub();
  const until = addDays(app.clock.now(), 2);
  await guests.ban({ id: first.id, body: { ...FOR_GOOD, until: until.toISOString() } });
  await app.api(first.accessToken).privacy.deleteAccount({ body: { password: first.password } });
  await expect(register(app, 'again@example.com')).rejects.toMatchObject(refusal);

  app.clock.set(addDays(until, 1).toISOString());
  await register(app, 'again@example.com');
});

test('a person that was banned until a day is forgotten after it; one that is banned for good is not', async () => {
  const { app, first, other, guests } = await openClub();
  await guests.ban({ id: first.id, body: { ...FOR_GOOD, until: addDays(app.clock.now(), 1).toISOString() } });
  await guests.ban({ id: other.id, body: FOR_GOOD });
  app.clock.set(addDays(app.clock.now(), 2).toISOString());
  await forgetUntilNow(app.ctx);
  expect(await app.ctx.db.select().from(bannedPeople)).toMatchObject([{ bannedUntil: null }]);
});

test('guests without a personal number, such as those who were given tickets, are not one person', async () => {
  const { app, guests, mayBuy } = await openClub();
  const [one, another] = [await createUser(app.ctx, { personalNumber: '' }), await createUser(app.ctx, { personalNumber: '' })];
  await guests.ban({ id: one.id, body: FOR_GOOD });
  expect([await mayBuy(one), await mayBuy(another)]).toEqual([false, true]);
  await extendOldBans(app.ctx);
  expect(await mayBuy(another)).toBe(true);
});

test('where the number is also that of staff, who may not decide about staff bans all guests with it; the rest is for an Owner', async () => {
  const { app, first, second, mayBuy, guests } = await openClub();
  const third = await createUser(app.ctx, { personalNumber: NUMBER });
  await setRoles(app.ctx, second.id, ['Editor']);
  const all = async () => [await mayBuy(first), await mayBuy(second), await mayBuy(third)];
  const desk = app.api((await createUser(app.ctx, { roles: ['Desk'] })).accessToken);
  expect((await desk.guests.get({ id: first.id })).otherAccounts.map(({ id }) => id)).toEqual([third.id]);
  await desk.guests.ban({ id: first.id, body: FOR_GOOD });
  expect(await all()).toEqual([false, true, false]);
  await expect(register(app, 'fourth@example.com')).rejects.toMatchObject(refusal);
  await extendOldBans(app.ctx);
  expect(await all()).toEqual([false, true, false]);
  await desk.guests.unban({ id: third.id });
  expect(await all()).toEqual([true, true, true]);
  await register(app, 'fourth@example.com');

  await guests.ban({ id: first.id, body: FOR_GOOD });
  expect(await all()).toEqual([false, false, false]);
  await desk.guests.unban({ id: first.id });
  await expect(register(app, 'fifth@example.com'), 'what an Owner decided about the person').rejects.toMatchObject(refusal);
  await setRoles(app.ctx, second.id, []);
  await extendOldBans(app.ctx);
  expect(await all()).toEqual([true, false, true]);
  await guests.unban({ id: second.id });
  expect(await all()).toEqual([true, true, true]);
  await register(app, 'fifth@example.com');
});

test('nobody bans or releases the own account by another one with the same number', async () => {
  const { app, first, second, mayBuy, guests } = await openClub();
  await setRoles(app.ctx, second.id, ['Owner']);
  const own = app.api(await signInAgain(app.ctx, second.id)).guests;
  await own.ban({ id: first.id, body: FOR_GOOD });
  expect([await mayBuy(first), await mayBuy(second)]).toEqual([false, true]);
  await guests.ban({ id: first.id, body: FOR_GOOD });
  await own.unban({ id: first.id });
  expect([await mayBuy(first), await mayBuy(second)]).toEqual([true, false]);
  // A banned Owner keeps all rights of an Owner.
  await own.ban({ id: first.id, body: FOR_GOOD });
});

test('an old ban is extended to all guests with the number, also where staff have it too', async () => {
  const { app, first, second, mayBuy } = await openClub();
  await createUser(app.ctx, { personalNumber: NUMBER, roles: ['Owner'] });
  await writeOldBan(app, first, { reason: 'Started a fight' });
  await extendOldBans(app.ctx);
  expect([await mayBuy(first), await mayBuy(second)]).toEqual([false, false]);
});

test('the other accounts are shown before and after the ban', async () => {
  const { first, second, guests } = await openClub();
  const shown = async (id: number) => (await guests.get({ id })).otherAccounts;
  const other = { id: second.id, name: 'Nino Beridze', email: second.email };
  expect(await shown(first.id)).toEqual([other]);
  await guests.ban({ id: first.id, body: FOR_GOOD });
  expect(await shown(first.id)).toEqual([other]);
  expect((await shown(second.id)).map(({ id }) => id)).toEqual([first.id]);
});

test('a taken address is refused before anything is said about the number', async () => {
  const { app, first, guests } = await openClub();
  await guests.ban({ id: first.id, body: FOR_GOOD });
  for (const number of [NUMBER, '01024099999'])
    await expect(register(app, first.email, number)).rejects.toMatchObject({ body: { code: 'email_taken' } });
});

test('the operator lifts the ban of a person whose accounts are deleted', async () => {
  const { app, first, second, guests } = await openClub();
  await guests.ban({ id: first.id, body: FOR_GOOD });
  for (const { accessToken, password } of [first, second]) await app.api(accessToken).privacy.deleteAccount({ body: { password } });
  expect(await liftBan(app.ctx, '01024099999')).toEqual({ ban: undefined, accounts: [] });
  await expect(register(app, 'again@example.com')).rejects.toMatchObject(refusal);
  expect(await liftBan(app.ctx, NUMBER)).toMatchObject({ ban: { banReason: 'Took pictures' }, accounts: [] });
  await register(app, 'again@example.com');
  expect((await app.ctx.db.select().from(securityEvents)).filter(({ kind }) => kind === 'ban_lifted')).toHaveLength(1);
});

/** A staff member who may decide about every account, as the actor of a service. */
const actorOf = ({ id: userId }: TestUser) => ({ userId, sessionId: '', rights: [...RIGHTS], status: 'Verified' as const });

test('nobody registers while the person is being banned', async () => {
  const { app, staff, first } = await openClub();
  const commit = await openTransaction(app.ctx, (tx) => banGuest({ ...tx, actor: actorOf(staff) }, first.id, FOR_GOOD));
  const registering = register(app, 'quick@example.com').then(
    () => 'registered',
    (error: unknown) => error,
  );
  await expect.poll(() => countLockWaits(app.ctx)).toBe(1);
  await commit();
  expect(await registering).toMatchObject(refusal);
});

test('a ban that is lifted while a process starts stays lifted', async () => {
  const { app, staff, first, second } = await openClub();
  await writeOldBan(app, first, { reason: 'Started a fight' });
  const commit = await openTransaction(app.ctx, (tx) => unbanGuest({ ...tx, actor: actorOf(staff) }, first.id));
  const starting = extendOldBans(app.ctx);
  await expect.poll(() => countLockWaits(app.ctx)).toBe(1);
  await commit();
  await starting;
  expect(await storedUser(app.ctx, second.id)).toMatchObject({ bannedAt: null });
  expect(await app.ctx.db.$count(bannedPeople)).toBe(0);
});

test('two who ban two accounts of one person at once do not wait for each other for ever', async () => {
  const { first, second, guests, app } = await openClub();
  const bans = Array.from({ length: 5 }, () => [first, second].map(({ id }) => guests.ban({ id, body: FOR_GOOD })));
  await Promise.all(bans.flat());
  expect(await app.ctx.db.$count(bannedPeople)).toBe(1);
});

type OldBan = { reason: string; daysAgo?: number; days?: number };

/** Stores a ban as it was before bans applied to the person. */
async function writeOldBan({ ctx }: TestApp, { id }: TestUser, { reason, daysAgo = 0, days }: OldBan): Promise<void> {
  const bannedAt = addDays(ctx.clock.now(), -daysAgo);
  const bannedUntil = days === undefined ? null : addDays(bannedAt, days);
  await ctx.db.update(users).set({ bannedAt, bannedUntil, banReason: reason }).where(eq(users.id, id));
}

test('old bans of accounts are extended to the person at the start, once; the longest counts', async () => {
  const { app, first, second, other, mayBuy, guests } = await openClub();
  const third = await createUser(app.ctx, { personalNumber: NUMBER });
  await writeOldBan(app, first, { reason: 'Started a fight', daysAgo: 10 });
  await writeOldBan(app, second, { reason: 'Took pictures', daysAgo: 1, days: 2 });
  await Promise.all([extendOldBans(app.ctx), extendOldBans(app.ctx)]);
  await extendOldBans(app.ctx);
  expect([await mayBuy(third), await mayBuy(other)]).toEqual([false, true]);
  expect((await guests.get({ id: third.id })).history).toMatchObject([{ action: 'guest.ban', detail: { by: 'operator' } }]);
  app.clock.set(addDays(app.clock.now(), 5).toISOString());
  await expect(register(app, 'later@example.com')).rejects.toMatchObject(refusal);
});
