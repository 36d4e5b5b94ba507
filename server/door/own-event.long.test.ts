import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { admit, isUsed, type OpenDoor, openDoor, outcomes, scansOf, turnAway } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createAdmin } from '#tests/factories/users.ts';

const DOORS = 50;
const refused = (status: number, code: ErrorCode, rest: object = {}) => ({ status, body: { code, ...rest } });

/** The door of an event, and a ticket for the Friday after it. */
async function openTwoEvents(options: Parameters<typeof openDoor>[0] = {}) {
  const door = await openDoor(options);
  const friday = await createEvent(door.ctx, {
    name: 'პირველი ღამე',
    nameLat: 'First Night',
    startsAt: new Date('2026-11-27T23:00:00+04:00'),
  });
  const later = await createTicket(door.ctx, { userId: door.guest.id, eventId: friday.id });
  const tonight = { ...admit, eventId: door.event.id };
  return { ...door, friday, later, tonight };
}

const cancel = ({ ctx }: OpenDoor, eventId: number) => ctx.db.update(events).set({ state: 'cancelled' }).where(eq(events.id, eventId));

test('a ticket of another event is refused with that event and its date, and stays good for it (I16)', async () => {
  const door = await openTwoEvents();
  const { later, tonight, friday } = door;
  await expect(door.scan({ ...tonight, ticketId: later.id, code: later.code })).rejects.toMatchObject(
    refused(409, 'other_event', {
      message: 'This ticket is for another event: First Night, 2026-11-27.',
      params: { eventDate: '2026-11-27', eventTime: '23:00', eventName: 'პირველი ღამე', eventNameLat: 'First Night' },
    }),
  );
  expect(await isUsed(door, later.id)).toBe(false);
  expect(await scansOf(door)).toMatchObject([{ result: 'refused', reason: 'other_event', eventId: door.event.id, ticketId: later.id }]);
  expect(await door.scan({ ...admit, ticketId: later.id, eventId: friday.id })).toMatchObject({ result: 'accepted', reason: 'valid' });
});

test('a second press admits a ticket of another event, and the log says who did it', async () => {
  const door = await openTwoEvents();
  const { later, tonight, friday } = door;
  expect(await door.scan({ ...tonight, ticketId: later.id, admitOtherEvent: true })).toMatchObject({
    result: 'accepted',
    reason: 'admitted_other_event',
    ticket: { eventId: friday.id, startDate: '2026-11-27T23:00:00+04:00', usedAt: '2026-11-21T23:04:00+04:00' },
    guest: { firstName: 'Nino' },
  });
  expect(await scansOf(door)).toMatchObject([{ result: 'accepted', reason: 'admitted_other_event', eventId: door.event.id }]);
  expect(await door.ctx.db.select().from(auditEntries)).toMatchObject([
    {
      staffId: door.admin.id,
      action: 'door.other_event',
      subject: `ticket ${later.id}`,
      detail: { doorEventId: door.event.id, ticketEventId: friday.id },
    },
  ]);
  await expect(door.scan({ ...admit, ticketId: later.id, eventId: friday.id })).rejects.toMatchObject(refused(409, 'ticket_used'));
});

test('the second press means nothing for a ticket of the event itself', async () => {
  const door = await openTwoEvents();
  expect(await door.scan({ ...door.tonight, admitOtherEvent: true })).toMatchObject({ result: 'accepted', reason: 'valid' });
  expect(await door.ctx.db.$count(auditEntries)).toBe(0);
});

test.each([
  ['without a named night', {}],
  ['at its own door', { eventId: 'own' }],
  ['at another door', { eventId: 'other' }],
  ['with the second press', { eventId: 'other', admitOtherEvent: true }],
] as const)('a ticket of a cancelled night opens no door: %s (I16)', async (_, how) => {
  const door = await openTwoEvents();
  await cancel(door, door.event.id);
  const named = 'eventId' in how ? { ...how, eventId: how.eventId === 'own' ? door.event.id : door.friday.id } : {};
  await expect(door.scan({ ...admit, ...named, code: door.ticket.code })).rejects.toMatchObject(
    refused(409, 'event_cancelled', {
      message: 'This event is cancelled: Nulovani, 2026-11-21.',
      params: { eventDate: '2026-11-21', eventNameLat: 'Nulovani' },
    }),
  );
  expect(await isUsed(door, door.ticket.id)).toBe(false);
  expect(await scansOf(door)).toMatchObject([{ result: 'refused', reason: 'event_cancelled' }]);
  await door.ctx.db.update(events).set({ state: 'published' }).where(eq(events.id, door.event.id));
  expect(await door.scan(admit)).toMatchObject({ result: 'accepted' });
});

