import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ErrorCode } from '#shared/errors.ts';
import { admit, isUsed, openDoor, scansOf, turnAway } from '#tests/factories/door.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { signInAgain } from '#tests/factories/users.ts';

const refused = (status: number, code: ErrorCode, rest: object = {}) => ({ status, body: { code, ...rest } });

test('a repeated scanId gets the first answer again, whatever happened since', async () => {
  const door = await openDoor();
  const rejected = { ...turnAway, scanId: randomUUID() };
  const tampered = { ...admit, code: 'forged', scanId: randomUUID() };
  const accepted = { ...admit, code: door.ticket.code, scanId: randomUUID() };
  const late = { ...admit, scanId: randomUUID() };
  const answers = async () => [
    await door.scan(rejected),
    await door.scan(tampered).catch((error: unknown) => error),
    await door.scan(accepted),
    await door.scan(late).catch((error: unknown) => error),
  ];

  const first = await answers();
  door.clock.advanceMinutes(3);
  const again = await answers();

  expect(first).toMatchObject([{ result: 'rejected', ticket: { usedAt: null } }, { status: 400 }, { result: 'accepted' }, { status: 409 }]);
  expect(again).toEqual(first);
  expect(await scansOf(door)).toHaveLength(4);
});

test('a scanId that was used for something else is refused', async () => {
  const door = await openDoor();
  const other = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  const scanId = randomUUID();
  await door.scan({ ...turnAway, scanId });
  await expect(door.scan({ ...admit, scanId })).rejects.toMatchObject(refused(409, 'idempotency_reused'));
  await expect(door.scan({ ...turnAway, scanId, ticketId: other.id })).rejects.toMatchObject(refused(409, 'idempotency_reused'));
  await expect(door.scan({ ...admit, scanId, ticketId: other.id })).rejects.toMatchObject(refused(409, 'idempotency_reused'));
  expect(await isUsed(door, door.ticket.id)).toBe(false);
  expect(await isUsed(door, other.id)).toBe(false);
});

test('an accepted scan still counts an hour later, in a new session', async () => {
  const door = await openDoor();
  await door.scan(admit);
  door.clock.advanceMinutes(60);
  const token = await signInAgain(door.ctx, door.admin.id);
  await expect(door.api(token).door.scan({ body: { ...admit, ticketId: door.ticket.id } })).rejects.toMatchObject(
    refused(409, 'ticket_used', { params: { date: '2026-11-21', time: '23:04' } }),
  );
});

test('an Idempotency-Key makes a scan repeatable, as a scanId does, and keeps no guest', async () => {
  const door = await openDoor();
  const body = { ...admit, ticketId: door.ticket.id, code: door.ticket.code };
  const scan = () => door.api(door.admin.accessToken).door.scan({ body }, { idempotencyKey: 'tap-1' });
  const first = await scan();
  expect(await scan()).toEqual(first);
  expect(await scansOf(door)).toHaveLength(1);
  const { rows } = await door.deps.database.pool.query('select 1 from idempotency_keys');
  expect(rows).toEqual([]);
});

test('a forged code is refused also under the scanId of a valid one', async () => {
  const door = await openDoor();
  const scanId = randomUUID();
  await door.scan({ ...admit, code: door.ticket.code, scanId });
  await expect(door.scan({ ...admit, code: `${door.ticket.code}x`, scanId })).rejects.toMatchObject({ body: { code: 'code_tampered' } });
});
