import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { type Context, requireConfirmed, requireUser } from '#server/platform/context.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import type { AuditAction } from '#shared/staff/audit.contract.ts';

/**
 * The number and sum of refunds and complimentary tickets that one member may make within `spanMs` without a fresh confirmation
 * (docs/decisions/0079).
 */
export const UNCONFIRMED = { refundsAndComplimentary: 5, refundedTetri: 500_00, spanMs: 10 * MINUTE_MS } as const;

const COUNTED: AuditAction[] = ['refund', 'complimentary.give', 'complimentary.register', 'list.names', 'list.bring_back'];
/** Audit entries of guest lists give as many tickets as `orders` says, often none. */
const OF_LISTS = sql`('list.names', 'list.bring_back')`;

/**
 * Ends a refund or an issue of complimentary tickets, after its audit entry in the same transaction: many small ones need the confirmation of
 * a large one. A refund counts once and with its money, an issue with its tickets. @throws unauthorized, confirmation_required
 */
export async function requireConfirmedForMany(tx: Context): Promise<void> {
  const { userId } = requireUser(tx);
  // Locks per member: of many simultaneous commands, none is left out of the count.
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('many-commands', ${userId}))`);
  await requireConfirmedBefore(tx, 0);
}

/**
 * Refuses a call with this many complimentary tickets before the first is issued, for calls with several transactions;
 * `requireConfirmedForMany` ends each of them. @throws unauthorized, confirmation_required
 */
export async function requireConfirmedBefore(ctx: Context, complimentary: number): Promise<void> {
  const { userId } = requireUser(ctx);
  const { detail, staffId, action, createdAt } = auditEntries;
  const ofList = sql`coalesce(jsonb_array_length(${detail}->'orders'), 0)`;
  const ofOther = sql`coalesce((${detail}->>'quantity')::int, 1)`;
  const [sum] = await ctx.db
    .select({
      number: sql<number>`coalesce(sum(case when ${action} in ${OF_LISTS} then ${ofList} else ${ofOther} end), 0)`.mapWith(Number),
      tetri: sql<number>`coalesce(sum((${detail}->>'amountTetri')::bigint), 0)`.mapWith(Number),
    })
    .from(auditEntries)
    .where(and(eq(staffId, userId), inArray(action, COUNTED), gt(createdAt, new Date(ctx.clock.now().getTime() - UNCONFIRMED.spanMs))));
  const { number = 0, tetri = 0 } = sum ?? {};
  if (number + complimentary > UNCONFIRMED.refundsAndComplimentary || tetri > UNCONFIRMED.refundedTetri) requireConfirmed(ctx, true);
}
