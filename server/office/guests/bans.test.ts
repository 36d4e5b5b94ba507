import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bannedPeople, users } from '#server/accounts/accounts.table.ts';
import { extendOldBans } from '#server/accounts/bans.service.ts';
import { forgetUntilNow } from '#server/office/privacy/retention.jobs.ts';
import { guestForm } from '#lab/trial/world.ts';
import { addDays } from '#shared/dates.ts';
import { createEvent } from '#tests/factories/events.ts';
import { countLockWaits, openTransaction } from '#tests/factories/open-transaction.ts';
import { createAdmin, createUser, setRoles, storedUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { createTestClock } from '#tests/setup/clock.ts';
import { banGuest } from './bans.service.ts';

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

const refusal = { status: 403, body: { code: 'person_banned' } };

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

test('only an Owner bans a person who also has an account of staff, and nobody bans another account of their own', async () => {
  const { app, staff, first, second, mayBuy } = await openClub();
  await setRoles(app.ctx, second.id, ['Editor']);
  const desk = await createUser(app.ctx, { roles: ['Desk'] });
  const forbidden = { status: 403, body: { code: 'forbidden' } };
  await expect(app.api(desk.accessToken).guests.ban({ id: first.id, body: FOR_GOOD })).rejects.toMatchObject(forbidden);
  expect(await mayBuy(first)).toBe(true);
  await app.api(staff.accessToken).guests.ban({ id: first.id, body: FOR_GOOD });
  expect(await mayBuy(second)).toBe(false);
  await setRoles(app.ctx, second.id, ['Owner']);
  await expect(app.api(second.accessToken).guests.unban({ id: first.id })).rejects.toMatchObject(forbidden);
});

test('nobody registers while the person is being banned', async () => {
  const { app, staff, first } = await openClub();
  const actor = { userId: staff.id, sessionId: '', rights: ['guests.decide', 'roles.manage'], status: 'Verified' } as const;
  const commit = await openTransaction(app.ctx, (tx) =>
    banGuest({ ...tx, actor: { ...actor, rights: [...actor.rights] } }, first.id, FOR_GOOD),
  );
  const registering = register(app, 'quick@example.com').then(
    () => 'registered',
    (error: unknown) => error,
  );
  await expect.poll(() => countLockWaits(app.ctx)).toBe(1);
  await commit();
  expect(await registering).toMatchObject(refusal);
});

test('two who ban two accounts of one person at once do not wait for each other for ever', async () => {
  const { first, second, guests, app } = await openClub();
  const bans = Array.from({ length: 5 }, () => [first, second].map(({ id }) => guests.ban({ id, body: FOR_GOOD })));
  await Promise.all(bans.flat());
  expect(await app.ctx.db.$count(bannedPeople)).toBe(1);
});

test('bans from before they followed the person are extended at the start, once', async () => {
  const { app, first, second, other, mayBuy } = await openClub();
  const columns = { bannedAt: app.clock.now(), bannedUntil: null, banReason: 'Started a fight' };
  await app.ctx.db.update(users).set(columns).where(eq(users.id, first.id));
  await extendOldBans(app.ctx);
  expect([await mayBuy(second), await mayBuy(other)]).toEqual([false, true]);
  expect(await storedUser(app.ctx, second.id)).toMatchObject(columns);
  await expect(register(app, 'third@example.com')).rejects.toMatchObject(refusal);
  await extendOldBans(app.ctx);
  expect(await app.ctx.db.$count(bannedPeople)).toBe(1);
});
