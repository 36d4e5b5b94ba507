import { expect, test } from 'vitest';
import { events } from '#server/content/content.table.ts';
import { openScannerDevice } from '#tests/factories/door-phone.ts';
import { admit, openDoor, turnAway } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startBeside } from '#tests/factories/purchases.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { listenTonight, nextOf, until } from '#tests/factories/tonight.ts';
import { createAdmin, createUser, signInAgain, setRoles } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

type Click = Awaited<ReturnType<typeof openDoor>>;

const tonightOf = async (door: Click) => door.api(await signInAgain(door.ctx, door.admin.id)).staffTonight;

test('only staff who run the door see tonight, shown and streamed', async () => {
  const door = await openDoor();
  const guest = await signInAgain(door.ctx, door.guest.id);
  await expect(door.api().staffTonight.show({})).rejects.toMatchObject({ status: 401 });
  await expect(door.api(guest).staffTonight.show({})).rejects.toMatchObject({ status: 403 });
  await expect(door.api().staffTonight.stream({})).rejects.toMatchObject({ status: 401 });
  await expect(door.api(guest).staffTonight.stream({})).rejects.toMatchObject({ status: 403 });
  await setRoles(door.ctx, door.guest.id, ['DoorLead']);
  expect((await nextOf(listenTonight(door, guest)))?.night?.id).toBe(door.event.id);
  await setRoles(door.ctx, door.guest.id, ['Desk', 'Money', 'Editor']);
  await expect(door.api(guest).staffTonight.stream({})).rejects.toMatchObject({ status: 403, body: { params: { right: 'door.run' } } });
  const { show, stream } = await tonightOf(door);
  await expect(show({ eventId: 999 })).rejects.toMatchObject({ status: 404, body: { code: 'event_not_found' } });
  await expect(stream({ eventId: 999 })).rejects.toMatchObject({ status: 404 });
});

test('the figures say who is inside, who was turned away and who is still to come', async () => {
  const door = await openDoor();
  const other = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id, priceTetri: 6000 });
  await door.scan(admit);
  await expect(door.scan(admit)).rejects.toMatchObject({ body: { code: 'ticket_used' } });
  await door.scan({ ...turnAway, ticketId: other.id });
  const view = await (await tonightOf(door)).show({});
  expect(view.night).toMatchObject({ id: door.event.id, nameLat: 'Nulovani', isRunning: true, places: { capacity: 400 }, licensed: 400 });
  await door.ctx.db.update(events).set({ licensed: 380 });
  expect((await (await tonightOf(door)).show({})).night).toMatchObject({ places: { capacity: 400 }, licensed: 380 });
  expect(view.figures).toEqual({ inside: 1, toCome: 1, scannedLately: 3, scannedBefore: 0, rejected: 1, refused: 1, gross: 100 });
  expect(view.quarters[0]).toEqual({ from: '2026-11-21T23:00:00+04:00', arrivals: 1 });
  expect(view.decisions.map(({ result, ticketId }) => [result, ticketId])).toEqual([
    ['rejected', other.id],
    ['refused', door.ticket.id],
    ['accepted', door.ticket.id],
  ]);
  expect(view.decisions[0]).toMatchObject({ guest: { firstName: 'Nino', lastName: 'Beridze', born: '1998-04-12' } });
  expect(view.ticketTypes).toMatchObject([{ nameLat: 'Entry', price: 40, allocation: 100, sold: 2 }]);
});

test('a denial that was undone is not counted, and one that got a reason once', async () => {
  const door = await openDoor();
  const main = await openScannerDevice(door, 'Main');
  const deniedNow = async () => (await (await tonightOf(door)).show({})).figures.rejected;
  const first = main.scan({ kind: 'reject', decidedBy: 'phone' });
  const second = main.scan({ kind: 'reject', decidedBy: 'phone', code: undefined, because: 'drunk', undoneScanId: first.scanId });
  await main.upload(first, second);
  expect(await deniedNow()).toBe(1);
  await main.upload(main.scan({ kind: 'undo', decidedBy: 'phone', code: undefined, undoneScanId: second.scanId }));
  expect(await deniedNow()).toBe(0);
});

