import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, lineUps, ticketTypes } from '#server/content/content.table.ts';
import { holds } from '#server/sales/tables/holds.table.ts';
import { auditOf, eventFields, openOffice, refusal } from '#tests/factories/event-fields.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';

const unlike = { status: 409, code: 'night_not_deletable' };

test('a draft is deleted with its line-up and its ticket types, and the log keeps its values', async () => {
  const office = await openOffice();
  const { staff, ctx } = office;
  const { id } = await staff.create({ body: eventFields() });
  await ctx.db.insert(ticketTypes).values({ eventId: id, position: 1, name: 'ა', nameLat: 'A', allocation: 5 });
  await ctx.db.insert(lineUps).values({ eventId: id, floor: 1, artistName: 'Lela M.', startsAt: ctx.clock.now() });
  const { version, isDeletable } = await staff.get({ id });
  expect(isDeletable).toBe(true);
  expect(await refusal(staff.remove({ id, version: version - 1 }))).toMatchObject({ status: 409, code: 'conflict' });
  expect(await staff.remove({ id, version })).toEqual({});
  for (const table of [events, ticketTypes, lineUps]) expect(await ctx.db.$count(table)).toBe(0);
  expect(await refusal(staff.get({ id }))).toMatchObject({ status: 404 });
  expect(await refusal(staff.remove({ id, version }))).toMatchObject({ status: 404 });
  expect((await auditOf(office, id)).at(-1)).toMatchObject({
    action: 'night.delete',
    detail: { name: 'ღამე', nameLat: 'Night', day: '2026-12-04', from: '23:00', until: '07:00' },
  });
});

test('an event on the site cannot be deleted; one that was there by a slip is, once it is a draft again', async () => {
  const { staff, ctx } = await openOffice();
  const confirmed = ['nothing_on_sale'];
  const created = await staff.create({ body: { ...eventFields({ day: '2026-12-11' }), publish: true, confirmed } });
  expect(await refusal(staff.remove({ id: created.id, version: created.version }))).toMatchObject(unlike);
  const withdrawn = await staff.changeState({ id: created.id, body: { version: created.version, state: 'draft' } });
  expect(withdrawn.isDeletable).toBe(true);
  expect(await staff.remove({ id: created.id, version: withdrawn.version })).toEqual({});
  expect(await ctx.db.$count(events)).toBe(0);
});

test('a draft that a phone of the door was paired for cannot be deleted', async () => {
  const { staff, ctx, api, admin } = await openOffice();
  const { id } = await createEvent(ctx);
  await api(admin.accessToken).staffScannerDevices.create({ body: { eventId: id, name: 'Door 1', rights: ['scan'] } });
  const { version } = await staff.changeState({ id, body: { version: 0, state: 'draft' } });
  expect(await refusal(staff.remove({ id, version }))).toMatchObject(unlike);
});

test('a draft of which somebody holds places cannot be deleted', async () => {
  const { staff, ctx } = await openOffice();
  const { id, ticketTypeId } = await createEvent(ctx, { state: 'draft' });
  const { id: userId } = await createUser(ctx);
  const now = ctx.clock.now();
  await ctx.db.insert(holds).values({ userId, eventId: id, ticketTypeId, quantity: 1, priceTetri: 1, heldUntil: now, createdAt: now });
  expect(await refusal(staff.remove({ id, version: 0 }))).toMatchObject(unlike);
  await ctx.db.delete(holds).where(eq(holds.eventId, id));
  expect(await staff.remove({ id, version: 0 })).toEqual({});
});
