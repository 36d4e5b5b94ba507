import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { type Context, requireConfirmed, requireUser } from '#server/platform/context.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import type { AuditAction } from '#shared/staff/audit.contract.ts';

/** What one member may refund and give within `spanMs` before each further command needs a fresh confirmation (docs/decisions/0079). */
export const UNCONFIRMED = { refundsAndGifts: 5, refundedTetri: 500_00, spanMs: 10 * MINUTE_MS } as const;

const COUNTED: AuditAction[] = ['refund', 'complimentary.give', 'complimentary.register'];

/**
 * Ends a refund or a gift, after its audit entry is written in the same transaction: many small ones need what a large one needs. A refund
 * counts once and with its money, a gift with its tickets. @throws unauthorized, confirmation_required
 */
export async function requireConfirmedForMany(tx: Context): Promise<void> {
  const { userId } = requireUser(tx);
  // The member's commands wait here for each other, so that none of many at once is left out of the count.
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('many-commands', ${userId}))`);
  const { detail, staffId, action, createdAt } = auditEntries;
  const [sum] = await tx.db
    .select({
      number: sql<number>`coalesce(sum(coalesce((${detail}->>'quantity')::int, 1)), 0)`.mapWith(Number),
      tetri: sql<number>`coalesce(sum((${detail}->>'amountTetri')::bigint), 0)`.mapWith(Number),
    })
    .from(auditEntries)
    .where(and(eq(staffId, userId), inArray(action, COUNTED), gt(createdAt, new Date(tx.clock.now().getTime() - UNCONFIRMED.spanMs))));
  const { number = 0, tetri = 0 } = sum ?? {};
  if (number > UNCONFIRMED.refundsAndGifts || tetri > UNCONFIRMED.refundedTetri) requireConfirmed(tx, true);
}