test('decisions leave the last quarter of an hour after 15 minutes, and then count as those before', async () => {
  const door = await openDoor();
  await door.scan(admit);
  const lately = async () => {
    const { figures } = await (await tonightOf(door)).show({});
    return [figures.scannedLately, figures.scannedBefore];
  };
  expect(await lately()).toEqual([1, 0]);
  door.clock.advanceMinutes(14.99);
  expect(await lately()).toEqual([1, 0]);
  door.clock.advanceMinutes(0.01);
  expect(await lately()).toEqual([0, 1]);
  door.clock.advanceMinutes(15);
  expect(await lately()).toEqual([0, 0]);
});

test.each([
  ['2026-11-21T11:59:59+04:00', 'next'],
  ['2026-11-21T12:00:00+04:00', 'tonight'],
  ['2026-11-21T22:59:59+04:00', 'tonight'],
  ['2026-11-21T23:00:00+04:00', 'tonight, running'],
  ['2026-11-22T00:00:00+04:00', 'tonight, running'],
  ['2026-11-22T06:59:59+04:00', 'tonight, running'],
  ['2026-11-22T07:00:00+04:00', 'tonight'],
  ['2026-11-22T11:59:59+04:00', 'tonight'],
  ['2026-11-22T12:00:00+04:00', 'the one after'],
  ['2026-12-24T12:00:00+04:00', 'the last'],
])('at %s it shows %s', async (at, which) => {
  const door = await openDoor();
  const after = await createEvent(door.ctx, { startsAt: new Date('2026-11-27T23:00:00+04:00') });
  await createEvent(door.ctx, { startsAt: new Date('2026-11-21T22:00:00+04:00'), state: 'cancelled' });
  await createEvent(door.ctx, { startsAt: new Date('2026-11-21T22:00:00+04:00'), state: 'draft' });
  door.clock.set(at);
  const { night: event } = await (await tonightOf(door)).show({});
  const isAfter = which === 'the one after' || which === 'the last';
  expect([event?.id, event?.isRunning]).toEqual([isAfter ? after.id : door.event.id, which === 'tonight, running']);
});

const afternoon = { startsAt: new Date('2026-11-21T14:00:00+04:00'), endsAt: new Date('2026-11-21T20:00:00+04:00') };

test.each([
  ['2026-11-21T12:00:00+04:00', 'matinee'],
  ['2026-11-21T20:00:00+04:00', 'night'],
  ['2026-11-21T21:00:00+04:00', 'night'],
  ['2026-11-22T07:00:00+04:00', 'night'],
  ['2026-11-22T11:59:59+04:00', 'night'],
])('of two events of one business night of which none runs, at %s it shows the %s', async (at, which) => {
  const door = await openDoor();
  const matinee = await createEvent(door.ctx, afternoon);
  await createEvent(door.ctx, { startsAt: new Date('2026-11-21T22:00:00+04:00'), state: 'cancelled' });
  door.clock.set(at);
  const { night: event } = await (await tonightOf(door)).show({});
  expect(event).toMatchObject({ id: which === 'matinee' ? matinee.id : door.event.id, isRunning: false });
});

test('while events are ahead in a business night, Tonight shows the one that Start shows', async () => {
  const door = await openDoor();
  await createEvent(door.ctx, afternoon);
  door.clock.set('2026-11-21T21:00:00+04:00');
  const api = door.api(await signInAgain(door.ctx, door.admin.id));
  expect((await api.staffStart.get()).night?.id).toBe(door.event.id);
  expect((await api.staffTonight.show({})).night?.id).toBe(door.event.id);
});

test('an event that runs comes before one that is over, and of two that run the one that began last', async () => {
  const door = await openDoor();
  const rave = await createEvent(door.ctx, { startsAt: new Date('2026-11-22T10:00:00+04:00') });
  const shownAt = async (at: string) => {
    door.clock.set(at);
    return (await (await tonightOf(door)).show({})).night;
  };
  expect(await shownAt('2026-11-22T09:59:59+04:00')).toMatchObject({ id: rave.id, isRunning: false });
  expect(await shownAt('2026-11-22T10:00:00+04:00')).toMatchObject({ id: rave.id, isRunning: true });
  const second = await createEvent(door.ctx, { startsAt: new Date('2026-11-22T15:00:00+04:00') });
  expect(await shownAt('2026-11-22T15:30:00+04:00')).toMatchObject({ id: second.id, isRunning: true });
  await createEvent(door.ctx, { startsAt: new Date('2026-11-22T15:10:00+04:00'), state: 'cancelled' });
  expect(await shownAt('2026-11-22T17:59:00+04:00')).toMatchObject({ id: second.id, isRunning: true });
});

