import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { isBanned } from '#shared/accounts/account-rules.ts';
import { decideTicket } from '#shared/door/admission.ts';
import { hasCode } from '#shared/tickets/claims.ts';
import { admit, openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { admitTickets, type DoorTicket, findTicketsAtDoor } from './door.queries.ts';
import { isDoorNear, nearDoors } from './near-doors.ts';

const EVENT_STATES = ['draft', 'published', 'cancelled'] as const;
const TICKET_STATES = ['valid', 'refunded'] as const;
const CLAIM_STATES = ['bearer', 'unclaimed'] as const;

/** One ticket for every combination of ticket state, use, claim, event state and ban of the holder. */
async function createAllTickets(ctx: Context): Promise<DoorTicket[]> {
  const now = ctx.clock.now();
  const ends = [-1, 0, 1].map((milliseconds) => new Date(now.getTime() + milliseconds));
  const bans = [{ bannedAt: null, bannedUntil: null }, ...[null, ...ends].map((bannedUntil) => ({ bannedAt: now, bannedUntil }))];
  const ids: number[] = [];
  const holders = await Promise.all(bans.map((ban) => createUser(ctx, ban)));
  for (const state of EVENT_STATES) {
    const event = await createEvent(ctx, { state });
    for (const ticketState of TICKET_STATES)
      for (const usedAt of [null, now])
        for (const claim of CLAIM_STATES)
          for (const holder of holders) {
            const { id } = await createTicket(ctx, { userId: holder.id, eventId: event.id });
            await ctx.db.update(tickets).set({ state: ticketState, usedAt, claim }).where(eq(tickets.id, id));
            ids.push(id);
          }
  }
  return findTicketsAtDoor(ctx.db, ids);
}

const nobodyComesIn = new Error('undone');

/** Returns the tickets that the statement admits, and rolls it back. */
async function admittedBySql(ctx: Context, staffId: number, batch: readonly DoorTicket[], { eventId, reason }: Door): Promise<Set<number>> {
  const now = ctx.clock.now();
  const scan = {
    staffId,
    result: 'accepted',
    reason,
    isManual: true,
    device: null,
    scannedAt: null,
    decidedAt: now,
    answer: {},
    isNamed: false,
  } as const;
  const scansOf = batch.map(({ id }) => ({ ...scan, scanId: null, eventId: eventId ?? null, ticketId: id }));
  let admitted: Set<number> | undefined;
  await withTransaction(ctx, async (tx) => {
    admitted = await admitTickets(tx.db, scansOf, { now, near: nearDoors(now) });
    throw nobodyComesIn;
  }).catch((error: unknown) => {
    if (error !== nobodyComesIn) throw error;
  });
  if (!admitted) throw new Error('The statement did not run.');
  return admitted;
}

type Door = { eventId: number | undefined; reason: 'valid' | 'admitted_other_event' };

const NO_EVENT = 0;

test('SQL and the rule admit the same tickets, in every combination of states', async () => {
  const { ctx, admin, event } = await openDoor();
  const all = await createAllTickets(ctx);
  const doors: Door[] = [undefined, event.id, ...new Set(all.map(({ eventId }) => eventId))].flatMap((eventId) =>
    (['valid', 'admitted_other_event'] as const).map((reason) => ({ eventId, reason })),
  );
  const verdicts = new Set<string>();
  const compare = async (isAnyNear: boolean) => {
    const now = ctx.clock.now();
    for (const door of doors) {
      const admitted = await admittedBySql(ctx, admin.id, all, door);
      for (const ticket of all) {
        const decision = decideTicket({
          ticket: { ...ticket, isBanned: isBanned(ticket.guest, now), needsName: !hasCode(ticket.claim) },
          door: {
            eventId: door.eventId ?? (isAnyNear && !isDoorNear(ticket, now) ? NO_EVENT : undefined),
            answered: door.reason === 'admitted_other_event' ? ['other_event'] : [],
            now,
          },
        });
        verdicts.add(decision.reason);
        expect(decision.verdict === 'admit', JSON.stringify({ isAnyNear, door, ticket, decision })).toBe(admitted.has(ticket.id));
      }
    }
  };
  // These tickets are for tomorrow. A scan that names no event treats them as tickets of another event while tonight's door is near.
  await compare(true);
  await ctx.db.update(events).set({ state: 'cancelled' }).where(eq(events.id, event.id));
  await compare(false);
  expect(all).toHaveLength(120);
  expect([...verdicts].toSorted()).toEqual([
    'admitted_other_event',
    'banned',
    'event_cancelled',
    'needs_name',
    'other_event',
    'ticket_refunded',
    'ticket_used',
    'valid',
  ]);
});

test('the first reason that applies is the one that is told and stored', async () => {
  const door = await openDoor();
  const friday = await createEvent(door.ctx);
  const scan = () => door.scan({ ...admit, eventId: friday.id });
  await expect(scan()).rejects.toMatchObject({ body: { code: 'other_event' } });
  await door.ctx.db.update(users).set({ bannedAt: door.clock.now() }).where(eq(users.id, door.guest.id));
  await expect(scan()).rejects.toMatchObject({ status: 409, body: { code: 'banned_at_door' } });
  await door.ctx.db.update(tickets).set({ usedAt: door.clock.now() });
  await expect(scan()).rejects.toMatchObject({ body: { code: 'ticket_used' } });
  await door.ctx.db.update(tickets).set({ state: 'refunded' });
  await expect(scan()).rejects.toMatchObject({ body: { code: 'ticket_refunded' } });
});
