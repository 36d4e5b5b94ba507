import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { LOOKUPS_OF_EVENT, LOOKUPS_OF_HOUR, LOOKUPS_OF_MAKER } from '#server/door/name-budget.ts';
import { alerts, auditEntries } from '#server/platform/platform.table.ts';
import { consumeLimit } from '#server/platform/limits/limits.ts';
import type { Question } from '#shared/door/questions.ts';
import { openScannerDevice, pairPhone } from '#tests/factories/door-phone.ts';
import { type OpenDoor, openDoor, scansOf } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';

async function openLook(door: OpenDoor) {
  const lead = await createUser(door.ctx, { roles: ['DoorLead'] });
  const phone = await pairPhone(door, { eventId: door.event.id, rights: ['scan', 'reject', 'undo'], maker: lead });
  const look = (ticketId = door.ticket.id, answered?: Question[]) =>
    phone.call({ method: 'POST', path: '/api/door/look', body: { ticketId, answered } });
  const sell = async () => (await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id })).id;
  const at = door.clock.now().toISOString();
  let sequence = 0;
  const scan = (given: { ticketId: number; kind?: 'in' | 'reject' }) => {
    sequence += 1;
    const scanId = `00000000-0000-4000-8000-00000000000${sequence}`;
    const scans = [{ kind: 'in', scanId, sequence, at, offsetMs: 0, uncertaintyMs: 0, decidedBy: 'server', ...given }];
    return phone.call({ method: 'POST', path: '/api/door/scans', body: { scans } });
  };
  return { ...phone, lead, look, sell, scan };
}

const looksIn = ({ ctx }: OpenDoor) =>
  ctx.db.select({ subject: auditEntries.subject }).from(auditEntries).where(eq(auditEntries.action, 'door.look'));

const LIMITED = { env: { RATE_LIMIT_SCALE: '1' } };

test('a look at a number says whose the ticket is and what would be decided, stores no scan, and is in the audit log once', async () => {
  const door = await openDoor();
  const { look } = await openLook(door);
  const { status, body } = await look();
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { result: 'accepted', reason: 'valid', guest: { lastName: 'Beridze', birthdate: '', age: 28 } },
  });
  expect(JSON.stringify(body)).not.toContain('1998');
  await look();
  expect(await scansOf(door)).toEqual([]);
  expect(await looksIn(door)).toMatchObject([{ subject: `ticket ${door.ticket.id}` }]);
});

test('a look says what is still to be asked after an answer', async () => {
  const door = await openDoor();
  const other = await createEvent(door.ctx);
  const { id } = await createTicket(door.ctx, { userId: door.guest.id, eventId: other.id });
  const main = await openScannerDevice(door, 'Main');
  await main.upload(main.scan({ kind: 'reject', code: undefined, ticketId: id }));
  const { look } = await openLook(door);
  expect(await look(id)).toMatchObject({ body: { reason: 'other_event' } });
  expect(await look(id, ['other_event'])).toMatchObject({ body: { reason: 'rejected_before' } });
});

test('looks are searches: 100 an hour, the last one raises an alert, and the scan of a number that was looked at is not counted', async () => {
  const door = await openDoor(LIMITED);
  const { look, sell, scan, scannerDeviceId } = await openLook(door);
  await consumeLimit(door.ctx, [LOOKUPS_OF_HOUR, scannerDeviceId], 98);
  expect((await look()).status).toBe(200);
  expect((await look()).status, 'the same number').toBe(200);
  const alertsNow = () => door.ctx.db.select().from(alerts).where(eq(alerts.kind, 'door_search'));
  expect(await alertsNow()).toEqual([]);
  const last = await sell();
  expect((await look(last)).status).toBe(200);
  expect(await alertsNow()).toMatchObject([{ subject: `scanner_device ${scannerDeviceId}` }]);
  const next = await sell();
  expect(await look(next)).toMatchObject({ status: 429, body: { code: 'too_many_requests', params: { budget: 'hour' } } });
  expect(await scan({ ticketId: last })).toMatchObject({
    body: { outcomes: [{ result: 'accepted', guest: { birthdate: '1998-04-12' } }] },
  });
});

test.each([
  ['device', LOOKUPS_OF_EVENT],
  ['member', LOOKUPS_OF_MAKER],
])('a look counts against the budget of the %s, too', async (budget, limit) => {
  const door = await openDoor(LIMITED);
  const { look, sell, scannerDeviceId, lead } = await openLook(door);
  const key = limit === LOOKUPS_OF_MAKER ? `${door.event.id}:${lead.id}` : scannerDeviceId;
  await consumeLimit(door.ctx, [limit, key], limit.points - 1);
  expect((await look()).status).toBe(200);
  expect(await look(await sell())).toMatchObject({ status: 429, body: { params: { budget } } });
});

test('a denial by number tells the age, and names nobody once the budget is spent', async () => {
  const door = await openDoor(LIMITED);
  const { sell, scan, scannerDeviceId } = await openLook(door);
  const deny = async () => scan({ ticketId: await sell(), kind: 'reject' });
  expect(await deny()).toMatchObject({ body: { outcomes: [{ result: 'rejected', guest: { birthdate: '', age: 28 } }] } });
  await consumeLimit(door.ctx, [LOOKUPS_OF_HOUR, scannerDeviceId], 98);
  const last = await sell();
  for (const kind of ['reject', 'reject', 'in'] as const)
    expect(await scan({ ticketId: last, kind }), 'a number counts once').toMatchObject({ body: { outcomes: [{ guest: { age: 28 } }] } });
  expect(await deny()).toMatchObject({ body: { outcomes: [{ result: 'rejected', guest: null }] } });
});
