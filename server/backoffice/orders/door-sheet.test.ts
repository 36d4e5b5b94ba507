import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '#server/platform/platform.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

async function open() {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx);
  const event = await createEvent(app.ctx);
  const sheet = (accessToken: string) => app.api(accessToken).staffOrders.doorSheet({ id: event.id });
  return { app, admin, event, sheet };
}

test('the sheet has who may come in, by surname, with the last digits of the ticket and no more', async () => {
  const { app, admin, event, sheet } = await open();
  const zurab = await createUser(app.ctx, { firstName: 'Ana', lastName: 'Zurabiani', birthdate: '2000-11-20' });
  const ada = await createUser(app.ctx, { firstName: 'Ada', lastName: 'Abuladze', email: 'ada@example.com' });
  const ticket = await createTicket(app.ctx, { userId: zurab.id, eventId: event.id });
  await createTicket(app.ctx, { userId: ada.id, eventId: event.id });
  const { staffLists } = app.api(admin.accessToken);
  const { lists } = await staffLists.add({ id: event.id, body: { name: 'Artist', allocation: 5, freeUntil: null } });
  const entries = [{ firstName: 'Lela', lastName: 'Meskhi', plusOnes: 2 }];
  await staffLists.addEntries({ id: lists[0]?.id ?? 0, body: { entries } });
  const ended = await staffLists.add({ id: event.id, body: { name: 'Over', allocation: 5, freeUntil: null } });
  await staffLists.end({ id: ended.lists.find(({ name }) => name === 'Over')?.id ?? 0 });

  const view = await sheet(admin.accessToken);
  expect(view).toMatchObject({ nameLat: 'Night', hasAges: true });
  expect(view.holders.map(({ lastName }) => lastName)).toEqual(['Abuladze', 'Zurabiani']);
  expect(view.holders[1]).toEqual({
    firstName: 'Ana',
    lastName: 'Zurabiani',
    holderName: null,
    ticketType: expect.any(String),
    ticketTypeLat: expect.any(String),
    ticketEnd: String(ticket.id).slice(-4),
    age: 26,
    cameAt: null,
    isBanned: false,
    needsName: false,
    isRejected: false,
  });
  expect(view.lists).toEqual([{ name: 'Artist', freeUntil: null, price: null, entries: [{ ...entries[0], arrived: 0 }] }]);
  expect(JSON.stringify(view)).not.toContain('ada@example.com');
  const entry = (await app.ctx.db.select().from(auditEntries)).find(({ action }) => action === 'export.guests');
  expect(entry).toMatchObject({ subject: `event ${event.id}` });
});

test('a name with a mailed ticket stands once on it: the ticket with its holder, and the others by the name', async () => {
  const { app, admin, event, sheet } = await open();
  const { staffLists } = app.api(admin.accessToken);
  const { lists } = await staffLists.add({ id: event.id, body: { name: 'Artist', allocation: 5, freeUntil: null } });
  const entries = [
    { firstName: 'Lela', lastName: 'Meskhi', plusOnes: 2, email: 'lela@example.ge' },
    { firstName: 'Ana', lastName: 'Zurabiani', plusOnes: 0, email: 'ana@example.ge' },
  ];
  await staffLists.addEntries({ id: lists[0]?.id ?? 0, body: { entries } });
  const before = await sheet(admin.accessToken);
  expect(before.holders.map(({ lastName }) => lastName)).toEqual(['Meskhi', 'Zurabiani']);
  expect(before.lists[0]?.entries).toEqual([{ firstName: 'Lela', lastName: 'Meskhi', plusOnes: 1, arrived: 0 }]);
  const lela = before.holders.find(({ lastName }) => lastName === 'Meskhi');
  const ticket = (await app.ctx.db.select().from(tickets)).find(({ id }) => String(id).endsWith(lela?.ticketEnd ?? ''));
  await app.api(admin.accessToken).door.scan({ body: { isReject: false, ticketId: ticket?.id ?? 0 } });
  expect((await sheet(admin.accessToken)).lists[0]?.entries).toMatchObject([{ plusOnes: 1, arrived: 0 }]);
});

test('a ticket that was refunded is not on it, and one that was used says when', async () => {
  const { app, admin, event, sheet } = await open();
  const guest = await createUser(app.ctx);
  const gone = await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  const used = await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  await app.ctx.db.execute(`update tickets set state = 'refunded' where id = ${gone.id}`);
  await app.ctx.db.execute(`update tickets set used_at = '2026-11-20T14:30:00Z' where id = ${used.id}`);
  expect((await sheet(admin.accessToken)).holders).toMatchObject([{ cameAt: '2026-11-20T18:30:00+04:00' }]);
});

test('banned and rejected guests are marked', async () => {
  const { app, admin, event, sheet } = await open();
  const ban = { bannedAt: app.clock.now() };
  for (const guest of [
    await createUser(app.ctx, { lastName: 'A', ...ban }),
    await createUser(app.ctx, { lastName: 'B', ...ban, bannedUntil: app.clock.now() }),
    await createUser(app.ctx, { lastName: 'C', status: 'Rejected' }),
  ])
    await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  const { holders } = await sheet(admin.accessToken);
  expect(holders.map(({ isBanned, isRejected }) => [isBanned, isRejected])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
});

test('an account without a birthdate has no age, and an unknown event no sheet', async () => {
  const { app, admin, event, sheet } = await open();
  const guest = await createUser(app.ctx, { birthdate: '' });
  await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  expect((await sheet(admin.accessToken)).holders).toMatchObject([{ age: null }]);
  await expect(app.api(admin.accessToken).staffOrders.doorSheet({ id: 999_999 })).rejects.toMatchObject({ status: 404 });
});

test('who runs the door gets it, and nobody else', async () => {
  const { app, sheet } = await open();
  for (const role of ['Desk', 'Money', 'Editor'] as const) {
    const { accessToken } = await createUser(app.ctx, { roles: [role] });
    await expect(sheet(accessToken)).rejects.toMatchObject({ status: 403 });
  }
  // The event begins the next day at 18:00.
  app.clock.set('2026-11-21T06:00:01+04:00');
  const lead = await createUser(app.ctx, { roles: ['DoorLead'] });
  expect(await sheet(lead.accessToken)).toMatchObject({ nameLat: 'Night' });
});

test('of a night that is far only who may export guests gets it', async () => {
  const { app, sheet } = await open();
  const sheetOf = async (role: 'DoorLead' | 'Manager') => sheet((await createUser(app.ctx, { roles: [role] })).accessToken);
  const exports = () => app.ctx.db.$count(auditEntries, eq(auditEntries.action, 'export.guests'));
  const far = { status: 409, body: { code: 'door_not_near', params: { before: 12, after: 2 } } };
  for (const at of ['2026-11-21T06:00:00+04:00', '2026-11-23T18:00:00+04:00']) {
    app.clock.set(at);
    await expect(sheetOf('DoorLead'), at).rejects.toMatchObject(far);
  }
  expect(await exports()).toBe(0);
  expect(await sheetOf('Manager')).toMatchObject({ nameLat: 'Night' });
  expect(await exports()).toBe(1);
});
