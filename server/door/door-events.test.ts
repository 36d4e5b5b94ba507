import { expect, test } from 'vitest';
import { openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';

const at = (time: string) => new Date(`2026-11-${time}:00+04:00`);

test('a door gets its possible events: running ones, the one that began last first, then the nearest', async () => {
  const door = await openDoor();
  const rave = await createEvent(door.ctx, { nameLat: 'Rave', startsAt: at('21T14:00'), endsAt: at('21T23:30') });
  const past = await createEvent(door.ctx, { nameLat: 'Past', startsAt: at('20T23:00') });
  const next = await createEvent(door.ctx, { nameLat: 'Next', startsAt: at('27T23:00') });
  await createEvent(door.ctx, { state: 'draft', startsAt: at('21T23:00') });
  await createEvent(door.ctx, { state: 'cancelled', startsAt: at('21T23:00') });
  const listAt = async (time: string) => {
    door.clock.set(at(time).toISOString());
    return door.api(await signInAgain(door.ctx, door.admin.id)).door.events();
  };
  const event = door.event.id;
  const running = await listAt('21T23:04');
  expect(running.map(({ id, isRunning, isOver }) => [id, isRunning, isOver])).toEqual([
    [event, true, false],
    [rave.id, true, false],
    [past.id, false, true],
    [next.id, false, false],
  ]);
  expect(running[0]).toMatchObject({
    name: 'ნულოვანი',
    nameLat: 'Nulovani',
    startDate: '2026-11-21T23:00:00+04:00',
    endDate: '2026-11-22T07:00:00+04:00',
  });
  expect(running.map(({ inside }) => inside)).toEqual([0, 0, null, null]);
  const first = async (time: string) => (await listAt(time))[0]?.id;
  expect(await first('21T13:00')).toBe(rave.id);
  expect(await first('22T08:00')).toBe(event);
  expect(await first('26T12:00')).toBe(next.id);
});

test('a visitor and a guest learn nothing', async () => {
  const door = await openDoor();
  await expect(door.api().door.events()).rejects.toMatchObject({ status: 401 });
  await expect(door.api((await createUser(door.ctx)).accessToken).door.events()).rejects.toMatchObject({ status: 403 });
});
