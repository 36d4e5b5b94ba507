import { AppError } from '#shared/errors.ts';
import { nightTimes } from '#shared/events/night-times.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { requireAdmin, withTransaction, type Context } from '#server/platform/context.ts';
import { nightSubject, readForChange } from './edit-night.service.ts';
import { deleteNight, isNightInUse } from './staff-nights.queries.ts';

/**
 * Deletes a draft with its line-up and releases, for good. The files of its photo go with the next cleaning, unless a copy of the night
 * shows them. @throws unauthorized, forbidden, event_not_found, conflict, night_not_deletable (it was on the site, or somebody ordered)
 */
export function removeNight(ctx: Context, id: number, version: number): Promise<Record<string, never>> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const night = await readForChange(tx, id, version);
    if (night.state !== 'draft' || (await isNightInUse(tx.db, id, nightSubject(id)))) throw new AppError('night_not_deletable');
    await deleteNight(tx.db, id);
    const { name, nameLat } = night;
    await recordAction(tx, { action: 'night.delete', subject: nightSubject(id), detail: { name, nameLat, ...nightTimes(night) } });
    return {};
  });
}
