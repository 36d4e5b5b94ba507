import { expect, test } from 'vitest';
import { auditEntries } from '#server/platform/platform.table.ts';
import { promoCodeRules, createPromoCode, createEventWithHidden } from '#tests/factories/promo-codes.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

async function openDesk() {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx);
  const made = await createEventWithHidden(app.ctx);
  return { app, made, desk: app.api(admin.accessToken).staffPromoCodes, ticketTypes: app.api(admin.accessToken).staffTicketTypes };
}

const one = { ...promoCodeRules, code: 'Friends', count: 1 };
const invalid = (field: string, key: string) => ({ status: 422, body: { errors: { [field]: `validation.${key}` } } });

test('a code is made, used, changed, ended and opened again; the log says so without its owner', async () => {
  const { app, made, desk } = await openDesk();
  const { eventId: id, hiddenId: ticketTypeId } = made;
  const { made: texts, codes } = await desk.add({ id, body: { ...one, ticketTypeId } }, { idempotencyKey: 'one' });
  await desk.add({ id, body: { ...one, ticketTypeId } }, { idempotencyKey: 'one' });
  expect(texts).toEqual(['Friends']);
  expect(codes).toMatchObject([
    { code: 'Friends', owner: 'Nulovani', uses: 20, ticketType: { id: ticketTypeId, nameLat: 'Friends' }, held: 0, sold: 0 },
  ]);
  const guest = app.api((await createUser(app.ctx)).accessToken);
  await guest.cart.addTicket({ eventId: id, code: 'FRIENDS' });
  const promoCodeId = codes[0]?.id ?? 0;
  expect((await desk.list({ id })).codes).toMatchObject([{ held: 1, sold: 0, arrived: 0 }]);
  const changed = await desk.change({ id: promoCodeId, body: { ...promoCodeRules, uses: 1, version: 1 } });
  expect(changed.codes).toMatchObject([{ uses: 1, version: 2 }]);
  await expect(desk.change({ id: promoCodeId, body: { ...promoCodeRules, version: 1 } })).rejects.toMatchObject({
    body: { code: 'conflict' },
  });
  await desk.end({ id: promoCodeId });
  await expect(desk.end({ id: promoCodeId })).rejects.toMatchObject({ body: { code: 'conflict' } });
  expect((await desk.reopen({ id: promoCodeId })).codes).toMatchObject([{ endedAt: null }]);
  const entries = await app.ctx.db
    .select({ action: auditEntries.action, detail: auditEntries.detail })
    .from(auditEntries)
    .orderBy(auditEntries.id);
  expect(entries.map(({ action }) => action)).toEqual(['promo_code.add', 'promo_code.change', 'promo_code.end', 'promo_code.reopen']);
  expect(JSON.stringify(entries)).not.toContain('Nulovani');
});

test('many codes are made up at once, each another one, and each works', async () => {
  const { app, made, desk } = await openDesk();
  const { eventId: id, hiddenId: ticketTypeId } = made;
  const { made: texts } = await desk.add({ id, body: { ...one, ticketTypeId, code: null, count: 50, uses: 1 } });
  expect(new Set(texts).size).toBe(50);
  for (const text of texts.slice(0, 2))
    await expect(app.api().promoCodes.look({ id, body: { code: text } })).resolves.toMatchObject({ price: 25, publicPrice: 40 });
});

test('a code that is there, a ticket type for everybody, too few uses and too many codes are refused at their fields', async () => {
  const { app, made, desk } = await openDesk();
  const { eventId: id, hiddenId: ticketTypeId, publicId } = made;
  const promoCodeId = await createPromoCode(app.ctx, made);
  await expect(desk.add({ id, body: { ...one, ticketTypeId, code: ' friends ' } })).rejects.toMatchObject(invalid('code', 'code_taken'));
  await expect(desk.add({ id, body: { ...one, ticketTypeId, code: 'a!' } })).rejects.toMatchObject(invalid('code', 'code_format'));
  await expect(desk.add({ id, body: { ...one, ticketTypeId: publicId, code: 'OTHER' } })).rejects.toMatchObject(
    invalid('ticketTypeId', 'code_ticket_type'),
  );
  await expect(desk.add({ id, body: { ...one, ticketTypeId, count: 2 } })).rejects.toMatchObject(invalid('count', 'code_count_format'));
  const guest = app.api((await createUser(app.ctx)).accessToken);
  await guest.cart.addTicket({ eventId: id, quantity: 2, code: 'FRIENDS' });
  await expect(desk.change({ id: promoCodeId, body: { ...promoCodeRules, uses: 1, version: 1 } })).rejects.toMatchObject(
    invalid('uses', 'code_uses_taken'),
  );
});

test('a copy of an event has its hidden types, without their codes', async () => {
  const { app, made, ticketTypes, desk } = await openDesk();
  await createPromoCode(app.ctx, made);
  const { accessToken } = await createAdmin(app.ctx);
  const api = app.api(accessToken);
  const day = '2027-02-05';
  const { items: copies } = await api.staffEvents.copy({ id: made.eventId, body: { days: [day], confirmed: [] } });
  const id = copies[0]?.id ?? 0;
  expect((await ticketTypes.list({ id })).ticketTypes).toMatchObject([{ isHidden: false }, { isHidden: true, nameLat: 'Friends' }]);
  expect((await desk.list({ id })).codes).toEqual([]);
});

test('a ticket type is hidden and shown again by those who may edit events', async () => {
  const { app, ticketTypes } = await openDesk();
  const { id, ticketTypeId } = await createEvent(app.ctx);
  const input = { name: 'შესვლა', nameLat: 'Entry', price: 40, allocation: 100, onSaleFrom: null, onSaleUntil: null };
  await ticketTypes.change({ id: ticketTypeId, body: { ...input, isHidden: true, version: 0 } });
  expect((await app.api().events.get({ id })).baskets).toEqual([]);
  // A client that does not know the field does not change it.
  await ticketTypes.change({ id: ticketTypeId, body: { ...input, version: 1 } });
  expect((await ticketTypes.list({ id })).ticketTypes).toMatchObject([{ isHidden: true }]);
  await ticketTypes.change({ id: ticketTypeId, body: { ...input, isHidden: false, version: 2 } });
  app.dropCaches();
  expect((await app.api().events.get({ id })).baskets).toHaveLength(1);
});
