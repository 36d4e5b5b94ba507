import { z } from 'zod';
import { rightsOfAccount } from '#server/accounts/account-rights.service.ts';
import type { Context } from '#server/platform/context.ts';
import { addJob, declareJob } from '#server/platform/jobs/jobs.ts';
import { UNDO_REFUND_MS } from '#shared/door/scanner-devices.ts';

/** A scanner device refunds in the name of its maker, who must have the right now, and the right must not rest. */
export const mayRefund = async (ctx: Pick<Context, 'db' | 'env' | 'clock'>, makerId: number): Promise<boolean> =>
  (await rightsOfAccount(ctx, makerId)).includes('money.refund');

/** Declared apart from its handler in door-refunds.jobs.ts, which imports `mayRefund` from this file. */
export const refundAtDoorJob = declareJob({
  name: 'refund-at-door',
  payload: z.object({ scanId: z.string(), scannerDeviceId: z.string() }),
});

type Refusal = { scanId: string; scannerDeviceId: string; refundReason: string | null };

/** Queues refunds of refused guests, due when the refusal can no longer be undone. */
export async function queueRefunds(tx: Context, rows: readonly Refusal[]): Promise<void> {
  for (const { scanId, scannerDeviceId, refundReason } of rows)
    if (refundReason !== null)
      await addJob(tx, refundAtDoorJob, { scanId, scannerDeviceId }, { key: `refund-at-door:${scanId}`, afterMs: UNDO_REFUND_MS });
}
