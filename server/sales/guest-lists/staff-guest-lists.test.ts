import { expect, test } from 'vitest';
import { events } from '#server/content/content.table.ts';
import { scans } from '#server/door/door.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import type { GuestListInput } from '#shared/staff/guest-lists.schemas.ts';
import { firstList as firstOf, listFields as open } from '#tests/factories/staff-lists.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin, createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const person = (firstName: string, lastName: string, plusOnes = 0) => ({ firstName, lastName, plusOnes });

/** A server with its owner, an event and the guest list calls. */
async function openLists() {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx);
  const { id } = await createEvent(app.ctx);
  return { app, admin, id, desk: app.api(admin.accessToken).staffLists };
}

/** An event with a list of these people, none of whom has arrived. */
async function openList(people = [person('Nino', 'Beridze', 2)], input: Partial<GuestListInput> = {}) {
  const { desk, ...rest } = await openLists();
  const list = firstOf(await desk.add({ id: rest.id, body: { ...open, ...input } }));
  const { entries } = firstOf(await desk.addEntries({ id: list.id, body: { entries: people } }));
  return { ...rest, desk, list, entries, entryId: entries[0]?.id ?? 0 };
}

/** Stores arrivals on an entry, as the door does. */
const comeIn = (
  { app, admin, id }: { app: TestApp; admin: { id: number }; id: number },
  entryId: number,
  fields: Partial<typeof scans.$inferInsert> = {},
) =>
  app.ctx.db.insert(scans).values({
    entryId,
    staffId: admin.id,
    eventId: id,
    kind: 'in',
    result: 'accepted',
    reason: 'on_list',
    isManual: false,
    decidedAt: app.clock.now(),
    ...fields,
  });

const audited = ({ ctx }: TestApp) =>
  ctx.db
    .select({ action: auditEntries.action, subject: auditEntries.subject, detail: auditEntries.detail })
    .from(auditEntries)
    .orderBy(auditEntries.id);

const refused = (code: string, params?: object) => ({ status: 409, body: { code, ...(params && { params }) } });

test('a list is made once, changed with its version, ended and opened again, each written down with before and after', async () => {
  const { app, id, desk } = await openLists();
  const freeUntil = '2026-11-22T01:00:00+04:00';
  await desk.add({ id, body: { ...open, freeUntil } }, { idempotencyKey: 'list' });
  const made = await desk.add({ id, body: { ...open, freeUntil } }, { idempotencyKey: 'list' });
  const list = firstOf(made);
  expect(made).toEqual({ id, at: '2026-11-20T18:00:00+04:00', endsAt: '2026-11-22T02:00:00+04:00', lists: [list] });
  expect(list).toEqual({
    ...open,
    freeUntil,
    price: null,
    mailedTickets: 0,
    mailed: 0,
    id: expect.any(Number),
    endedAt: null,
    linkMadeAt: null,
    version: 1,
    people: 0,
    arrived: 0,
    entries: [],
  });

  const body = { name: 'Nulovani and friends', allocation: 12, freeUntil: null, version: 1 };
  expect(firstOf(await desk.change({ id: list.id, body }))).toMatchObject({ name: body.name, allocation: 12, freeUntil: null, version: 2 });
  await expect(desk.change({ id: list.id, body })).rejects.toMatchObject(refused('conflict'));
  expect(firstOf(await desk.end({ id: list.id }))).toMatchObject({ endedAt: '2026-11-20T18:00:00+04:00', version: 3 });
  await expect(desk.end({ id: list.id })).rejects.toMatchObject(refused('conflict'));
  await expect(desk.change({ id: list.id, body: { ...body, version: 3 } })).rejects.toMatchObject(refused('conflict'));
  await expect(desk.addEntries({ id: list.id, body: { entries: [person('Nino', 'Beridze')] } })).rejects.toMatchObject(refused('conflict'));
  expect(firstOf(await desk.reopen({ id: list.id }))).toMatchObject({ endedAt: null, linkMadeAt: null, version: 4 });
  await expect(desk.reopen({ id: list.id })).rejects.toMatchObject(refused('conflict'));

  const subject = `list ${list.id}`;
  const before = { allocation: 10, freeUntil: '2026-11-21T21:00:00.000Z', priceTetri: null, mailedTickets: 0 };
  const endedAt = '2026-11-20T14:00:00.000Z';
  expect(await audited(app)).toEqual([
    { action: 'list.add', subject, detail: { eventId: id, before: null, after: before } },
    {
      action: 'list.change',
      subject,
      detail: { eventId: id, before, after: { allocation: 12, freeUntil: null, priceTetri: null, mailedTickets: 0 }, isRenamed: true },
    },
    { action: 'list.end', subject, detail: { eventId: id, before: { endedAt: null }, after: { endedAt } } },
    { action: 'list.reopen', subject, detail: { eventId: id, before: { endedAt }, after: { endedAt: null } } },
  ]);
});

