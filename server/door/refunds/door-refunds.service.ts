import { findRoles } from '#server/accounts/roles.queries.ts';
import type { NewPassScan } from '#server/door/scans/pass-scans.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { addJob } from '#server/platform/jobs/jobs.ts';
import { UNDO_REFUND_MS } from '#shared/door/passes.ts';
import { rightsOf } from '#shared/staff/rights.ts';

/** A pass starts refunds in the name of its maker: the maker must have the right at this moment. */
export const mayRefund = async ({ db }: Pick<Context, 'db'>, makerId: number): Promise<boolean> =>
  rightsOf(await findRoles(db, makerId)).includes('money.refund');

/** Queues the refunds of guests who were turned away, for the time when the refusal can no longer be undone. */
export async function queueRefunds(tx: Context, rows: readonly NewPassScan[]): Promise<void> {
  for (const { scanId, passId, refundReason } of rows)
    if (refundReason !== null)
      await addJob(tx, 'refund-at-door', { scanId, passId }, { key: `refund-at-door:${scanId}`, afterMs: UNDO_REFUND_MS });
}
