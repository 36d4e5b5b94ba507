import { and, asc, desc, eq, isNotNull, isNull, lt, lte, not, or, sql } from 'drizzle-orm';
import { isStaff, rolesOfUser } from '#server/accounts/roles.queries.ts';
import { users } from '#server/accounts/accounts.table.ts';
import { soldOutEvents, staffMailChoices } from '#server/backoffice/backoffice.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import type { StaffNotificationsInput } from '#shared/staff/staff-notifications.schemas.ts';

export type Member = Awaited<ReturnType<typeof findMembers>>[number];

const member = {
  id: users.id,
  email: users.email,
  emailProvedAt: users.emailProvedAt,
  language: users.language,
  roles: rolesOfUser,
  soldOut: staffMailChoices.soldOut,
  waitingGuests: staffMailChoices.waitingGuests,
};

const isMember = and(isNull(users.deletedAt), isStaff);

/** Team members with a proved address and their choices; null where they chose nothing. */
export const findMembers = (db: Db) =>
  db
    .select(member)
    .from(users)
    .leftJoin(staffMailChoices, eq(staffMailChoices.userId, users.id))
    .where(and(isMember, isNotNull(users.emailProvedAt)))
    .orderBy(asc(users.id));

/** A team member, with or without a proved address. */
export async function findMember(db: Db, userId: number): Promise<Member | undefined> {
  const [row] = await db
    .select(member)
    .from(users)
    .leftJoin(staffMailChoices, eq(staffMailChoices.userId, users.id))
    .where(and(isMember, eq(users.id, userId)));
  return row;
}

export async function writeChoices(db: Db, userId: number, choices: StaffNotificationsInput): Promise<void> {
  await db
    .insert(staffMailChoices)
    .values({ userId, ...choices })
    .onConflictDoUpdate({ target: staffMailChoices.userId, set: choices });
}

/** A full event; `places` is how many it offers. */
export type FullEvent = { id: number; places: number };

/**
 * Published events, not over, whose capacity or ticket types are full, held places included, and that were not yet noticed with this number
 * of places. A ticket type whose sale is over does not count, one whose sale is to come does.
 */
export async function findFullEvents(db: Db, now: Date): Promise<FullEvent[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const ticketType = sql`from ticket_types b where b.event_id = e.id and b.kind = 'public' and b.price_tetri is not null
    and coalesce(b.on_sale_until > ${at}, true)`;
  const offered = sql`(select sum(b.allocation)::int from ticket_types b where b.event_id = e.id and b.kind = 'public' and b.price_tetri is not null)`;
  const { rows } = await db.execute<FullEvent>(sql`
    select e.id, least(e.capacity, ${offered}) as places from events e
    where e.state = 'published' and e.ends_at > ${at} and e.sold_or_reserved > 0
      and (e.sold_or_reserved >= e.capacity or (exists (select ${ticketType}) and not exists (select ${ticketType} and b.sold_or_reserved < b.allocation)))
      and not exists (select from sold_out_events s where s.event_id = e.id and s.places >= least(e.capacity, ${offered}))
    order by e.id`);
  return rows;
}

/** Returns false if selling out with this number of places was noticed before. */
export async function noticeSoldOut(db: Db, { id: eventId, places }: FullEvent, noticedAt: Date): Promise<boolean> {
  const rows = await db
    .insert(soldOutEvents)
    .values({ eventId, places, noticedAt })
    .onConflictDoUpdate({ target: soldOutEvents.eventId, set: { places, noticedAt }, setWhere: lt(soldOutEvents.places, places) })
    .returning();
  return rows.length > 0;
}

type Waiting = { count: number; newestId: number };

/** The number of guests to verify, and the newest account. */
export async function findWaiting(db: Db): Promise<Waiting> {
  const isWaiting = and(eq(users.status, 'Pending'), isNull(users.deletedAt), not(isStaff));
  const [newest] = await db.select({ id: users.id }).from(users).where(isWaiting).orderBy(desc(users.id)).limit(1);
  return { count: await db.$count(users, isWaiting), newestId: newest?.id ?? 0 };
}

type Turn = { userId: number; waiting: Waiting; now: Date; before: Date; onlyIfNew: boolean };

/** Claims the next mail about waiting guests. Returns false if the last one is too recent or no guest came since. */
export async function claimWaitingMail(db: Db, { userId, waiting, now, before, onlyIfNew }: Turn): Promise<boolean> {
  const { mailedAt, mailedCount, mailedNewestId } = staffMailChoices;
  const isNew = or(lt(mailedNewestId, waiting.newestId), lt(mailedCount, waiting.count));
  const rows = await db
    .update(staffMailChoices)
    .set({ mailedAt: now, mailedCount: waiting.count, mailedNewestId: waiting.newestId })
    .where(and(eq(staffMailChoices.userId, userId), or(isNull(mailedAt), and(lte(mailedAt, before), onlyIfNew ? isNew : undefined))))
    .returning({ userId: staffMailChoices.userId });
  return rows.length > 0;
}
