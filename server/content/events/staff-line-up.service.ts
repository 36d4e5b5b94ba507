import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { momentInNight } from '#shared/events/night-times.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import type { LineUpInput } from '#shared/staff/nights.schemas.ts';
import type { Context } from '#server/platform/context.ts';
import { editNight } from './edit-night.service.ts';
import { compareLineUp } from './compare-line-up.ts';
import { deleteActs, findLineUp, insertActs, updateAct, type NewAct } from './staff-nights.queries.ts';

/**
 * Gives a night this line-up; acts that stay keep their ids. Acts that begin together on a stage stay in the order they are given.
 * @throws unauthorized, forbidden, event_not_found, conflict, invalid_fields (a time outside of the night: `slots.2.time`)
 */
export function changeLineUp(ctx: Context, id: number, { version, slots }: LineUpInput): Promise<StaffNightView> {
  return editNight(ctx, { id, version, action: 'night.line_up' }, async (tx, { startsAt, endsAt }) => {
    const rows = slots.map(({ time, ...slot }) => ({ ...slot, startsAt: momentInNight(startsAt, time) }));
    const outside = rows.flatMap((row, place) =>
      row.startsAt >= endsAt ? [[`slots.${place}.time`, 'validation.time_outside_night']] : [],
    );
    if (outside.length > 0) throw new AppError('invalid_fields', { errors: Object.fromEntries(outside) });
    const before = await findLineUp(tx.db, id);
    const { removed, changed, added } = compareLineUp(before, rows);
    await deleteActs(tx.db, removed);
    for (const act of changed) await updateAct(tx.db, act);
    await insertActs(tx.db, id, added);
    return { detail: { before: before.map(inWords), after: rows.map(inWords) } };
  });
}

/** `1 23:00 Lela M. *`, with the whole moment. */
const inWords = ({ floor, startsAt, artistName, isHeadliner = false }: NewAct): string =>
  `${floor} ${toWireTime(startsAt)} ${artistName}${isHeadliner ? ' *' : ''}`;
