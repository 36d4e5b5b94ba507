import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { ledgerEntries, payments } from '#server/sales/tables/payments.table.ts';
import type { ComplimentaryInput } from '#shared/staff/ticket-types.schemas.ts';
import { createEvent } from '#tests/factories/events.ts';
import { expectBooksRight, complimentary, openComplimentary } from '#tests/factories/complimentary.ts';
import { countEndings, startBeside } from '#tests/factories/purchases.ts';
import { sell } from '#tests/factories/staff-money.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createUser } from '#tests/factories/users.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { complimentaryOrders, orders } from '#server/sales/tables/orders.table.ts';

const doorSale = { ...complimentary, reason: '', receipt: '000123' };
const USED = { status: 409, body: { code: 'receipt_used', errors: { receipt: 'validation.receipt_used' } } };

test('tickets that were paid at the register carry its receipt: in the list, the order, its history, the log, the files and the mail', async () => {
  const smtp = await startSmtp();
  const { app, admin, desk } = await openComplimentary({ env: { SMTP_URL: smtp.url } });
  const api = app.api(admin.accessToken);
  const { id } = await createEvent(app.ctx);
  const noted = await desk.give({ id, body: { ...doorSale, receipt: '  000123 ' } });
  expect(noted).toMatchObject({ receipt: '000123', reason: '', quantity: 2, valid: 2, givenBy: 'Nika Desk' });
  expect((await desk.given({ id })).items).toEqual([noted]);

  expect((await api.staffMoney.order({ id: noted.id })).gift).toMatchObject({
    receipt: '000123',
    reason: '',
    givenBy: 'Nika Desk',
  });
  const history = await api.staffOrders.timeline({ id: noted.id });
  expect(history).toContainEqual(expect.objectContaining({ what: 'complimentary.register', by: 'Nika Desk', note: '000123' }));
  const detail = { orderId: noted.id, guestId: noted.guest.id, ticketTypeId: null, quantity: 2, receipt: '000123' };
  const log = await api.staffAudit.entries({ subject: `event ${id}` });
  expect(log.items).toMatchObject([{ action: 'complimentary.register', detail }]);

  const linesOf = async (file: 'orders' | 'guests') => {
    const headers = { authorization: `Bearer ${admin.accessToken}` };
    const answer = await fetch(`${app.url}/api/staff/nights/${id}/${file}/file?lang=en`, { headers });
    return (await answer.text()).trim().split('\r\n');
  };
  expect(await linesOf('orders')).toEqual([
    expect.stringMatching(/,Register receipt,Source,Medium,Campaign$/),
    expect.stringMatching(/,2,0,0,000123,,,$/),
  ]);
  const guests = expect.stringMatching(/^\d+,Lela M,Guest list,,000123$/);
  expect(await linesOf('guests')).toEqual([expect.stringMatching(/,Register receipt$/), guests, guests]);

  await runDueJobs(app.deps);
  const text = textOf(readMime(smtp.received[0]?.raw ?? Buffer.alloc(0)), 'text/plain');
  expect(text).toContain('At the register, receipt 000123');
  expect(text).not.toContain('invited');
  expect(text).not.toContain('our guest');
});

test('a receipt moves no money: ledger and reports stay as they were, and the tickets cost nothing', async () => {
  const { app, admin, desk } = await openComplimentary();
  const { staffReports, staffMoney } = app.api(admin.accessToken);
  const { eventId: id } = await sell(app, { quantity: 3 });
  const readBooks = async () => [
    await app.ctx.db.select().from(payments),
    await app.ctx.db.select().from(ledgerEntries),
    (await staffReports.days({ by: 'night' })).items.map(({ captured, refunded, net, tickets }) => ({
      captured,
      refunded,
      net,
      tickets,
    })),
  ];
  const before = await readBooks();
  const noted = await desk.give({ id, body: doorSale });
  expect(await readBooks()).toEqual(before);
  expect(await staffMoney.order({ id: noted.id })).toMatchObject({
    total: 0,
    payments: [],
    ledger: [],
    tickets: [{ price: 0 }, { price: 0 }],
  });
  await expect(staffMoney.refundOrder({ id: noted.id, body: { reason: 'x' } })).rejects.toMatchObject({
    body: { code: 'nothing_to_refund' },
  });
  await expectBooksRight(app);

  const taken = await desk.revoke({ id: noted.id, body: { reason: 'ill' } });
  expect(taken).toMatchObject({ valid: 0, receipt: '000123', revokeReason: 'ill' });
  expect(await readBooks()).toEqual(before);
  await expectBooksRight(app);
  const log = await app.api(admin.accessToken).staffAudit.entries({ subject: `order ${noted.id}` });
  expect(log.items).toMatchObject([{ action: 'complimentary.revoke', detail: { receipt: '000123', reason: 'ill' } }]);
});

