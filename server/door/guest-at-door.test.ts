import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { securityEvents } from '#server/accounts/accounts.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import type { StaffRole } from '#shared/staff/rights.ts';

const NOT_FOUND = { status: 404, body: { code: 'user_not_found' } };

test('the door reads guests with a ticket of a night that is near, whatever became of it; others only who may read all guests [§7.user-by-id]', async () => {
  const door = await openDoor();
  const { ctx, clock, guest } = door;
  // A session ends before the next event.
  const read = async (id: number, role: StaffRole = 'DoorLead') =>
    door.api((await createUser(ctx, { roles: [role] })).accessToken).accounts.guest({ id });
  const shown = { firstName: 'Nino', lastName: 'Beridze', birthdate: '1998-04-12', status: 'Verified' };
  expect(await read(guest.id)).toEqual(shown);
  for (const state of ['refunded', 'transferred'] as const) {
    await ctx.db.update(tickets).set({ state, usedAt: clock.now() });
    expect(await read(guest.id), state).toEqual(shown);
  }
  const [otherUser, later] = [await createUser(ctx), await createUser(ctx)];
  const nextWeek = await createEvent(ctx, { startsAt: new Date('2026-11-27T23:00:00+04:00') });
  await createTicket(ctx, { userId: later.id, eventId: nextWeek.id });
  for (const { id } of [otherUser, later]) {
    await expect(read(id)).rejects.toMatchObject(NOT_FOUND);
    expect(await read(id, 'Manager'), 'the console shows them every guest').toEqual(shown);
  }
  clock.set('2026-11-27T12:00:00+04:00');
  expect(await read(later.id)).toMatchObject({ birthdate: '1998-04-12' });
  await expect(read(guest.id), 'of a night that is over').rejects.toMatchObject(NOT_FOUND);
});

test('who reads guests at the door is in the security log, once an hour', async () => {
  const door = await openDoor();
  const read = (at = door.admin.accessToken) => door.api(at).accounts.guest({ id: door.guest.id });
  const noted = () =>
    door.ctx.db.select({ userId: securityEvents.userId }).from(securityEvents).where(eq(securityEvents.kind, 'personal_data_opened'));
  await read();
  await read();
  expect(await noted()).toEqual([{ userId: door.admin.id }]);
  const other = await createAdmin(door.ctx);
  await read(other.accessToken);
  expect(await noted()).toEqual([{ userId: door.admin.id }, { userId: other.id }]);
});

test('one account reads 60 guests a minute, and no more, over all processes', async () => {
  const door = await openDoor({ env: { RATE_LIMIT_SCALE: '1' } });
  const other = await createAdmin(door.ctx);
  const read = (token = door.admin.accessToken) => door.api(token).accounts.guest({ id: door.guest.id });
  const answers = await Promise.allSettled(Array.from({ length: 70 }, () => read()));
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  expect(answers.length - refused.length).toBe(60);
  expect(refused[0]).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  // Simulates another process, or a restart: nothing is in memory.
  door.deps.shared.memory = {};
  await expect(read()).rejects.toMatchObject({ status: 429 });
  await expect(read(other.accessToken), 'another account').resolves.toMatchObject({ lastName: 'Beridze' });
});
