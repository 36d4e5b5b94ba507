import { and, asc, eq, inArray, isNull, like, sql } from 'drizzle-orm';
import { withdrawInvitationsBy } from '#server/accounts/invitations.queries.ts';
import { deleteRoles } from '#server/accounts/roles.queries.ts';
import { endSessionsOfUser } from '#server/accounts/sessions.queries.ts';
import { users } from '#server/accounts/accounts.table.ts';
import { holds } from '#server/sales/tables/holds.table.ts';
import { deleteHoldsOfUser } from '#server/sales/inventory/stock.queries.ts';
import { lockStockOfCarts, withStock } from '#server/sales/inventory/inventory.service.ts';
import type { Context } from '#server/platform/context.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { comingContents, runningContent } from './demo-contents.ts';
import { pastContents } from './demo-past-contents.ts';
import { findDemoUsers } from './demo-accounts.ts';

type Forgotten = { accounts: number; people: number; deletedEvents: number; hiddenEvents: number };

const DEMO_GUESTS = '%@rkali.example';
const eventNames = [runningContent, ...comingContents, ...pastContents].map(({ nameLat }) => nameLat);

/**
 * Removes the demo from a database that becomes a real club's: its accounts can neither sign in nor enter. Its events are deleted, or
 * become drafts if the demo sold tickets of them, because the ledger keeps sales; those for which a real guest holds or bought a place are
 * kept.
 */
export async function forgetDemo(ctx: Context): Promise<Forgotten> {
  const accounts = await findDemoUsers(ctx.db);
  const guests = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(like(users.email, DEMO_GUESTS), eq(users.passwordHash, ''), isNull(users.deletedAt)));
  const people = [...accounts, ...guests.map(({ id }) => id)];
  return withStock(ctx, async (tx) => {
    const eventIds = await lockStockOfCarts(tx, people);
    for (const id of people) await deleteHoldsOfUser(tx.db, id, eventIds);
    const past = await findPastPeople(tx);
    const found = await removeEvents(tx, [...people, ...past]);
    for (const id of accounts) await endSessionsOfUser(tx.db, id, tx.clock.now());
    for (const id of accounts) await deleteRoles(tx.db, id);
    for (const id of accounts) await withdrawInvitationsBy(tx.db, id, tx.clock.now());
    await shutOut(tx, people);
    return { accounts: accounts.length, people: guests.length, ...found };
  });
}

/** Demo accounts that an earlier run removed. */
async function findPastPeople({ db }: Context): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(like(users.email, 'deleted:%'), like(users.socialMediaProfileLink, '%/rkali.example.%')));
  return rows.map(({ id }) => id);
}

async function removeEvents({ db }: Context, people: readonly number[]): Promise<Pick<Forgotten, 'deletedEvents' | 'hiddenEvents'>> {
  const ours = inArray(events.nameLat, eventNames);
  const isNotDemo = (userId: typeof holds.userId | typeof orders.userId) => sql`${userId} <> all(${sql.param(people)}::int[])`;
  const bought = db
    .select({ id: orderLines.eventId })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(isNotDemo(orders.userId));
  const held = db.select({ id: holds.eventId }).from(holds).where(isNotDemo(holds.userId));
  const unused = sql`${events.id} not in (${bought}) and ${events.id} not in (${held})`;
  const rows = await db.select({ id: events.id }).from(events).where(and(ours, unused)).orderBy(asc(events.id)).for('update');
  const ids = rows.map(({ id }) => id);
  const sold = await db
    .selectDistinct({ id: orderLines.eventId })
    .from(orderLines)
    .where(inArray(orderLines.eventId, [...ids, 0]));
  const soldIds = new Set(sold.map(({ id }) => id));
  const hidden = ids.filter((id) => soldIds.has(id));
  const deleted = ids.filter((id) => !soldIds.has(id));
  await db.update(events).set({ state: 'draft' }).where(inArray(events.id, hidden));
  await db.delete(ticketTypes).where(inArray(ticketTypes.eventId, deleted));
  await db.delete(events).where(inArray(events.id, deleted));
  return { deletedEvents: deleted.length, hiddenEvents: hidden.length };
}

/** They are also banned, because the door checks bans if one of their tickets is shown. */
async function shutOut({ db, clock }: Context, people: readonly number[]): Promise<void> {
  const now = clock.now();
  await db
    .update(users)
    .set({
      email: sql`'deleted:' || ${users.id}`,
      emailKey: sql`'deleted:' || ${users.id}`,
      passwordHash: '',
      deletedAt: now,
      bannedAt: now,
      personalNumberDigest: null,
    })
    .where(inArray(users.id, [...people, 0]));
}
