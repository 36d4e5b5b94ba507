import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ticketTypes } from '#server/content/content.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { IssuedTicket } from '#server/sales/tickets/tickets.service.ts';
import type { ScanInput } from '#shared/door/door.contract.ts';
import { decideOnPhone, type Phone } from '#shared/door/phone-decision.ts';
import { HOLD_LIMIT_MS } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { ApiError } from '#shared/errors.ts';
import { transferEnd } from '#shared/tickets/transfer-rules.ts';
import { scannerDeviceAt } from '#tests/factories/door-phone.ts';
import { type OpenDoor, openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { phoneWith } from '#tests/factories/manifest-phone.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { importWithout } from '#tests/setup/without-guard.ts';
import { readOfflineManifest } from './offline-manifest.service.ts';

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** Decides as an offline phone and then as the server: `valid`, `banned`, `ticket_used` … */
async function decideTwice(door: OpenDoor, phone: Phone, { code, id }: Pick<IssuedTicket, 'code' | 'id'>, isReject = false) {
  // With an offline manifest of a minute ago.
  const onPhone = await decideOnPhone(phone, code, { isReject, now: later(door.clock.now(), MINUTE_MS) });
  const body: ScanInput = { isReject, ticketId: id, code, eventId: phone.event.id };
  const scanned = door.api(door.admin.accessToken).door.scan({ body });
  const byServer = await scanned.then(
    ({ reason }) => reason,
    (error: unknown) => (error instanceof ApiError ? error.body.code : String(error)),
  );
  // The wire code names the place, because purchases have a ban of their own.
  return { onPhone: onPhone.reason, byServer: byServer === 'banned_at_door' ? 'banned' : byServer };
}

/** Tickets of an event in every state that an offline manifest can contain. */
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

test('a phone that has the offline manifest decides as the server does, in every state of a ticket', async () => {
  const door = await openDoor();
  const reasons = new Set<string>();
  for (const state of ['published', 'cancelled'] as const) {
    const event = await createEvent(door.ctx, { state });
    const made = await createAllTickets(door, event.id);
    const phone = await phoneWith(await readOfflineManifest(door.ctx, scannerDeviceAt(event.id)));
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
  const phone = await phoneWith(await readOfflineManifest(ctx, scannerDeviceAt(event.id)));
  const sell = (eventId: number) => createTicket(ctx, { userId: guest.id, eventId });
  const other = await sell(published.id);
  expect(await decideOnPhone(phone, other.code, { now: door.clock.now() })).toMatchObject({ genuine: { event: { nameLat: 'Friday' } } });
  expect(await decideTwice(door, phone, other)).toEqual({ onPhone: 'other_event', byServer: 'other_event' });
  expect(await decideTwice(door, phone, await sell(cancelled.id))).toEqual({ onPhone: 'event_cancelled', byServer: 'event_cancelled' });

  const since = await sell(event.id);
  const now = later(door.clock.now(), MINUTE_MS);
  expect(await decideOnPhone(phone, since.code, { now })).toMatchObject({ reason: 'valid', genuine: { isNew: true } });
  expect(await decideTwice(door, phone, since)).toEqual({ onPhone: 'valid', byServer: 'valid' });

  const forged = { id: door.ticket.id, code: door.ticket.code.slice(0, -1) };
  expect(await decideTwice(door, phone, forged)).toEqual({ onPhone: 'code_tampered', byServer: 'code_tampered' });
  expect(await decideTwice(door, phone, forged, true)).toEqual({ onPhone: 'code_tampered', byServer: 'code_tampered' });
});

test('a genuine ticket of last year is for its own event, not forged', async () => {
  const door = await openDoor();
  const old = await createEvent(door.ctx, { nameLat: 'Last year', startsAt: later(door.clock.now(), -400 * 24 * HOUR_MS) });
  const ticket = await createTicket(door.ctx, { userId: door.guest.id, eventId: old.id });
  const phone = await phoneWith(await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id)));
  expect(await decideOnPhone(phone, ticket.code, { now: door.clock.now() })).toMatchObject({
    genuine: { event: { nameLat: 'Last year' } },
  });
  expect(await decideTwice(door, phone, ticket)).toEqual({ onPhone: 'other_event', byServer: 'other_event' });
});