test('a list has a price at the door, which a change without one keeps, and which is written down', async () => {
  const { app, id, desk } = await openLists();
  const list = firstOf(await desk.add({ id, body: { ...open, price: 15.5 } }));
  expect(list.price).toBe(15.5);
  expect(firstOf(await desk.change({ id: list.id, body: { ...open, allocation: 11, version: 1 } })).price).toBe(15.5);
  expect(firstOf(await desk.change({ id: list.id, body: { ...open, price: null, version: 2 } })).price).toBeNull();
  expect((await audited(app)).map(({ detail }) => detail)).toMatchObject([
    { after: { priceTetri: 1550 } },
    { before: { priceTetri: 1550 }, after: { priceTetri: 1550 } },
    { before: { priceTetri: 1550 }, after: { priceTetri: null } },
  ]);
  for (const price of [-1, 0, 0.005, 1000.01])
    await expect(desk.add({ id, body: { ...open, price } })).rejects.toMatchObject({
      status: 422,
      body: { errors: { price: 'validation.door_price_format' } },
    });
});

test('the audit log says that a list was renamed only if it was, and never its name, which may be a person’s', async () => {
  const { app, id, desk } = await openLists();
  const { id: listId } = firstOf(await desk.add({ id, body: { ...open, name: 'Friends of Nino' } }));
  await desk.change({ id: listId, body: { ...open, name: 'Friends of Nino', allocation: 11, version: 1 } });
  await desk.change({ id: listId, body: { ...open, name: 'Friends of Lela', allocation: 11, version: 2 } });
  const written = await audited(app);
  const [allocation11, allocation10] = [11, 10].map((allocation) => ({ allocation, freeUntil: null, priceTetri: null, mailedTickets: 0 }));
  expect(written.map(({ detail }) => detail)).toEqual([
    { eventId: id, before: null, after: allocation10 },
    { eventId: id, before: allocation10, after: allocation11 },
    { eventId: id, before: allocation11, after: allocation11, isRenamed: true },
  ]);
  expect(JSON.stringify(written)).not.toMatch(/Nino|Lela/);
});

