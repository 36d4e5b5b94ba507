import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { tickets } from '#server/sales/tickets/tickets.table.ts';
import type { IssuedTicket } from '#server/sales/tickets/tickets.service.ts';
import type { ScanInput } from '#shared/door/door.contract.ts';
import { decideOnPhone, type Phone } from '#shared/door/phone-decision.ts';
import { ApiError } from '#shared/errors.ts';
import { passAt } from '#tests/factories/door-phone.ts';
import { type OpenDoor, openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { phoneWith } from '#tests/factories/pack-phone.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { readPack } from './pack.service.ts';

/** Decides as a phone with the pack of its event does, then as the server does: `valid`, `banned`, `ticket_used` … */
async function decideTwice(door: OpenDoor, phone: Phone, { code, id }: Pick<IssuedTicket, 'code' | 'id'>, isReject = false) {
  const onPhone = await decideOnPhone(phone, code, { isReject, now: door.clock.now() });
  const body: ScanInput = { isReject, ticketId: id, code, eventId: phone.event.id };
  const scanned = door.api(door.admin.accessToken).door.scan({ body });
  const byServer = await scanned.then(
    ({ reason }) => reason,
    (error: unknown) => (error instanceof ApiError ? error.body.code : String(error)),
  );
  return { onPhone: onPhone.reason, byServer };
}

/** Tickets of an event in every state that a pack knows. */
async function createAllTickets({ ctx }: OpenDoor, eventId: number) {
  const now = ctx.clock.now();
  const bans = [{}, { bannedAt: now }, { bannedAt: now, bannedUntil: new Date(now.getTime() + 1) }, { bannedAt: now, bannedUntil: now }];
  const holders = await Promise.all(bans.map((ban) => createUser(ctx, ban)));
  const made: IssuedTicket[] = [];
  for (const { id: userId } of holders)
    for (const usedAt of [null, now])
      for (const state of ['valid', 'refunded'] as const) {
        const ticket = await createTicket(ctx, { userId, eventId });
        await ctx.db.update(tickets).set({ state, usedAt }).where(eq(tickets.id, ticket.id));
        made.push(ticket);
      }
  return made;
}

test('a phone with the pack decides as the server does, in every state of a ticket', async () => {
  const door = await openDoor();
  const reasons = new Set<string>();
  for (const state of ['published', 'cancelled'] as const) {
    const event = await createEvent(door.ctx, { state });
    const made = await createAllTickets(door, event.id);
    const phone = await phoneWith(await readPack(door.ctx, passAt(event.id)));
    for (const ticket of made)
      for (const isReject of [true, false]) {
        const { onPhone, byServer } = await decideTwice(door, phone, ticket, isReject);
        reasons.add(onPhone);
        expect(onPhone, `${state}, ticket ${made.indexOf(ticket)}`).toBe(byServer);
      }
  }
  expect([...reasons].toSorted()).toEqual(['banned', 'event_cancelled', 'rejected_by_staff', 'ticket_refunded', 'ticket_used', 'valid']);
});

test('a phone knows a ticket of a neighbour, one that was sold since, and one that is none of ours', async () => {
  const door = await openDoor();
  const { ctx, guest, event } = door;
  const published = await createEvent(ctx, { nameLat: 'Friday' });
  const cancelled = await createEvent(ctx, { state: 'cancelled' });
  const phone = await phoneWith(await readPack(ctx, passAt(event.id)));
  const sell = (eventId: number) => createTicket(ctx, { userId: guest.id, eventId });
  const other = await sell(published.id);
  expect(await decideOnPhone(phone, other.code, { now: door.clock.now() })).toMatchObject({ genuine: { event: { nameLat: 'Friday' } } });
  expect(await decideTwice(door, phone, other)).toEqual({ onPhone: 'other_event', byServer: 'other_event' });
  expect(await decideTwice(door, phone, await sell(cancelled.id))).toEqual({ onPhone: 'event_cancelled', byServer: 'event_cancelled' });

  const since = await sell(event.id);
  expect(await decideOnPhone(phone, since.code, { now: door.clock.now() })).toMatchObject({ reason: 'valid', genuine: { isNew: true } });
  expect(await decideTwice(door, phone, since)).toEqual({ onPhone: 'valid', byServer: 'valid' });

  const forged = { id: door.ticket.id, code: door.ticket.code.slice(0, -1) };
  expect(await decideTwice(door, phone, forged)).toEqual({ onPhone: 'code_tampered', byServer: 'code_tampered' });
  expect(await decideTwice(door, phone, forged, true)).toEqual({ onPhone: 'code_tampered', byServer: 'code_tampered' });
});

test('a phone cannot know that a ticket of another event was used there', async () => {
  const door = await openDoor();
  const friday = await createEvent(door.ctx);
  const other = await createTicket(door.ctx, { userId: door.guest.id, eventId: friday.id });
  const phone = await phoneWith(await readPack(door.ctx, passAt(door.event.id)));
  await door.ctx.db.update(tickets).set({ usedAt: door.clock.now() }).where(eq(tickets.id, other.id));
  expect(await decideTwice(door, phone, other)).toEqual({ onPhone: 'other_event', byServer: 'ticket_used' });
});
