import { AppError } from '#shared/errors.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { requireAdmin, withTransaction, type Context } from '#server/platform/context.ts';
import { nightSubject } from './edit-night.service.ts';
import { lockAdmission, setAdmission } from './verified-only.queries.ts';

type Switch = { verifiedOnly: boolean };

/**
 * Whether only verified and welcomed guests may buy for a night: the cart holds to it from the next call on, and so does every checkout
 * of what is in carts already. Tickets that were sold stay good. @throws unauthorized, forbidden, event_not_found
 */
export function setVerifiedOnly(ctx: Context, eventId: number, { verifiedOnly }: Switch): Promise<Switch> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const night = await lockAdmission(tx.db, eventId);
    if (!night) throw new AppError('event_not_found');
    if (night.verifiedOnly === verifiedOnly) return { verifiedOnly };
    await setAdmission(tx.db, eventId, verifiedOnly);
    const detail = { before: night.verifiedOnly, after: verifiedOnly };
    await recordAction(tx, { action: 'night.verified_only', subject: nightSubject(eventId), detail });
    return { verifiedOnly };
  });
}