test('a receipt is noted once for an event, in any letter case, until its tickets are taken back', async () => {
  const { app, desk } = await openComplimentary();
  const { id } = await createEvent(app.ctx);
  const { id: other } = await createEvent(app.ctx);
  const body = { ...doorSale, receipt: 'A-7' };
  const noted = await desk.give({ id, body });
  const again = { ...body, email: 'nino@example.com', receipt: 'a-7' };
  await expect(desk.give({ id, body: again })).rejects.toMatchObject(USED);
  expect(await app.ctx.db.$count(orders)).toBe(1);
  expect(await app.ctx.db.$count(mails)).toBe(1);
  expect(await app.ctx.db.$count(users, sql`email = ${again.email}`)).toBe(0);
  expect(await stockOf(app.ctx, id)).toEqual({ held: 0, sold: 2 });

  await desk.give({ id: other, body: again });
  await desk.give({ id, body: { ...again, receipt: 'A-8' } });
  await desk.give({ id, body: complimentary });
  await desk.give({ id, body: complimentary });
  await desk.revoke({ id: noted.id, body: { reason: 'the wrong address' } });
  await desk.give({ id, body: again });
  await expect(desk.give({ id, body })).rejects.toMatchObject(USED);
  await expectBooksRight(app);
});

/** Staff on two servers record one receipt at the same moment, each for another guest. */
async function rush({ withoutIndex = false } = {}) {
  const { app, admin, desk } = await openComplimentary();
  if (withoutIndex) await app.owner.execute(sql`drop index complimentary_orders_receipt`);
  const beside = (await startBeside(app)).api(admin.accessToken).staffTicketTypes;
  const { id } = await createEvent(app.ctx);
  const notes = Array.from({ length: 8 }, (_, index) =>
    (index % 2 === 0 ? desk : beside).give({ id, body: { ...doorSale, email: `g${index}@example.com` } }),
  );
  return { app, id, endings: await countEndings(notes) };
}

test('of staff who note one receipt at the same moment one wins, and the others leave nothing', async () => {
  const { app, id, endings } = await rush();
  expect(endings).toEqual({ ok: 1, receipt_used: 7 });
  expect(await stockOf(app.ctx, id)).toEqual({ held: 0, sold: 2 });
  expect(await app.ctx.db.select({ receipt: complimentaryOrders.receipt }).from(complimentaryOrders)).toEqual([{ receipt: '000123' }]);
  await expectBooksRight(app);
});

test('control: without the unique index all of them note it', async () => {
  expect((await rush({ withoutIndex: true })).endings).toEqual({ ok: 8 });
});

test.each([
  ['without a number', { receipt: ' ' }, { receipt: 'validation.receipt_required' }],
  ['longer than 40 characters', { receipt: '1'.repeat(41) }, { receipt: 'validation.too_long' }],
  ['of two lines', { receipt: '12\n34' }, { receipt: 'validation.one_line' }],
  ['without a receipt and a reason', { receipt: null }, { reason: 'validation.reason_required' }],
] satisfies [string, Partial<ComplimentaryInput>, Record<string, string>][])(
  'a note %s is refused at its field',
  async (_, fields, errors) => {
    const { app, desk } = await openComplimentary();
    const { id } = await createEvent(app.ctx);
    await expect(desk.give({ id, body: { ...doorSale, ...fields } })).rejects.toMatchObject({ status: 422, body: { errors } });
    expect(await app.ctx.db.$count(orders)).toBe(0);
    expect(await desk.give({ id, body: { ...doorSale, receipt: '1'.repeat(40) } })).toMatchObject({ valid: 2 });
  },
);

test('staff without the right to give tickets note no receipt', async () => {
  const { app } = await openComplimentary();
  const { id } = await createEvent(app.ctx);
  const { accessToken } = await createUser(app.ctx, { roles: ['Money'] });
  await expect(app.api(accessToken).staffTicketTypes.give({ id, body: doorSale })).rejects.toMatchObject({ status: 403 });
});

test('forty tickets noted as paid at the register within an hour are an alert of their own, and no complimentary tickets', async () => {
  const { app, admin, desk } = await openComplimentary();
  const { id } = await createEvent(app.ctx);
  const { alertInbox } = app.api(admin.accessToken);
  const note = (receipt: string, quantity: number) => desk.give({ id, body: { ...doorSale, receipt, quantity } });
  await note('1', 20);
  await note('2', 19);
  await desk.give({ id, body: { ...complimentary, quantity: 19 } });
  expect((await alertInbox.list({})).items).toEqual([]);
  await note('3', 1);
  expect((await alertInbox.list({})).items).toMatchObject([
    { kind: 'register_many', detail: '40 tickets noted as paid at the register within an hour.' },
  ]);
});
