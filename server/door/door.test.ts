import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { admit, isUsed, openDoor, scansOf, turnAway } from '#tests/factories/door.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { scans } from './door.table.ts';

const refused = (status: number, code: ErrorCode, rest: object = {}) => ({ status, body: { code, ...rest } });

test('a valid ticket is accepted, and the door sees the guest [§7.scan]', async () => {
  const door = await openDoor();
  expect(await door.scan({ ...admit, code: door.ticket.code })).toEqual({
    result: 'accepted',
    reason: 'valid',
    ticket: {
      id: door.ticket.id,
      eventId: door.event.id,
      eventName: 'ნულოვანი',
      eventNameLat: 'Nulovani',
      startDate: '2026-11-21T23:00:00+04:00',
      ticketTypeName: 'შესვლა',
      ticketTypeNameLat: 'Entry',
      holderName: '',
      usedAt: '2026-11-21T23:04:00+04:00',
    },
    guest: { firstName: 'Nino', lastName: 'Beridze', birthdate: '1998-04-12', status: 'Verified' },
  });
});

test.each(['Owner', 'Manager', 'DoorLead'] as const)('%s admits with the call of the specification', async (role) => {
  const door = await openDoor();
  const { accessToken } = await createUser(door.ctx, { roles: [role] });
  const body = { ticketId: door.ticket.id, ...admit, code: door.ticket.code };
  expect(await door.api(accessToken).door.scan({ body })).toMatchObject({ result: 'accepted', reason: 'valid' });
});

test('a used ticket is refused the second time and says when it was used [§4.after-scan]', async () => {
  const door = await openDoor();
  await door.scan({ ...admit, code: door.ticket.code });
  door.clock.advanceMinutes(5);
  await expect(door.scan({ ...admit, code: door.ticket.code })).rejects.toMatchObject(
    refused(409, 'ticket_used', {
      message: 'This ticket was already used on 2026-11-21 at 23:04.',
      params: { date: '2026-11-21', time: '23:04', userId: door.guest.id },
    }),
  );
});

test('each decision is stored with its details, a scanned code apart from a manual entry', async () => {
  const door = await openDoor();
  const scanId = randomUUID();
  await door.scan({ ...turnAway });
  await door.scan({ ...admit, code: door.ticket.code, scanId, scannedAt: '2026-11-21T23:03:58+04:00', device: 'left door' });
  await expect(door.scan(admit)).rejects.toMatchObject(refused(409, 'ticket_used'));

  const common = { ticketId: door.ticket.id, staffId: door.admin.id, decidedAt: door.clock.now() };
  expect(await scansOf(door)).toMatchObject([
    { ...common, result: 'rejected', reason: 'rejected_by_staff', isManual: true, scanId: null, device: null, scannedAt: null },
    {
      ...common,
      result: 'accepted',
      reason: 'valid',
      isManual: false,
      scanId,
      device: 'left door',
      scannedAt: new Date('2026-11-21T23:03:58+04:00'),
    },
    { ...common, result: 'refused', reason: 'ticket_used', isManual: true },
  ]);
});

test('kept scans cannot be changed or deleted', async () => {
  const door = await openDoor();
  await door.scan(admit);
  await expect(door.owner.delete(scans)).rejects.toThrow();
  await expect(door.owner.update(scans).set({ result: 'rejected' })).rejects.toThrow();
  expect(await scansOf(door)).toMatchObject([{ result: 'accepted' }]);
});

test('a stored scan contains nothing about the guest', async () => {
  const door = await openDoor();
  await door.scan(admit);
  const { rows } = await door.ctx.db.execute<{ text: string }>(sql`select to_json(scans)::text as text from scans`);
  expect(rows[0]?.text).not.toMatch(/Nino|Beridze|1998/);
});

test('rejecting leaves an unused ticket usable and a used one used', async () => {
  const door = await openDoor();
  expect(await door.scan({ ...turnAway, code: door.ticket.code })).toMatchObject({
    result: 'rejected',
    reason: 'rejected_by_staff',
    ticket: { usedAt: null },
    guest: { firstName: 'Nino' },
  });
  expect(await door.scan(admit)).toMatchObject({ result: 'accepted' });
  expect(await door.scan(turnAway)).toMatchObject({ result: 'rejected', ticket: { usedAt: '2026-11-21T23:04:00+04:00' } });
  await expect(door.scan(admit)).rejects.toMatchObject(refused(409, 'ticket_used'));
});

test('a refunded ticket is refused, used or not, and keeps its state', async () => {
  const door = await openDoor();
  const used = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  await door.scan({ ...admit, ticketId: used.id });
  await door.ctx.db.update(tickets).set({ state: 'refunded' });
  await expect(door.scan({ ...admit, code: door.ticket.code })).rejects.toMatchObject(refused(409, 'ticket_refunded'));
  await expect(door.scan({ ...admit, ticketId: used.id })).rejects.toMatchObject(refused(409, 'ticket_refunded'));
  expect(await isUsed(door, door.ticket.id)).toBe(false);
  const kept = await scansOf(door);
  expect(kept.map(({ ticketId, result, reason }) => [ticketId, result, reason])).toEqual([
    [used.id, 'accepted', 'valid'],
    [door.ticket.id, 'refused', 'ticket_refunded'],
    [used.id, 'refused', 'ticket_refunded'],
  ]);
});

test('an unknown ticket is not found by hand, and a forgery when it has a code', async () => {
  const door = await openDoor();
  const ticketId = door.ticket.id + 1;
  await expect(door.scan({ ...admit, ticketId })).rejects.toMatchObject(refused(404, 'ticket_not_found'));
  const code = door.ticket.code.replace(String(door.ticket.id), String(ticketId));
  await expect(door.scan({ ...admit, ticketId, code })).rejects.toMatchObject(refused(400, 'code_tampered'));
  expect(await scansOf(door)).toEqual([]);
});