test('an event that runs past noon is shown to its end, also while the next business night has an event of its own', async () => {
  const door = await openDoor();
  const rave = await createEvent(door.ctx, { startsAt: new Date('2026-11-22T06:00:00+04:00') });
  const next = await createEvent(door.ctx, { startsAt: new Date('2026-11-22T23:00:00+04:00') });
  const shownAt = async (at: string) => {
    door.clock.set(at);
    const api = door.api(await signInAgain(door.ctx, door.admin.id));
    return [(await api.staffTonight.show({})).night?.id, (await api.staffStart.get()).night?.id];
  };
  expect(await shownAt('2026-11-22T09:31:00+04:00')).toEqual([rave.id, rave.id]);
  expect(await shownAt('2026-11-22T13:59:59+04:00')).toEqual([rave.id, rave.id]);
  expect(await shownAt('2026-11-22T14:00:00+04:00')).toEqual([next.id, next.id]);
});

test('a guest who came with a ticket of another event counts at the event of the door, and nowhere else', async () => {
  const door = await openDoor();
  const friday = await createEvent(door.ctx, { startsAt: new Date('2026-11-27T23:00:00+04:00') });
  const [later, other] = await Promise.all([1, 2].map(() => createTicket(door.ctx, { userId: door.guest.id, eventId: friday.id })));
  await door.scan(admit);
  const here = { ...admit, eventId: door.event.id };
  await expect(door.scan({ ...here, ticketId: other?.id ?? 0 })).rejects.toMatchObject({ body: { code: 'other_event' } });
  await door.scan({ ...here, ticketId: later?.id ?? 0, admitOtherEvent: true });
  const tonight = await tonightOf(door);
  const view = await tonight.show({});
  expect(view.figures).toMatchObject({ inside: 2, toCome: 0, rejected: 0, refused: 1, gross: 40, scannedLately: 3 });
  expect(view.quarters[0]).toMatchObject({ arrivals: 2 });
  expect(view.decisions.map(({ reason, isEventNamed }) => [reason, isEventNamed])).toEqual([
    ['admitted_other_event', true],
    ['other_event', true],
    ['valid', false],
  ]);
  const thatFriday = await tonight.show({ eventId: friday.id });
  expect(thatFriday.figures).toMatchObject({ inside: 0, toCome: 1, refused: 0, gross: 80 });
  expect(thatFriday.decisions).toEqual([]);
});

test('without any event the answer is empty', async () => {
  const app = await startTestApp();
  const { accessToken } = await createAdmin(app.ctx);
  expect(await app.api(accessToken).staffTonight.show({})).toMatchObject({ night: null, quarters: [], decisions: [] });
});

test('an entry at one process reaches those who watch at another', async () => {
  const door = await openDoor();
  const beside = await startBeside(door);
  const stream = listenTonight(beside, door.admin.accessToken);
  expect((await nextOf(stream))?.figures.inside).toBe(0);
  await door.scan(admit);
  const update = await until(stream, ({ figures }) => figures.inside === 1);
  expect(update.decisions).toMatchObject([{ result: 'accepted', ticketId: door.ticket.id }]);
  await createTicket(door.ctx, { userId: (await createUser(door.ctx)).id, eventId: door.event.id });
  expect((await until(stream, ({ figures }) => figures.toCome === 1)).figures.gross).toBe(80);
  await stream.return(undefined);
});

test('staff who lose the role get no further changes', async () => {
  const door = await openDoor();
  const stream = listenTonight(door, door.admin.accessToken, `?eventId=${door.event.id}`);
  expect((await nextOf(stream))?.night?.id).toBe(door.event.id);
  await setRoles(door.ctx, door.admin.id, ['Desk']);
  await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  expect(await nextOf(stream)).toBeUndefined();
});

test('a stopping server answers or closes every connection', async () => {
  const door = await openDoor();
  const beside = await startBeside(door);
  const streams = [listenTonight(beside, door.admin.accessToken), listenTonight(beside, door.admin.accessToken)];
  for (const stream of streams) await nextOf(stream);
  await beside.close();
  for (const stream of streams) expect(await nextOf(stream)).toBeUndefined();
});