test('names are added in one call, bring more or fewer people, go and come back, and the audit log knows none of them', async () => {
  const { app, id, desk, list, entries, entryId } = await openList([person('Nino', 'Beridze', 2), person('  გიორგი ', ' მაისურაძე')]);
  const plain = { note: '', hasTicket: false, isTicketRefused: false, isDuplicate: false };
  expect(entries).toEqual([
    { id: expect.any(Number), firstName: 'გიორგი', lastName: 'მაისურაძე', plusOnes: 0, arrived: 0, ...plain },
    { id: expect.any(Number), firstName: 'Nino', lastName: 'Beridze', plusOnes: 2, arrived: 0, ...plain },
  ]);
  expect(firstOf(await desk.list({ id }))).toMatchObject({ people: 4, arrived: 0 });
  expect(firstOf(await desk.changeEntry({ id: entryId, body: { plusOnes: 5 } }))).toMatchObject({ people: 9 });
  const without = firstOf(await desk.removeEntry({ id: entryId }));
  expect([without.people, without.entries.map(({ firstName }) => firstName)]).toEqual([3, ['Nino']]);
  await expect(desk.removeEntry({ id: entryId })).rejects.toMatchObject(refused('conflict'));
  await expect(desk.changeEntry({ id: entryId, body: { plusOnes: 1 } })).rejects.toMatchObject(refused('conflict'));
  expect(firstOf(await desk.bringBackEntry({ id: entryId }))).toMatchObject({ people: 9 });
  await expect(desk.bringBackEntry({ id: entryId })).rejects.toMatchObject(refused('conflict'));

  const subject = `list ${list.id}`;
  const [, ...written] = await audited(app);
  const added = entries.map((entry) => entry.id).toSorted((a, b) => a - b);
  expect(written).toEqual([
    { action: 'list.names', subject, detail: { eventId: id, entries: added, before: { people: 0 }, after: { people: 4 } } },
    { action: 'list.plus_ones', subject, detail: { eventId: id, entryId, before: { plusOnes: 0 }, after: { plusOnes: 5 } } },
    { action: 'list.remove_name', subject, detail: { eventId: id, entryId, before: { people: 9 }, after: { people: 3 } } },
    { action: 'list.bring_back', subject, detail: { eventId: id, entryId, before: { people: 3 }, after: { people: 9 } } },
  ]);
  expect(JSON.stringify(written)).not.toMatch(/Nino|Beridze|გიორგი/);
});

test('nobody is added beyond the allocation: by new names, by more company, or by a name that comes back', async () => {
  const { desk, list, entryId } = await openList([person('Nino', 'Beridze', 7)]);
  const add = (...entries: ReturnType<typeof person>[]) => desk.addEntries({ id: list.id, body: { entries } });
  await expect(add(person('Lela', 'M'), person('Eka', 'L', 1))).rejects.toMatchObject(
    refused('list_allocation', { left: 2, allocation: 10 }),
  );
  await expect(desk.changeEntry({ id: entryId, body: { plusOnes: 10 } })).rejects.toMatchObject(
    refused('list_allocation', { left: 2, allocation: 10 }),
  );
  await desk.removeEntry({ id: entryId });
  expect(firstOf(await add(person('Lela', 'M', 2)))).toMatchObject({ people: 3 });
  await expect(desk.bringBackEntry({ id: entryId })).rejects.toMatchObject(refused('list_allocation', { left: 7, allocation: 10 }));
  const { name, version } = list;
  expect(firstOf(await desk.change({ id: list.id, body: { name, version, allocation: 2, freeUntil: null } }))).toMatchObject({
    people: 3,
    allocation: 2,
  });
  await expect(add(person('Eka', 'L'))).rejects.toMatchObject(refused('list_allocation', { left: 0, allocation: 2 }));
});

