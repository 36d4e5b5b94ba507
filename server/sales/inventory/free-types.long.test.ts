import { expect, test } from 'vitest';
import type { PromoCodeRules } from '#shared/staff/promo-codes.schemas.ts';
import type { TicketTypeInput } from '#shared/staff/ticket-types.schemas.ts';
import { events } from '#server/content/content.table.ts';
import { promoCodeRules } from '#tests/factories/promo-codes.ts';
import { eventFields } from '#tests/factories/event-fields.ts';
import { createEvent } from '#tests/factories/events.ts';
import { openDesk } from '#tests/factories/ticket-types.ts';
import { createUser } from '#tests/factories/users.ts';

const FORBIDDEN = { status: 403, body: { code: 'forbidden', params: { right: 'tickets.give' } } };
const HOUR_MS = 3_600_000;

/** An event with these ticket types, an Editor and, as `desk`, its Owner. */
async function open(types: NonNullable<Parameters<typeof createEvent>[1]>['ticketTypes'] = []) {
  const { app, admin, desk } = await openDesk();
  const { id, ticketTypeIds } = await createEvent(app.ctx, { ticketTypes: types });
  const editor = await createUser(app.ctx, { roles: ['Editor'] });
  const api = app.api(editor.accessToken);
  const inputOf = async (place: number) => {
    const ticketType = (await desk.list({ id })).ticketTypes.find((each) => each.id === ticketTypeIds[place]);
    if (!ticketType) throw new Error('The night has no such type.');
    const { isHidden, name, nameLat, price, allocation, onSaleFrom, onSaleUntil, version } = ticketType;
    return { id: ticketType.id, body: { isHidden, name, nameLat, price, allocation, onSaleFrom, onSaleUntil, version } };
  };
  /** Changes one type as the Editor. */
  const change = async (place: number, changes: Partial<TicketTypeInput>) => {
    const { id: ticketTypeId, body } = await inputOf(place);
    return api.staffTicketTypes.change({ id: ticketTypeId, body: { ...body, ...changes } });
  };
  const at = (hours: number): Date => new Date(app.clock.now().getTime() + hours * HOUR_MS);
  return { app, id, ticketTypeIds, desk, owner: app.api(admin.accessToken), api, change, at };
}

const paid = { name: 'შესვლა', nameLat: 'Entry', allocation: 100 };
const free = { name: 'ბოლო საათი', nameLat: 'Last hour', priceTetri: 0, allocation: 50 };

test('who may not give tickets opens no sale of a free type, longer or again, and may end it', async () => {
  const { change, at } = await open([{ ...free, onSaleFrom: null, onSaleUntil: null }]);
  const until = (hours: number) => at(hours).toISOString();
  await change(0, { onSaleFrom: until(1), onSaleUntil: until(5) });
  for (const longer of [{ onSaleFrom: null }, { onSaleFrom: until(0.5) }, { onSaleUntil: null }, { onSaleUntil: until(6) }])
    await expect(change(0, longer)).rejects.toMatchObject(FORBIDDEN);
  await change(0, { onSaleFrom: until(2), onSaleUntil: until(4) });
  await change(0, { nameLat: 'Final hour' });
});

test('who may not give tickets moves no free type before one that costs, and may move it back', async () => {
  const { id, ticketTypeIds, api, owner } = await open([paid, free, { ...paid, priceTetri: null }, { ...free, nameLat: 'Friends' }]);
  const [first = 0, second = 0, third = 0, fourth = 0] = ticketTypeIds;
  const order = (seen: number[], wanted: number[]) => api.staffTicketTypes.order({ id, body: { seen, wanted } });
  const now = [first, second, third, fourth];
  for (const wanted of [
    [second, first, third, fourth],
    [first, second, fourth, third],
  ])
    await expect(order(now, wanted)).rejects.toMatchObject(FORBIDDEN);
  await order(now, [first, third, fourth, second]);
  await order([first, third, fourth, second], [third, first, second, fourth]);
  await owner.staffTicketTypes.order({ id, body: { seen: [third, first, second, fourth], wanted: [second, fourth, third, first] } });
});