test('a code changed in any part is refused as tampered, and the ticket stays unused [§7.scan]', async () => {
  const door = await openDoor();
  const { code, id, userId } = door.ticket;
  const signature = code.slice(code.indexOf('V1.') + 3);
  const flipped = (text: string, place: number) => text.slice(0, place) + (text.charAt(place) === 'A' ? 'B' : 'A') + text.slice(place + 1);
  const changed = [
    code.replace(`User ID: ${userId}`, `User ID: ${userId + 1}`),
    code.replace(`Ticket ID: ${id}`, `Ticket ID: ${id + 1}`),
    code.replace('V1.', 'V2.'),
    code.replace(signature, flipped(signature, 0)),
    code.replace(signature, flipped(signature, 43)),
    code.replace(signature, flipped(signature, 85)),
    code.slice(0, -1),
    `${code}A`,
    code.replace(`V1.${signature}`, ''),
    'https://example.com/',
  ];
  for (const text of changed) {
    for (const isReject of [false, true]) {
      await expect(door.scan({ isReject, code: text }), text).rejects.toMatchObject(
        refused(400, 'code_tampered', { message: 'Invalid or tampered QR code!' }),
      );
    }
  }
  expect(await isUsed(door, id)).toBe(false);
  expect((await scansOf(door)).every(({ result, reason }) => result === 'refused' && reason === 'code_tampered')).toBe(true);
  expect(await door.scan({ ...admit, code })).toMatchObject({ result: 'accepted' });
});

test('the code of another ticket does not open this one', async () => {
  const door = await openDoor();
  const other = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  await expect(door.scan({ ...admit, code: other.code })).rejects.toMatchObject(refused(400, 'code_tampered'));
  expect(await isUsed(door, door.ticket.id)).toBe(false);
  expect(await isUsed(door, other.id)).toBe(false);
});

test('a guest and a visitor decide nothing at the door [§6.admin]', async () => {
  const door = await openDoor();
  const body = { ...admit, ticketId: door.ticket.id, code: door.ticket.code };
  await expect(door.api().door.scan({ body })).rejects.toMatchObject(refused(401, 'unauthorized'));
  await expect(door.api('no token').door.scan({ body })).rejects.toMatchObject(refused(401, 'unauthorized'));
  await expect(door.api(door.guest.accessToken).door.scan({ body })).rejects.toMatchObject(refused(403, 'forbidden'));
  expect(await isUsed(door, door.ticket.id)).toBe(false);
  expect(await scansOf(door)).toEqual([]);
});

test('a scan that cannot be one is refused', async () => {
  const door = await openDoor();
  for (const input of [
    { ticketId: 0 },
    { ticketId: -1 },
    { ticketId: 1.5 },
    { ticketId: 2 ** 53 },
    { scanId: 'one' },
    { scannedAt: 'now' },
  ]) {
    await expect(door.scan({ ...admit, ...input })).rejects.toMatchObject({ status: 400 });
  }
  expect(await scansOf(door)).toEqual([]);
});

test('any other text that a camera reads is a tampered code, and an id that is sent as text is a number', async () => {
  const door = await openDoor();
  for (const code of ['', 'x'.repeat(600)])
    await expect(door.scan({ ...admit, code })).rejects.toMatchObject({ status: 400, body: { code: 'code_tampered' } });
  const answer = await fetch(`${door.url}/api/QRCode/scan`, {
    method: 'POST',
    headers: { authorization: `Bearer ${door.admin.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ isReject: false, ticketId: String(door.ticket.id), code: null }),
  });
  expect(await answer.json()).toMatchObject({ result: 'accepted' });
});

test('times that no calendar has are refused', async () => {
  const door = await openDoor();
  for (const scannedAt of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00'])
    for (const how of [admit, turnAway]) await expect(door.scan({ ...how, scannedAt })).rejects.toMatchObject({ status: 400 });
});

test('a ticket of a banned guest is turned away with the reason, stays unused, and is good again when the ban is over', async () => {
  const door = await openDoor();
  const until = new Date('2026-11-21T23:10:00+04:00');
  await door.ctx.db.update(users).set({ bannedAt: door.clock.now(), bannedUntil: until }).where(eq(users.id, door.guest.id));
  const scanId = randomUUID();
  const scan = () => door.scan({ ...admit, code: door.ticket.code, scanId }).catch((error: unknown) => error);
  const turned = await scan();
  const params = { userId: door.guest.id, eventNameLat: 'Nulovani' };
  expect(turned).toMatchObject(refused(409, 'banned_at_door', { message: 'This guest is banned. The ticket stays unused.', params }));
  expect(await isUsed(door, door.ticket.id)).toBe(false);
  expect(await scan()).toEqual(turned);
  expect(await door.scan({ ...turnAway, code: door.ticket.code })).toMatchObject({ result: 'rejected', reason: 'rejected_by_staff' });
  door.clock.set(until.toISOString());
  expect(await door.scan(admit)).toMatchObject({ result: 'accepted' });
  expect(await scansOf(door)).toMatchObject([
    { result: 'rejected', reason: 'banned' },
    { result: 'rejected', reason: 'rejected_by_staff' },
    { result: 'accepted' },
  ]);
});

test('a used ticket of a banned guest says that it was used', async () => {
  const door = await openDoor();
  await door.scan(admit);
  await door.ctx.db.update(users).set({ bannedAt: door.clock.now() }).where(eq(users.id, door.guest.id));
  await expect(door.scan(admit)).rejects.toMatchObject(refused(409, 'ticket_used'));
});