test('without a named event a ticket of the night whose door is near is good, and one of next week is refused by name [§7.scan]', async () => {
  const door = await openTwoEvents();
  const scan = { ...admit, ticketId: door.later.id, scanId: randomUUID() };
  const answer = await door.scan(scan).catch((error: unknown) => error);
  expect(answer).toMatchObject(refused(409, 'other_event', { params: { eventNameLat: 'First Night' } }));
  expect(await isUsed(door, door.later.id)).toBe(false);
  door.clock.set('2026-11-27T12:00:00+04:00');
  const { accessToken } = await createAdmin(door.ctx);
  const scanOnFriday = (body: typeof scan) => door.api(accessToken).door.scan({ body });
  expect(await scanOnFriday(scan).catch((error: unknown) => error), 'the same scan').toEqual(answer);
  expect(await scanOnFriday({ ...scan, scanId: randomUUID() })).toMatchObject({ result: 'accepted', reason: 'valid' });
  await expect(scanOnFriday({ ...scan, ticketId: door.ticket.id, scanId: randomUUID() }), 'of a night that is over').rejects.toMatchObject(
    refused(409, 'other_event'),
  );
});

test('without a named event any night is good while no door is near, once [§7.scan]', async () => {
  const door = await openTwoEvents();
  door.clock.set('2026-11-24T15:00:00+04:00');
  const { accessToken } = await createAdmin(door.ctx);
  const scan = () => door.api(accessToken).door.scan({ body: { ...admit, ticketId: door.later.id } });
  expect(await scan()).toMatchObject({ result: 'accepted', reason: 'valid' });
  await expect(scan()).rejects.toMatchObject({ status: 409, body: { code: 'ticket_used' } });
});

test('a scan without a named event is marked as unnamed', async () => {
  const door = await openTwoEvents();
  expect(await door.scan(admit)).toMatchObject({ result: 'accepted', reason: 'valid' });
  expect(await door.scan({ ...turnAway, eventId: door.event.id })).toMatchObject({ result: 'rejected' });
  expect(await scansOf(door)).toMatchObject([{ eventId: null }, { eventId: door.event.id, reason: 'rejected_by_staff' }]);
});

test('a used, refunded or banned ticket of another event is refused for that reason first', async () => {
  const door = await openTwoEvents();
  const { later, tonight, friday } = door;
  await door.scan({ ...admit, ticketId: later.id, eventId: friday.id });
  await expect(door.scan({ ...tonight, ticketId: later.id })).rejects.toMatchObject(
    refused(409, 'ticket_used', { params: { date: '2026-11-21', time: '23:04', eventDate: '2026-11-27' } }),
  );
  const unused = await createTicket(door.ctx, { userId: door.guest.id, eventId: friday.id });
  await door.ctx.db.update(users).set({ bannedAt: door.clock.now() }).where(eq(users.id, door.guest.id));
  for (const admitOtherEvent of [false, true])
    await expect(door.scan({ ...tonight, ticketId: unused.id, admitOtherEvent })).rejects.toMatchObject(refused(409, 'banned_at_door'));
  expect(await isUsed(door, unused.id)).toBe(false);
});

test('a scan at an event without a door is refused as not found, and nothing is stored', async () => {
  const door = await openTwoEvents();
  const draft = await createEvent(door.ctx, { state: 'draft' });
  for (const eventId of [draft.id, 999_999, Number.MAX_SAFE_INTEGER])
    for (const how of [admit, turnAway, { ...admit, admitOtherEvent: true }, { ...admit, code: 'forged' }])
      await expect(door.scan({ ...how, eventId })).rejects.toMatchObject(refused(404, 'event_not_found'));
  expect(await scansOf(door)).toEqual([]);
});