test('who may not give tickets takes nothing away from a type before a free one, and may sell more of it', async () => {
  const { api, change, ticketTypeIds, at } = await open([paid, free, paid]);
  const [, , last = 0] = ticketTypeIds;
  for (const less of [{ allocation: 99 }, { isHidden: true }, { onSaleUntil: at(2).toISOString() }, { onSaleFrom: at(2).toISOString() }])
    await expect(change(0, less)).rejects.toMatchObject(FORBIDDEN);
  await expect(api.staffTicketTypes.remove({ id: ticketTypeIds[0] ?? 0, version: 0 })).rejects.toMatchObject(FORBIDDEN);
  await change(0, { allocation: 101, price: 45 });
  await change(0, { price: null });
  await change(2, { allocation: 10, onSaleUntil: at(2).toISOString() });
  await api.staffTicketTypes.remove({ id: last, version: 1 });
});

test('behind a free type that only codes open, other types are changed as before', async () => {
  const { api, change, ticketTypeIds, id } = await open([paid, { ...free, kind: 'hidden' }]);
  const [first = 0, second = 0] = ticketTypeIds;
  await change(0, { allocation: 20 });
  await api.staffTicketTypes.order({ id, body: { seen: [first, second], wanted: [second, first] } });
  await expect(change(1, { isHidden: false })).rejects.toMatchObject(FORBIDDEN);
});

test('who may not give tickets makes, widens and reopens no code for a free type, and may end it', async () => {
  const { id, ticketTypeIds, api, owner, at } = await open([{ ...free, kind: 'hidden' }]);
  const one = { ...promoCodeRules, ticketTypeId: ticketTypeIds[0] ?? 0, code: 'MINE', count: 1 };
  await expect(api.staffPromoCodes.add({ id, body: { ...one, uses: null } })).rejects.toMatchObject(FORBIDDEN);
  const rules: PromoCodeRules = {
    owner: 'Press',
    uses: 20,
    usesPerPerson: 2,
    validFrom: at(1).toISOString(),
    validUntil: at(3).toISOString(),
  };
  const { codes } = await owner.staffPromoCodes.add({ id, body: { ...one, ...rules } });
  const promoCodeId = codes[0]?.id ?? 0;
  const change = (changes: Partial<PromoCodeRules>, version: number) =>
    api.staffPromoCodes.change({ id: promoCodeId, body: { ...rules, ...changes, version } });
  for (const wider of [
    { uses: 21 },
    { uses: null },
    { usesPerPerson: 3 },
    { usesPerPerson: null },
    { validFrom: at(0).toISOString() },
    { validFrom: null },
    { validUntil: at(4).toISOString() },
    { validUntil: null },
  ])
    await expect(change(wider, 1)).rejects.toMatchObject(FORBIDDEN);
  await change({ owner: 'The press', uses: 10, usesPerPerson: 1, validUntil: at(2).toISOString() }, 1);
  await api.staffPromoCodes.end({ id: promoCodeId });
  await expect(api.staffPromoCodes.reopen({ id: promoCodeId })).rejects.toMatchObject(FORBIDDEN);
  await owner.staffPromoCodes.reopen({ id: promoCodeId });
});

test('codes for a type that costs are for all who edit events', async () => {
  const { id, ticketTypeIds, api } = await open([{ ...paid, kind: 'hidden' }]);
  const one = { ...promoCodeRules, ticketTypeId: ticketTypeIds[0] ?? 0, code: 'FRIENDS', count: 1 };
  const { codes } = await api.staffPromoCodes.add({ id, body: one });
  const promoCodeId = codes[0]?.id ?? 0;
  await api.staffPromoCodes.change({ id: promoCodeId, body: { ...promoCodeRules, uses: null, version: 1 } });
  await api.staffPromoCodes.end({ id: promoCodeId });
  await api.staffPromoCodes.reopen({ id: promoCodeId });
});

