import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { alerts, auditEntries } from '#server/platform/platform.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { FoundGuest } from '#shared/door/scanner-device.contract.ts';
import type { ScannerDeviceRight } from '#shared/door/scanner-devices.ts';
import { DAY, consumeLimit } from '#server/platform/limits/limits.ts';
import { pairPhone } from '#tests/factories/door-phone.ts';
import { type OpenDoor, openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { LOOKUPS_OF_EVENT, LOOKUPS_OF_HOUR, LOOKUPS_OF_MAKER } from '#server/door/name-budget.ts';

async function openSearch(door: OpenDoor, rights: ScannerDeviceRight[] = ['scan', 'search'], maker?: TestUser) {
  const phone = await pairPhone(door, { eventId: door.event.id, rights, ...(maker && { maker }) });
  const search = (name: string) => phone.call({ method: 'POST', path: '/api/door/search', body: { name } });
  const namesOf = async (name: string): Promise<string[]> => {
    const { body } = await search(name);
    return FoundGuest.array()
      .parse(body)
      .map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  };
  return { ...phone, search, namesOf };
}

const addGuest = async ({ ctx, event }: OpenDoor, firstName: string, lastName: string, eventId = event.id) => {
  const { id: userId } = await createUser(ctx, { firstName, lastName });
  return createTicket(ctx, { userId, eventId });
};

test('a scanner device finds holders by the first letters of either name, in both scripts, whatever the marks and cases', async () => {
  const door = await openDoor();
  await addGuest(door, 'José', 'Ångström');
  await addGuest(door, 'გიორგი', 'ბერიძე');
  const { namesOf } = await openSearch(door);
  expect(await namesOf('ber')).toEqual(['Nino Beridze', 'გიორგი ბერიძე']);
  expect(await namesOf('ბერ')).toEqual(['Nino Beridze', 'გიორგი ბერიძე']);
  expect(await namesOf('GIO')).toEqual(['გიორგი ბერიძე']);
  expect(await namesOf('jose ang')).toEqual(['José Ångström']);
  expect(await namesOf('JOSÉ')).toEqual(['José Ångström']);
  expect(await namesOf('ino'), 'the middle of a name').toEqual([]);
  expect(await namesOf('%%')).toEqual([]);
});

test('it finds ten at most, only valid tickets, and only of its own event', async () => {
  const door = await openDoor();
  const other = await createEvent(door.ctx);
  await addGuest(door, 'Nata', 'Elsewhere', other.id);
  const refunded = await addGuest(door, 'Nata', 'Refunded');
  await door.ctx.db.update(tickets).set({ state: 'refunded' }).where(eq(tickets.id, refunded.id));
  const { namesOf, search } = await openSearch(door);
  expect(await namesOf('na')).toEqual([]);
  await door.scan({ isReject: false });
  expect((await search('nino')).body).toMatchObject([{ ticketId: door.ticket.id, usedAt: '2026-11-21T23:04:00+04:00' }]);
  for (let one = 0; one < 11; one += 1) await addGuest(door, 'Nata', `Many ${one}`);
  expect(await namesOf('nata')).toHaveLength(10);
});

test('without the right, on an unpaired phone and after the end of a device nobody is found', async () => {
  const door = await openDoor();
  const without = await openSearch(door, ['scan']);
  expect(await without.search('nino')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  const { staff, scannerDeviceId, search } = await openSearch(door);
  await staff.revoke({ id: scannerDeviceId });
  expect(await search('nino')).toMatchObject({ status: 410, body: { code: 'device_ended' } });
});

test('nobody is found before the door is near, and the search is not counted', async () => {
  const door = await openDoor({ env: { RATE_LIMIT_SCALE: '1' } });
  const startsAt = new Date('2026-11-22T23:00:00+04:00');
  const { id } = await createEvent(door.ctx, { startsAt });
  await addGuest(door, 'Nata', 'Later', id);
  const far = await openSearch({ ...door, event: { ...door.event, id } });
  expect(await far.search('nata')).toMatchObject({ status: 409, body: { code: 'door_not_near', params: { before: 12, after: 2 } } });
  expect(await notesIn(door)).toEqual([]);
  door.clock.set('2026-11-22T11:00:01+04:00');
  expect(await far.namesOf('nata')).toEqual(['Nata Later']);
  expect(await notesIn(door)).toMatchObject([{ detail: { count: 1 } }]);
});

test('of the date of birth it says the age in whole years on the day of the search, and nothing where it is unknown', async () => {
  const door = await openDoor();
  const add = async (lastName: string, birthdate: string) => {
    const { id: userId } = await createUser(door.ctx, { firstName: 'Nata', lastName, birthdate });
    await createTicket(door.ctx, { userId, eventId: door.event.id });
  };
  await add('Today', '2008-11-21');
  await add('Tomorrow', '2008-11-22');
  await add('Unknown', '');
  const { search } = await openSearch(door);
  const agesOf = async () => {
    const { body } = await search('nata');
    expect(JSON.stringify(body)).not.toMatch(/birthdate|2008/);
    return FoundGuest.array()
      .parse(body)
      .map(({ lastName, age }) => `${lastName} ${age}`);
  };
  expect(await agesOf()).toEqual(['Today 18', 'Tomorrow 17', 'Unknown undefined']);
  door.clock.advanceMinutes(60);
  expect(await agesOf(), 'after midnight').toEqual(['Today 18', 'Tomorrow 18', 'Unknown undefined']);
});

const notesIn = (door: OpenDoor) => door.ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'door.search'));

