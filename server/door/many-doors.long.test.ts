import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { admit, isUsed, type OpenDoor, openDoor, outcomes, scansOf, turnAway } from '#tests/factories/door.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

const DOORS = 50;

test('one scanId sent many times at once is one scan with one answer', async () => {
  const door = await openDoor();
  const scanId = randomUUID();
  const sent = Array.from({ length: DOORS }, () => door.scan({ ...admit, code: door.ticket.code, scanId }));
  expect(await outcomes(sent)).toEqual({ accepted: DOORS });
  expect(new Set((await Promise.all(sent)).map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await scansOf(door)).toHaveLength(1);
});

test('of many doors at once exactly one lets a ticket in (I7)', async () => {
  const door = await openDoor();
  const others = await Promise.all(Array.from({ length: 4 }, () => createAdmin(door.ctx)));
  const tokens = [door.admin, ...others].map(({ accessToken }) => accessToken);
  const sent = Array.from({ length: DOORS }, (_, place) =>
    door.api(tokens[place % tokens.length]).door.scan({ body: { ...admit, ticketId: door.ticket.id, scanId: randomUUID() } }),
  );
  expect(await outcomes(sent)).toEqual({ accepted: 1, ticket_used: DOORS - 1 });
  expect((await scansOf(door)).filter(({ result }) => result === 'accepted')).toHaveLength(1);
  expect(await scansOf(door)).toHaveLength(DOORS);
});

test('two processes at once let each of many tickets in once (I7)', async () => {
  const door = await openDoor();
  const other = await startTestApp({ databaseUrl: door.deps.env.databaseUrl ?? '', clock: door.clock });
  const more = Array.from({ length: 9 }, () => createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id }));
  const tickets = [door.ticket, ...(await Promise.all(more))];
  const sent = [door, other, door, other].flatMap(({ api }) =>
    tickets.map(({ id, code }) => api(door.admin.accessToken).door.scan({ body: { ...admit, ticketId: id, code, scanId: randomUUID() } })),
  );
  expect(await outcomes(sent)).toEqual({ accepted: tickets.length, ticket_used: 3 * tickets.length });
});

test('one scanId for two tickets at once lets one of them in', async () => {
  const door = await openDoor();
  const second = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  const scanId = randomUUID();
  const sent = [door.ticket, second, door.ticket, second].map(({ id }) => door.scan({ ...admit, ticketId: id, scanId }));
  expect(await outcomes(sent)).toEqual({ accepted: 2, idempotency_reused: 2 });
  expect(await scansOf(door)).toHaveLength(1);
});

test('control: the index alone still lets a ticket in once when the first guard is off', async () => {
  const door = await openDoor({ without: 'admitOnce' });
  expect(await outcomes(Array.from({ length: DOORS }, () => door.scan(admit)))).toEqual({ accepted: 1, ticket_used: DOORS - 1 });
});

test('control: without the guard and the index the same rush lets a ticket in many times', async () => {
  const door = await openDoor({ without: 'admitOnce' });
  await door.owner.execute(sql`drop index scans_one_acceptance_per_ticket`);
  const { accepted = 0 } = await outcomes(Array.from({ length: DOORS }, () => door.scan(admit)));
  expect(accepted).toBeGreaterThan(1);
});

/** Doors that reject and admit at once; returns how many admitted, and whether the ticket is used in the end. */
async function mixedDoors(door: OpenDoor) {
  await Promise.all(Array.from({ length: DOORS }, () => door.scan(turnAway)));
  const usedByRejecting = await isUsed(door, door.ticket.id);
  const first = await outcomes([door.scan(admit)]);
  await Promise.all(Array.from({ length: DOORS - 1 }, () => door.scan(turnAway)));
  return { usedByRejecting, first, isUsed: await isUsed(door, door.ticket.id), again: await outcomes([door.scan(admit)]) };
}

test('rejections never use a ticket up and never revive one, however many (I9)', async () => {
  const door = await openDoor();
  expect(await mixedDoors(door)).toEqual({ usedByRejecting: false, first: { accepted: 1 }, isUsed: true, again: { ticket_used: 1 } });
});

test('control: without the guard rejections revive a used ticket', async () => {
  const door = await openDoor({ without: 'rejectKeepsTicket' });
  expect(await mixedDoors(door)).toMatchObject({ isUsed: false });
});

test('control: without the guard a rejection uses a ticket up', async () => {
  const door = await openDoor({ without: 'rejectKeepsTicket' });
  await door.scan(turnAway);
  expect(await outcomes([door.scan(admit)])).toEqual({ ticket_used: 1 });
});

test('rejecting and admitting at the same moment admits once', async () => {
  const door = await openDoor();
  const sent = Array.from({ length: DOORS }, (_, place) => door.scan(place % 2 === 0 ? admit : turnAway));
  expect(await outcomes(sent)).toEqual({ accepted: 1, ticket_used: DOORS / 2 - 1, rejected: DOORS / 2 });
});