test('who may not give tickets makes and copies no night with a free type; without one both work', async () => {
  const { app, id, ticketTypeIds, api, owner, at } = await open([paid, { ...free, kind: 'hidden', onSaleUntil: new Date(0) }]);
  const copy = { id, body: { days: ['2027-09-10'], publish: true } };
  await expect(api.staffEvents.copy(copy)).rejects.toMatchObject(FORBIDDEN);
  const type: TicketTypeInput = { name: 'ა', nameLat: 'A', price: 0, allocation: 5, onSaleFrom: null, onSaleUntil: at(9).toISOString() };
  const planned = { ...eventFields({ day: '2027-09-17' }), ticketTypes: [type] };
  await expect(api.staffEvents.create({ body: planned })).rejects.toMatchObject(FORBIDDEN);
  expect(await app.ctx.db.$count(events)).toBe(1);
  await owner.staffEvents.copy(copy);
  await owner.staffEvents.create({ body: planned });
  await owner.staffTicketTypes.remove({ id: ticketTypeIds[1] ?? 0, version: 0 });
  await api.staffEvents.copy({ id, body: { days: ['2027-09-24'] } });
});

test('a night whose only sales are complimentary tickets is copied by all who edit events', async () => {
  const { id, api, owner } = await open([paid]);
  const complimentary = {
    firstName: 'Eka',
    lastName: 'Lomidze',
    email: 'eka@example.com',
    language: 'en' as const,
    reason: 'Press',
    ticketTypeId: null,
  };
  await owner.staffTicketTypes.give({ id, body: { ...complimentary, quantity: 1 } });
  await api.staffEvents.copy({ id, body: { days: ['2027-09-10'] } });
});

const NEEDS_CONFIRMATION = { status: 403, body: { code: 'confirmation_required', params: { with: 'password' } } };
const STALE_MINUTES = 6;

test('on a screen left open nobody opens a free type: each way needs a fresh confirmation', async () => {
  const { app, id, ticketTypeIds, at } = await open([paid, free, { ...free, kind: 'hidden' }]);
  const manager = await createUser(app.ctx, { roles: ['Manager'] });
  const { staffTicketTypes, staffPromoCodes, staffEvents, secondFactor } = app.api(manager.accessToken);
  const [first = 0, second = 0, hidden = 0] = ticketTypeIds;
  const type: TicketTypeInput = { name: 'ა', nameLat: 'A', price: 0, allocation: 50, onSaleFrom: null, onSaleUntil: null };
  const code = { ...promoCodeRules, ticketTypeId: hidden, count: 1 };
  const { codes } = await staffPromoCodes.add({ id, body: { ...code, code: 'PRESS' } });
  const promoCodeId = codes[0]?.id ?? 0;
  app.clock.advanceMinutes(STALE_MINUTES);
  const ways = [
    () => staffTicketTypes.add({ id, body: type }),
    () => staffTicketTypes.change({ id: first, body: { ...type, version: 0 } }),
    () => staffTicketTypes.change({ id: second, body: { ...type, allocation: 51, version: 0 } }),
    () => staffTicketTypes.order({ id, body: { seen: ticketTypeIds, wanted: [second, first, hidden] } }),
    () => staffTicketTypes.remove({ id: first, version: 0 }),
    () => staffPromoCodes.add({ id, body: { ...code, code: 'MINE' } }),
    () => staffPromoCodes.change({ id: promoCodeId, body: { ...promoCodeRules, uses: null, version: 1 } }),
    () => staffEvents.copy({ id, body: { days: ['2027-09-10'] } }),
    () => staffEvents.create({ body: { ...eventFields({ day: '2027-09-17' }), ticketTypes: [type] } }),
  ];
  for (const way of ways) await expect(way()).rejects.toMatchObject(NEEDS_CONFIRMATION);
  await staffPromoCodes.end({ id: promoCodeId });
  await expect(staffPromoCodes.reopen({ id: promoCodeId })).rejects.toMatchObject(NEEDS_CONFIRMATION);
  expect((await staffTicketTypes.list({ id })).ticketTypes.map(({ price, version }) => [price, version])).toEqual([
    [40, 0],
    [0, 0],
    [0, 0],
  ]);
  await staffTicketTypes.change({ id: second, body: { ...type, allocation: 20, onSaleUntil: at(2).toISOString(), version: 0 } });
  await staffTicketTypes.add({ id, body: { ...type, price: 12 } });
  await secondFactor.confirm({ body: { password: manager.password } });
  await staffTicketTypes.add({ id, body: type });
});
