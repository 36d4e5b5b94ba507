import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readOfflineManifest } from '#server/door/offline-manifest/offline-manifest.service.ts';
import { mails } from '#server/platform/platform.table.ts';
import { refreshKeys } from '#server/platform/kept-keys.ts';
import { runDueJobs } from '#server/registry.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { decideOnPhone } from '#shared/door/phone-decision.ts';
import { openDoor } from '#tests/factories/door.ts';
import { openScannerDevice, scannerDeviceAt } from '#tests/factories/door-phone.ts';
import { createEvent } from '#tests/factories/events.ts';
import { phoneWith } from '#tests/factories/manifest-phone.ts';
import { createPaidOrder } from '#tests/factories/paid-orders.ts';
import { startBeside } from '#tests/factories/purchases.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { mailNewCodes } from './new-codes.jobs.ts';
import { replaceTicketCodes } from './new-codes.service.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

const scanOf = ({ id: ticketId, code }: { id: number; code: string }) => ({ body: { ticketId, code, isReject: false } });
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'no refusal',
    ({ body }) => body.code,
  );

test('old codes are refused by name and new ones open the door, at a process that heard nothing, too', async () => {
  const door = await openDoor({ isFresh: true });
  const beside = await startBeside(door);
  const staff = beside.api(door.admin.accessToken).door;
  expect(await replaceTicketCodes(door.ctx)).toEqual({ isUnfinished: false, tickets: 1, events: 1 });
  await refreshKeys(door.ctx);

  const [own] = await door.api(door.guest.accessToken).tickets.mine();
  expect(own?.code).not.toBe(door.ticket.code);
  expect(await refusal(door.scan({ isReject: false, code: door.ticket.code }))).toBe('code_replaced');
  expect(await staff.scan(scanOf({ id: door.ticket.id, code: own?.code ?? '' }))).toMatchObject({ result: 'accepted' });
  expect(await refusal(staff.scan(scanOf(door.ticket)))).toBe('code_replaced');
  const changed = door.ticket.code.replace(/V1\.(.)/, (_, letter) => `V1.${letter === 'A' ? 'B' : 'A'}`);
  expect(await refusal(staff.scan(scanOf({ id: door.ticket.id, code: changed })))).toBe('code_tampered');
});

test('a phone alone refuses an old code by name, and an upload of one it admitted before it knew counts', async () => {
  const door = await openDoor({ isFresh: true });
  const other = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  await replaceTicketCodes(door.ctx);
  await refreshKeys(door.ctx);
  const [first, second] = (await door.api(door.guest.accessToken).tickets.mine()).toSorted((a, b) => a.id - b.id);
  const phone = await phoneWith(await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id)));
  const now = door.clock.now();
  expect(await decideOnPhone(phone, door.ticket.code, { now })).toEqual({ verdict: 'refuse', reason: 'code_replaced' });
  expect(await decideOnPhone(phone, first?.code ?? '', { now })).toMatchObject({ verdict: 'admit', genuine: { isNew: false } });

  const { scan, alone, upload } = await openScannerDevice(door);
  const { outcomes } = await upload(scan({ code: door.ticket.code }), alone({ code: other.code }), scan({ code: second?.code ?? '' }));
  expect(outcomes.map(({ result, reason }) => [result, reason])).toEqual([
    ['refused', 'code_replaced'],
    ['accepted', 'valid'],
    ['refused', 'ticket_used'],
  ]);
});

/** Orders of a guest and of a friend with one transferred ticket, for tonight and for an event that is over. */
async function sell() {
  const smtp = await startSmtp();
  const door = await openDoor({ isFresh: true, env: { SMTP_URL: smtp.url } });
  const { ctx } = door;
  const [nino, luka] = [await createUser(ctx, { email: 'nino@example.com' }), await createUser(ctx, { email: 'luka@example.com' })];
  const over = await createEvent(ctx, { startsAt: new Date('2026-11-14T23:00:00+04:00') });
  const line = (event: { id: number; ticketTypeId: number }, quantity: number) => ({
    eventId: event.id,
    ticketTypeId: event.ticketTypeId,
    quantity,
  });
  const order = await createPaidOrder(ctx, { userId: nino.id, lines: [line(door.event, 3), line(over, 1)] });
  await createPaidOrder(ctx, { userId: nino.id, lines: [line(over, 1)] });
  await ctx.db.update(orders).set({ language: 'ka' }).where(eq(orders.id, order.id));
  const [passed, ...kept] = order.tickets.filter(({ eventId }) => eventId === door.event.id);
  await ctx.db
    .update(tickets)
    .set({ userId: luka.id })
    .where(eq(tickets.id, passed?.id ?? 0));
  return { door, smtp, kept, passed, order };
}

test('each holder gets one mail for each order with the new codes of coming events, exactly once', async () => {
  const { door, smtp, kept, passed } = await sell();
  await replaceTicketCodes(door.ctx);
  await runDueJobs(door.deps);
  const replacedAt = door.clock.now().toISOString();
  // Runs again, as if the job had been killed half-way.
  await mailNewCodes.run(door.ctx, { replacedAt });
  await runDueJobs(door.deps);

  const received = smtp.received.map(({ raw }) => readMime(raw));
  const texts = received.map((mail) => textOf(mail, 'text/plain'));
  const to = (address: string) => texts.filter((_, place) => String(received[place]?.headers.get('to')).includes(address));
  const [toNino = '', ...moreToNino] = to('nino@example.com');
  const [toLuka = '', ...moreToLuka] = to('luka@example.com');
  expect([moreToNino, moreToLuka, texts.length]).toEqual([[], [], 3]);
  expect(toNino).toContain('ძველი კოდები აღარ მოქმედებს');
  expect(toLuka).toContain('The old code no longer works.');
  expect(kept.map(({ id }) => toNino.includes(`Ticket ID: ${id}`))).toEqual([true, true]);
  expect(toNino.match(/Ticket ID/g)).toHaveLength(2);
  expect(toLuka.match(/Ticket ID/g)).toHaveLength(1);
  for (const { code } of [...kept, ...(passed ? [passed] : [])]) expect(toNino + toLuka).not.toContain(code.slice(-20));
});

test('a replacement whose mails are not queued yet is not replaced: its mails would name no code that opens the door', async () => {
  const door = await openDoor({ isFresh: true });
  await replaceTicketCodes(door.ctx);
  await refreshKeys(door.ctx);
  const { ticketCode } = door.ctx.keys;
  expect(await replaceTicketCodes(door.ctx)).toMatchObject({ isUnfinished: true });
  await refreshKeys(door.ctx);
  expect(door.ctx.keys.ticketCode.equals(ticketCode)).toBe(true);
  await runDueJobs(door.deps);
  door.clock.advanceMinutes(1);
  expect(await replaceTicketCodes(door.ctx)).toMatchObject({ isUnfinished: false });
  expect((await door.ctx.db.select().from(mails)).filter(({ key }) => key.startsWith('new-codes:'))).toHaveLength(1);
});
