import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

/** In Latin letters, lower case, without diacritics. */
const folded = (text: SQL): SQL => sql`latin_text(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g'))`;

/** Valid tickets of an event whose holder has a name with each of these prefixes. */
export const findByName = (db: Db, { eventId, patterns, limit }: { eventId: number; patterns: readonly string[]; limit: number }) =>
  db
    .select({
      ticketId: tickets.id,
      firstName: users.firstName,
      lastName: users.lastName,
      sealedBirthdate: users.sealedBirthdate,
      ticketTypeName: ticketTypes.name,
      ticketTypeNameLat: ticketTypes.nameLat,
      usedAt: tickets.usedAt,
    })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .where(
      and(
        eq(tickets.eventId, eventId),
        eq(tickets.state, 'valid'),
        ...patterns.map(
          (pattern) => sql`${folded(sql`' ' || ${users.firstName} || ' ' || ${users.lastName}`)} like ${folded(sql`${pattern}`)}`,
        ),
      ),
    )
    .orderBy(asc(users.lastName), asc(users.firstName), asc(tickets.id))
    .limit(limit);

/** Returns true if the audit log has this action about this subject since `since`. */
export const wasNoted = async (db: Db, { action, subject, since }: { action: string; subject: string; since: Date }): Promise<boolean> =>
  (await db.$count(
    auditEntries,
    and(eq(auditEntries.action, action), eq(auditEntries.subject, subject), gt(auditEntries.createdAt, since)),
  )) > 0;
