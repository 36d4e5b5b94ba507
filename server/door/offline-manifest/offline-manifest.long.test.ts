import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { sealPersonal } from '#server/accounts/personal-data.ts';
import { events } from '#server/content/content.table.ts';
import { signTicketCode } from '#server/sales/tickets/ticket-code.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { fromBase64url } from '#shared/base64url.ts';
import { addDays } from '#shared/dates.ts';
import { RULE_VERSION } from '#shared/door/admission.ts';
import { findEventOfTicketCode, findVerifier, readTicketCode } from '#shared/door/ticket-code.ts';
import { scannerDeviceAt } from '#tests/factories/door-phone.ts';
import { admit, openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { type Holder, sellToMany } from '#tests/factories/full-event.ts';
import { complimentary } from '#tests/factories/complimentary.ts';
import { openTransaction } from '#tests/factories/open-transaction.ts';
import { copyOnPhone } from '#tests/factories/phone-copy.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { findOfflineManifestTickets } from './offline-manifest.queries.ts';
import { readChanges, readOfflineManifest } from './offline-manifest.service.ts';

/** An event with 40 holders, and a phone at its door. */
async function openPhone() {
  const door = await openDoor({ isFresh: true });
  const { ctx } = door;
  const event = await createEvent(ctx, { startsAt: new Date('2026-11-21T22:00:00+04:00') });
  const holders = await sellToMany(ctx, event, 40);
  const scannerDevice = scannerDeviceAt(event.id);
  const codes = holders.map(({ ticket }) => ticket.code);
  const phone = copyOnPhone(await readOfflineManifest(ctx, scannerDevice));
  /** Fetches the changes; returns the codes whose rows are new or changed. */
  const refresh = async () => phone.take(await readChanges(ctx, scannerDevice, phone.version()), codes);
  const holder = (place: number): Holder => holders[place] ?? expect.fail(`There is no holder ${place}.`);
  return { ...door, event, holders, holder, codes, scannerDevice, phone, refresh };
}

test('the offline manifest names the event, all others that are no draft, and the end of its scanner devices', async () => {
  const { ctx } = await openDoor();
  const startsAt = new Date('2026-12-12T23:00:00+04:00');
  const at = (days: number) => addDays(startsAt, days);
  const event = await createEvent(ctx, { name: 'ღამე', nameLat: 'Tonight', startsAt });
  const before = await createEvent(ctx, { nameLat: 'Last year', startsAt: at(-400) });
  const cancelled = await createEvent(ctx, { nameLat: 'Cancelled', startsAt: at(1), state: 'cancelled' });
  const after = await createEvent(ctx, { nameLat: 'A week after', startsAt: at(7) });
  await createEvent(ctx, { nameLat: 'A draft', startsAt: at(2), state: 'draft' });

  const offlineManifest = await readOfflineManifest(ctx, scannerDeviceAt(event.id));
  expect(offlineManifest.event).toEqual({
    id: event.id,
    name: 'ღამე',
    nameLat: 'Tonight',
    startDate: '2026-12-12T23:00:00+04:00',
    endDate: '2026-12-13T07:00:00+04:00',
    state: 'published',
  });
  const others = offlineManifest.neighbours.map(({ id, state }) => [id, state]);
  expect(others.slice(0, 2)).toEqual([
    [cancelled.id, 'cancelled'],
    [after.id, 'published'],
  ]);
  expect(others.at(-1)).toEqual([before.id, 'published']);
  expect(offlineManifest).toMatchObject({
    endsAt: '2026-12-13T09:00:00+04:00',
    serverTime: '2026-11-21T23:04:00+04:00',
    ruleVersion: RULE_VERSION,
  });
});

test('codes are verified with the key of the offline manifest, for the event and its neighbours', async () => {
  const { ctx, event, ticket, guest } = await openDoor();
  const friday = await createEvent(ctx, { startsAt: new Date('2026-11-27T23:00:00+04:00') });
  const later = await createTicket(ctx, { userId: guest.id, eventId: friday.id });
  const { publicKey, neighbours } = await readOfflineManifest(ctx, scannerDeviceAt(event.id));
  const verify = await findVerifier();
  const eventOf = async (text: string) => {
    const code = readTicketCode(text);
    const key = fromBase64url(publicKey);
    return verify && code && key && findEventOfTicketCode(verify, key, code, [event.id, ...neighbours.map(({ id }) => id)]);
  };
  expect(await eventOf(ticket.code)).toBe(event.id);
  expect(await eventOf(later.code)).toBe(friday.id);
  expect(await eventOf(later.code.replace(`Ticket ID: ${later.id}`, `Ticket ID: ${ticket.id}`))).toBeUndefined();
});

test('nothing is sent while nothing changes, however often the phone asks', async () => {
  const { ctx, scannerDevice, phone, clock } = await openPhone();
  for (let turn = 0; turn < 3; turn += 1) {
    clock.advanceMinutes(1);
    expect(await readChanges(ctx, scannerDevice, phone.version())).toMatchObject({ version: phone.version(), head: null, rows: [] });
  }
});

test('what becomes of a ticket or its guest changes exactly that row', async () => {
  const { ctx, clock, holder, phone, refresh } = await openPhone();
  const ofTicket = (place: number) => eq(tickets.id, holder(place).ticket.id);
  const ofGuest = (place: number) => eq(users.id, holder(place).userId);
  const changes: [string, number, Promise<unknown>, object][] = [
    ['used', 1, ctx.db.update(tickets).set({ usedAt: clock.now() }).where(ofTicket(1)), { usedAt: '2026-11-21T23:04:00+04:00' }],
    ['refunded', 2, ctx.db.update(tickets).set({ state: 'refunded' }).where(ofTicket(2)), { state: 'refunded' }],
    ['banned', 3, ctx.db.update(users).set({ bannedAt: clock.now() }).where(ofGuest(3)), { isBanned: true }],
    ['renamed', 4, ctx.db.update(users).set({ firstName: 'Nana' }).where(ofGuest(4)), { guest: { firstName: 'Nana' } }],
    ['doubted', 5, ctx.db.update(users).set({ status: 'Rejected' }).where(ofGuest(5)), { isDoubtful: true, guest: { status: 'Rejected' } }],
    [
      'born later',
      6,
      ctx.db
        .update(users)
        .set({ sealedBirthdate: sealPersonal(ctx.keys.personalData, 'birthdate', '2009-01-01') })
        .where(ofGuest(6)),
      { guest: { birthdate: '2009-01-01' } },
    ],
  ];
  for (const [what, place, change, row] of changes) {
    await change;
    expect(await refresh(), what).toEqual([holder(place).ticket.code]);
    expect(await phone.read(holder(place).ticket.code), what).toMatchObject(row);
  }
  await ctx.db.update(tickets).set({ usedAt: null }).where(ofTicket(1));
  expect(await refresh(), 'the admission is undone').toEqual([holder(1).ticket.code]);
});

test('a ban that begins or ends by the clock alone changes its row', async () => {
  const { ctx, clock, holder, phone, refresh } = await openPhone();
  const { userId, ticket } = holder(9);
  const bannedUntil = new Date(clock.now().getTime() + 60_000);
  await ctx.db.update(users).set({ bannedAt: clock.now(), bannedUntil }).where(eq(users.id, userId));
  expect(await refresh()).toEqual([ticket.code]);
  clock.advanceMinutes(1);
  expect(await refresh()).toEqual([ticket.code]);
  expect(await phone.read(ticket.code)).toMatchObject({ isBanned: false });
});

test('an entry at one door reaches a phone at the other', async () => {
  const door = await openDoor();
  const scannerDevice = scannerDeviceAt(door.event.id);
  const phone = copyOnPhone(await readOfflineManifest(door.ctx, scannerDevice));
  await door.scan({ ...admit, code: door.ticket.code });
  expect(await phone.take(await readChanges(door.ctx, scannerDevice, phone.version()), [door.ticket.code])).toEqual([door.ticket.code]);
  expect(await phone.read(door.ticket.code)).toMatchObject({ usedAt: '2026-11-21T23:04:00+04:00' });
});

test('a ticket that is sold after the offline manifest comes with the changes', async () => {
  const { ctx, event, scannerDevice, phone, codes } = await openPhone();
  const guest = await createUser(ctx, { firstName: 'Late', lastName: 'Buyer' });
  const { code } = await createTicket(ctx, { userId: guest.id, eventId: event.id });
  expect(await phone.read(code)).toBeUndefined();
  expect(await phone.take(await readChanges(ctx, scannerDevice, phone.version()), [...codes, code])).toEqual([code]);
  expect(await phone.read(code)).toMatchObject({ state: 'valid', guest: { firstName: 'Late', lastName: 'Buyer' } });
});

test('a ticket that was given away and taken back is revoked', async () => {
  const { ctx, api, admin, event, ticket } = await openDoor();
  const scannerDevice = scannerDeviceAt(event.id);
  const desk = api(await signInAgain(ctx, admin.id)).staffTicketTypes;
  const given = await desk.give({ id: event.id, body: { ...complimentary, quantity: 1 } });
  const codes = (await findOfflineManifestTickets(ctx.db, event.id)).map((one) => signTicketCode(ctx.keys, one));
  const phone = copyOnPhone(await readOfflineManifest(ctx, scannerDevice));
  expect(await Promise.all(codes.map(phone.read))).toMatchObject([{ state: 'valid' }, { state: 'valid' }]);
  await desk.revoke({ id: given.id, body: { reason: 'cannot come' } });
  const [changed = '', ...others] = await phone.take(await readChanges(ctx, scannerDevice, phone.version()), codes);
  expect(others).toEqual([]);
  expect(changed).not.toBe(ticket.code);
  expect(await phone.read(changed)).toMatchObject({ state: 'revoked' });
});

test('a change of the event or a neighbour comes with a new head, without rows', async () => {
  const { ctx, event, scannerDevice, phone } = await openPhone();
  await ctx.db.update(events).set({ state: 'cancelled' }).where(eq(events.id, event.id));
  const changes = await readChanges(ctx, scannerDevice, phone.version());
  expect(changes).toMatchObject({ head: { event: { state: 'cancelled' } }, rows: [] });
  const neighbour = await createEvent(ctx);
  expect(await readChanges(ctx, scannerDevice, changes.version)).toMatchObject({
    head: { neighbours: expect.arrayContaining([expect.objectContaining({ id: neighbour.id })]) },
    rows: [],
  });
});

test('a change that is committed after a later one is not missed', async () => {
  const { ctx, clock, holder, refresh } = await openPhone();
  const use = (place: number) => eq(tickets.id, holder(place).ticket.id);
  const commit = await openTransaction(ctx, (tx) => tx.db.update(tickets).set({ usedAt: clock.now() }).where(use(11)));
  clock.advanceMinutes(1);
  await ctx.db.update(tickets).set({ usedAt: clock.now() }).where(use(12));
  expect(await refresh()).toEqual([holder(12).ticket.code]);
  await commit();
  expect(await refresh()).toEqual([holder(11).ticket.code]);
});

test('an answer that arrives after a later one does no harm', async () => {
  const { ctx, clock, holder, phone, scannerDevice, codes, refresh } = await openPhone();
  const setUsed = (place: number, usedAt: Date | null) =>
    ctx.db
      .update(tickets)
      .set({ usedAt })
      .where(eq(tickets.id, holder(place).ticket.id));
  await setUsed(1, clock.now());
  const late = await readChanges(ctx, scannerDevice, phone.version());
  await setUsed(2, clock.now());
  await refresh();
  await phone.take(late, codes);
  await setUsed(2, null);
  await refresh();
  expect(await phone.read(holder(1).ticket.code)).toMatchObject({ usedAt: '2026-11-21T23:04:00+04:00' });
  expect(await phone.read(holder(2).ticket.code)).toMatchObject({ usedAt: null });
});

test('every process knows the version of every other', async () => {
  const { ctx, deps, clock, holder, scannerDevice, phone, codes } = await openPhone();
  const other = await startTestApp({ databaseUrl: deps.env.databaseUrl ?? '', clock });
  expect(await readChanges(other.ctx, scannerDevice, phone.version())).toMatchObject({ head: null, rows: [] });
  await ctx.db
    .update(tickets)
    .set({ usedAt: clock.now() })
    .where(eq(tickets.id, holder(20).ticket.id));
  expect(await phone.take(await readChanges(other.ctx, scannerDevice, phone.version()), codes)).toEqual([holder(20).ticket.code]);
});

test('a version that the server cannot read gets everything, and an unknown event nothing', async () => {
  const { ctx, event, scannerDevice } = await openPhone();
  expect(await readChanges(ctx, scannerDevice, 'unknown')).toMatchObject({ head: { event: { id: event.id } }, rows: { length: 40 } });
  await expect(readOfflineManifest(ctx, scannerDeviceAt(event.id + 1_000))).rejects.toMatchObject({
    code: 'event_not_found',
  });
  await expect(readChanges(ctx, scannerDeviceAt(event.id + 1_000), '')).rejects.toMatchObject({
    code: 'event_not_found',
  });
});
