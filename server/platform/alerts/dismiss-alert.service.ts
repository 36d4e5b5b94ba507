import { AppError } from '#shared/errors.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { requireAdmin, withTransaction, type Context } from '#server/platform/context.ts';
import { endAlert } from './alerts.queries.ts';

/** A person has looked into it. While its cause lasts, it may be raised again. @throws unauthorized, forbidden, not_found when it is not open */
export async function dismissAlert(ctx: Context, id: number, reason: string): Promise<Record<string, never>> {
  requireAdmin(ctx);
  await withTransaction(ctx, async (tx) => {
    const ended = await endAlert(tx.db, id, tx.clock.now());
    if (!ended) throw new AppError('not_found');
    const { kind, subject } = ended;
    await recordAction(tx, { action: 'alert.dismiss', subject, detail: { kind, reason } });
  });
  return {};
}