test('a scanner device searches ten times at once, and the audit log says so once an hour, with how often so far', async () => {
  const door = await openDoor();
  const { search, scannerDeviceId } = await openSearch(door);
  const answers = await Promise.all(Array.from({ length: 12 }, () => search('nino')));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(1);
  expect(await notesIn(door)).toMatchObject([{ subject: `scanner_device ${scannerDeviceId}`, scannerDeviceName: 'Main 1', staffId: null }]);
  const known = answers.filter(({ status }) => status === 200).length;
  door.clock.advanceMinutes(61);
  await expect.poll(async () => (await search('nino')).status, { timeout: 5_000 }).toBe(200);
  expect((await notesIn(door)).at(-1)?.detail).toEqual({ eventId: door.event.id, count: known + 1 });
});

test('a scanner device has 300 searches for its event, over all processes and restarts; another scanner device has its own', async () => {
  const door = await openDoor({ env: { RATE_LIMIT_SCALE: '1' } });
  const { search, scannerDeviceId } = await openSearch(door);
  const other = await openSearch(door);
  await consumeLimit(door.ctx, [LOOKUPS_OF_EVENT, scannerDeviceId], 298);
  expect((await search('nino')).status).toBe(200);
  expect((await search('nino')).status).toBe(200);
  expect(await notesIn(door), 'in the log').toMatchObject([{ detail: { count: 299 } }, { detail: { count: 300 } }]);
  const refused = await search('nino');
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(DAY - 120);
  // Simulates another process, or a restart: nothing is in memory.
  door.deps.shared.memory = {};
  expect((await search('nino')).status).toBe(429);
  expect((await other.search('nino')).status).toBe(200);
});

test('a scanner device has 100 searches an hour, and the last one raises an alert', async () => {
  const door = await openDoor({ env: { RATE_LIMIT_SCALE: '1' } });
  const { search, scannerDeviceId } = await openSearch(door);
  await consumeLimit(door.ctx, [LOOKUPS_OF_HOUR, scannerDeviceId], 98);
  expect((await search('nino')).status).toBe(200);
  const searchAlerts = () => door.ctx.db.select().from(alerts).where(eq(alerts.kind, 'door_search'));
  expect(await searchAlerts()).toEqual([]);
  expect((await search('nino')).status).toBe(200);
  expect(await searchAlerts()).toMatchObject([{ subject: `scanner_device ${scannerDeviceId}` }]);
  expect(await search('nino')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
});

test('the scanner devices that one member makes for an event have 1,200 searches together', async () => {
  const door = await openDoor({ env: { RATE_LIMIT_SCALE: '1' } });
  const lead = await createUser(door.ctx, { roles: ['DoorLead'] });
  const one = await openSearch(door, ['search'], lead);
  await consumeLimit(door.ctx, [LOOKUPS_OF_MAKER, `${door.event.id}:${lead.id}`], 1_199);
  expect((await one.search('nino')).status).toBe(200);
  const refused = await one.search('nino');
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(DAY - 120);
  expect((await (await openSearch(door, ['search'], lead)).search('nino')).status, 'a new scanner device').toBe(429);
  expect((await (await openSearch(door)).search('nino')).status, 'of another member').toBe(200);
});