test('a phone cannot know that a ticket of another event was used there', async () => {
  const door = await openDoor();
  const friday = await createEvent(door.ctx);
  const other = await createTicket(door.ctx, { userId: door.guest.id, eventId: friday.id });
  const phone = await phoneWith(await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id)));
  await door.ctx.db.update(tickets).set({ usedAt: door.clock.now() }).where(eq(tickets.id, other.id));
  expect(await decideTwice(door, phone, other)).toEqual({ onPhone: 'other_event', byServer: 'ticket_used' });
});

type Decide = typeof decideOnPhone;

/**
 * The decision of an offline phone about a ticket that its offline manifest lacks, a second and an hour after its last contact, with the sale still on
 * or over.
 */
async function decideUnlisted(decide: Decide = decideOnPhone) {
  const door = await openDoor();
  const event = await createEvent(door.ctx, { startsAt: later(door.clock.now(), HOUR_MS) });
  const offlineManifest = await readOfflineManifest(door.ctx, scannerDeviceAt(event.id));
  const { code } = await createTicket(door.ctx, { userId: door.guest.id, eventId: event.id });
  const heardAt = new Date(offlineManifest.serverTime);
  const sayAfter = async (ms: number, newTicketsUntil?: Date, isReject = false) => {
    const until = newTicketsUntil ? toWireTime(newTicketsUntil) : undefined;
    const { verdict, reason } = await decide({ ...(await phoneWith(offlineManifest)), newTicketsUntil: until }, code, {
      isReject,
      now: later(heardAt, ms),
    });
    return `${verdict} ${reason}`;
  };
  const goesOn = later(heardAt, HOUR_MS);
  return {
    fresh: await sayAfter(MINUTE_MS - 1, goesOn),
    old: await sayAfter(MINUTE_MS, goesOn),
    over: await sayAfter(HOUR_MS, heardAt),
    untold: await sayAfter(HOUR_MS),
    turnedAway: await sayAfter(HOUR_MS, heardAt, true),
  };
}

const OLD = { old: 'admit valid', untold: 'admit valid', turnedAway: 'reject rejected_by_staff' };

test('a phone alone admits a ticket that its list lacks only if it may have been sold since', async () => {
  expect(await decideUnlisted()).toEqual({ ...OLD, fresh: 'refuse not_listed', over: 'refuse not_listed' });
});

test('control: without the guard every genuine code that the list lacks opens the door', async () => {
  const { decideOnPhone: unguarded } = await importWithout<{ decideOnPhone: Decide }>('listedTickets', 'shared/door/phone-decision.ts');
  expect(await decideUnlisted(unguarded)).toEqual({ ...OLD, fresh: 'admit valid', over: 'admit valid' });
});

test('a ticket of which the phone knows only that somebody went out is not listed for that', async () => {
  const door = await openDoor();
  const phone = await phoneWith(await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id)));
  const { code } = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  const findTicket = async () => ({ state: 'valid', usedAt: null, isBanned: false, isListed: false }) as const;
  expect(await decideOnPhone({ ...phone, findTicket }, code, { now: door.clock.now() })).toMatchObject({ reason: 'not_listed' });
});

test('the offline manifest says until when tickets come into being: the last sale with its checkouts, or the end of transfers', async () => {
  const door = await openDoor();
  const { db } = door.ctx;
  const startsAt = later(door.clock.now(), 48 * HOUR_MS);
  const endsAt = later(startsAt, 8 * HOUR_MS);
  const event = await createEvent(door.ctx, { startsAt, endsAt });
  const untilOf = async () => new Date((await readOfflineManifest(door.ctx, scannerDeviceAt(event.id))).newTicketsUntil ?? 0).getTime();
  const setSale = (onSaleUntil: Date | null) => db.update(ticketTypes).set({ onSaleUntil }).where(eq(ticketTypes.eventId, event.id));
  await setSale(null);
  expect(await untilOf()).toBe(endsAt.getTime() + HOLD_LIMIT_MS);
  await setSale(startsAt);
  expect(await untilOf()).toBe(startsAt.getTime() + HOLD_LIMIT_MS);
  await setSale(later(startsAt, -24 * HOUR_MS));
  expect(await untilOf()).toBe(transferEnd(startsAt).getTime());
});