test('a repeated scanId repeats the answer about another event, and is none for another door or the second press', async () => {
  const door = await openTwoEvents();
  const { later, tonight, friday } = door;
  const scan = { ...tonight, ticketId: later.id, scanId: randomUUID() };
  const answer = await door.scan(scan).catch((error: unknown) => error);
  expect(answer).toMatchObject(refused(409, 'other_event'));
  expect(await door.scan(scan).catch((error: unknown) => error)).toEqual(answer);
  for (const other of [{ eventId: friday.id }, { eventId: undefined }, { admitOtherEvent: true }])
    await expect(door.scan({ ...scan, ...other })).rejects.toMatchObject(refused(409, 'idempotency_reused'));
  expect(await isUsed(door, later.id)).toBe(false);

  const press = { ...scan, admitOtherEvent: true, scanId: randomUUID() };
  const admitted = await door.scan(press);
  expect(await door.scan(press)).toEqual(admitted);
  await expect(door.scan({ ...press, admitOtherEvent: false })).rejects.toMatchObject(refused(409, 'idempotency_reused'));
  expect(await door.ctx.db.$count(auditEntries)).toBe(1);
});

/** A Friday ticket is scanned at tonight's door and at its own at once, several times. */
async function bothDoors({ scan, tonight, later, friday }: Awaited<ReturnType<typeof openTwoEvents>>) {
  const at = (eventId: number) => Array.from({ length: DOORS / 2 }, () => scan({ ...admit, ticketId: later.id, eventId }));
  const [wrong, own] = await Promise.all([outcomes(at(tonight.eventId)), outcomes(at(friday.id))]);
  return { wrong: wrong['accepted'] ?? 0, all: (wrong['accepted'] ?? 0) + (own['accepted'] ?? 0) };
}

test('of many doors of two events at once only its own lets a ticket in, once (I7, I16)', async () => {
  expect(await bothDoors(await openTwoEvents())).toEqual({ wrong: 0, all: 1 });
});

test('second presses at many doors at once admit once, and are logged once (I7)', async () => {
  const door = await openTwoEvents();
  const press = { ...door.tonight, ticketId: door.later.id, admitOtherEvent: true };
  const sent = Array.from({ length: DOORS }, (_, place) =>
    door.scan({ ...press, ...(place % 2 === 0 && { eventId: door.friday.id }), scanId: randomUUID() }),
  );
  expect(await outcomes(sent)).toEqual({ accepted: 1, ticket_used: DOORS - 1 });
  expect(await door.ctx.db.$count(auditEntries)).toBeLessThanOrEqual(1);
});

test('control: without the guard the door of another event lets it in', async () => {
  const door = await openTwoEvents({ without: 'ownEventOnly' });
  expect(await door.scan({ ...door.tonight, ticketId: door.later.id })).toMatchObject({ result: 'accepted' });
});

/** A scan whose ticket was read as valid, but whose event is cancelled before the decision. */
async function cancelMeanwhile(door: OpenDoor): Promise<Record<string, number>> {
  const blocker = await door.owner.$client.connect();
  try {
    await blocker.query('begin');
    await blocker.query('lock table scans in access exclusive mode');
    const outcome = outcomes([door.scan({ ...admit, eventId: door.event.id, code: door.ticket.code })]);
    await expect
      .poll(async () => (await blocker.query(`select 1 from pg_locks where relation = 'scans'::regclass and not granted`)).rowCount)
      .toBe(1);
    await cancel(door, door.event.id);
    await blocker.query('commit');
    return await outcome;
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
}

test('an event cancelled between reading the ticket and the decision lets nobody in (I16)', async () => {
  const door = await openDoor();
  expect(await cancelMeanwhile(door)).toEqual({ event_cancelled: 1 });
  expect(await isUsed(door, door.ticket.id)).toBe(false);
});

test('control: without the guard an event cancelled meanwhile still lets somebody in', async () => {
  const door = await openDoor({ without: 'ownEventOnly' });
  expect(await cancelMeanwhile(door)).toEqual({ accepted: 1 });
});