test('two editors at once do not go beyond the allocation', async () => {
  const { desk, list } = await openList([person('Nino', 'Beridze', 7)]);
  const add = (lastName: string) => desk.addEntries({ id: list.id, body: { entries: [person('Lela', lastName, 1)] } });
  const attempts = await Promise.allSettled(['A', 'B', 'C', 'D'].map(add));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('who has come is counted by entry, and an entry by which people came stays with their places', async () => {
  const given = await openList([person('Nino', 'Beridze', 3), person('Lela', 'M')]);
  const { app, id, desk, list, entries } = given;
  const [lela, nino] = entries;
  const arrived = async () => {
    const now = firstOf(await desk.list({ id }));
    return [now.arrived, ...now.entries.map((entry) => entry.arrived)];
  };
  const undone = crypto.randomUUID();
  await comeIn(given, nino?.id ?? 0, { people: 2 });
  await comeIn(given, nino?.id ?? 0, { result: 'conflict', reason: 'list_full' });
  await comeIn(given, nino?.id ?? 0, { result: 'refused', reason: 'entry_used', people: 4 });
  await comeIn(given, nino?.id ?? 0, { result: 'conflict', reason: 'device_ended' });
  await comeIn(given, lela?.id ?? 0, { scanId: undone });
  expect(await arrived()).toEqual([4, 1, 3]);
  await app.ctx.db.insert(scans).values({
    staffId: given.admin.id,
    eventId: id,
    kind: 'undo',
    result: 'noted',
    reason: 'undone',
    isManual: false,
    decidedAt: app.clock.now(),
    undoneScanId: undone,
  });
  expect(await arrived()).toEqual([3, 0, 3]);

  await expect(desk.removeEntry({ id: nino?.id ?? 0 })).rejects.toMatchObject(refused('entry_arrived', { arrived: 3 }));
  const company = (plusOnes: number) => desk.changeEntry({ id: nino?.id ?? 0, body: { plusOnes } });
  await expect(company(1)).rejects.toMatchObject(refused('entry_arrived', { arrived: 3 }));
  expect(firstOf(await company(2))).toMatchObject({ people: 4 });
  expect(firstOf(await desk.removeEntry({ id: lela?.id ?? 0 }))).toMatchObject({ people: 3, arrived: 3 });
  expect(firstOf(await desk.end({ id: list.id }))).toMatchObject({ arrived: 3 });
});

test('a name that stands twice on lists of the event is marked, whatever its letters and spaces', async () => {
  const { desk, id, list } = await openList([person('Nino', 'Beridze'), person('Lela', 'M')]);
  const { lists } = await desk.add({ id, body: { ...open, name: 'Promoter' } });
  const other = lists.find(({ name }) => name === 'Promoter')?.id ?? 0;
  await desk.addEntries({
    id: other,
    body: { entries: [person('ნინო', 'ბერიძე', 1), person('Ana Maria', 'K'), person('ANA  MARIA', 'k')] },
  });
  const marked = async () =>
    (await desk.list({ id })).lists.flatMap(({ entries }) =>
      entries.filter(({ isDuplicate }) => isDuplicate).map(({ firstName }) => firstName),
    );
  expect((await marked()).toSorted()).toEqual(['ANA  MARIA', 'Ana Maria', 'Nino', 'ნინო']);
  // A list that has ended admits no one.
  await desk.end({ id: list.id });
  expect((await marked()).toSorted()).toEqual(['ANA  MARIA', 'Ana Maria']);
});

test('nothing is added to or changed on a list after the event', async () => {
  const { app, admin, id, list, entryId } = await openList();
  app.clock.advanceMinutes(3 * 24 * 60);
  const desk = app.api(await signInAgain(app.ctx, admin.id)).staffLists;
  const before = await desk.list({ id });
  const calls = [
    desk.add({ id, body: open }),
    desk.change({ id: list.id, body: { ...open, version: 1 } }),
    desk.end({ id: list.id }),
    desk.reopen({ id: list.id }),
    desk.addEntries({ id: list.id, body: { entries: [person('Lela', 'M')] } }),
    desk.changeEntry({ id: entryId, body: { plusOnes: 0 } }),
    desk.removeEntry({ id: entryId }),
    desk.bringBackEntry({ id: entryId }),
  ];
  for (const call of await Promise.allSettled(calls)) expect(call).toMatchObject({ reason: refused('event_ended') });
  expect(await desk.list({ id })).toEqual(before);
});

test('a list holds 500 names, and a call adds 300 of them', async () => {
  const { desk, list } = await openList([person('Nino', 'Beridze')], { allocation: 1_000 });
  const add = (length: number) =>
    desk.addEntries({ id: list.id, body: { entries: Array.from({ length }, (_, at) => person('Guest', `No. ${at}`)) } });
  await expect(add(301)).rejects.toMatchObject({ status: 422, body: { errors: { entries: 'validation.entries_many' } } });
  await add(300);
  await expect(add(200)).rejects.toMatchObject(refused('list_long', { left: 199 }));
  expect(firstOf(await add(199)).entries).toHaveLength(500);
});

test('bad input is marked at its field and changes nothing', async () => {
  const { app, desk, id, list, entryId } = await openList();
  const written = await audited(app);
  const bad = { name: ' ', allocation: 1_001, freeUntil: 'soon' };
  const errors = {
    name: 'validation.list_name_required',
    allocation: 'validation.list_allocation_format',
    freeUntil: 'validation.time_format',
  };
  await expect(desk.add({ id, body: bad })).rejects.toMatchObject({ status: 422, body: { errors } });
  await expect(desk.change({ id: list.id, body: { ...bad, version: 1 } })).rejects.toMatchObject({ status: 422, body: { errors } });
  await expect(desk.changeEntry({ id: entryId, body: { plusOnes: 21 } })).rejects.toMatchObject({
    status: 422,
    body: { errors: { plusOnes: 'validation.plus_ones_format' } },
  });
  await expect(desk.addEntries({ id: list.id, body: { entries: [] } })).rejects.toMatchObject({ status: 422 });
  await expect(desk.addEntries({ id: list.id, body: { entries: [person('', 'Beridze')] } })).rejects.toMatchObject({ status: 422 });
  await expect(desk.list({ id: 999 })).rejects.toMatchObject({ status: 404, body: { code: 'event_not_found' } });
  await expect(desk.add({ id: 999, body: open })).rejects.toMatchObject({ status: 404, body: { code: 'event_not_found' } });
  for (const call of [desk.end, desk.removeEntry]) await expect(call({ id: 999 })).rejects.toMatchObject({ status: 404 });
  expect(await audited(app)).toEqual(written);
});

test('a draft that is deleted takes its lists along', async () => {
  const { app, desk, admin } = await openLists();
  const { id } = await createEvent(app.ctx, { state: 'draft' });
  const list = firstOf(await desk.add({ id, body: open }));
  await desk.addEntries({ id: list.id, body: { entries: [person('Nino', 'Beridze')] } });
  await app.api(admin.accessToken).staffEvents.remove({ id, version: 0 });
  expect((await app.ctx.db.select({ id: events.id }).from(events)).map((event) => event.id)).not.toContain(id);
});

test('staff who see nights read their lists, and only those who may edit lists change them', async () => {
  const { app, id, list, entryId } = await openList();
  const calls = [
    ['GET', `/nights/${id}/lists`],
    ['POST', `/nights/${id}/lists`],
    ['PUT', `/lists/${list.id}`],
    ['POST', `/lists/${list.id}/end`],
    ['POST', `/lists/${list.id}/reopen`],
    ['POST', `/lists/${list.id}/entries`],
    ['PUT', `/list-entries/${entryId}`],
    ['DELETE', `/list-entries/${entryId}`],
    ['POST', `/list-entries/${entryId}/bring-back`],
  ] as const;
  const bearers = [
    undefined,
    await createUser(app.ctx),
    await createUser(app.ctx, { roles: ['Desk'] }),
    await createUser(app.ctx, { roles: ['Money'] }),
  ];
  for (const [method, path] of calls) {
    const body = method === 'POST' || method === 'PUT' ? { body: {} } : {};
    const statuses = [];
    for (const user of bearers) {
      const bearer = user?.accessToken;
      statuses.push((await rawCall(app.url, `/api/staff${path}`, { method, ...body, ...(bearer && { bearer }) })).status);
    }
    expect([path, ...statuses]).toEqual([path, 401, 403, 403, method === 'GET' ? 200 : 403]);
  }
});
