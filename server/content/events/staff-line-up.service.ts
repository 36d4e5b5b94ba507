import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { momentInNight } from '#shared/events/night-times.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import type { LineUpInput } from '#shared/staff/nights.schemas.ts';
import type { Context } from '#server/platform/context.ts';
import { findLineUp, replaceLineUp, type NewSlot } from './staff-nights.queries.ts';
import { editNight } from './edit-night.service.ts';

/**
 * Another line-up in the place of the old one. Acts that begin together on a stage stay in the order they are given.
 * @throws unauthorized, forbidden, event_not_found, conflict, invalid_fields (a time outside of the night: `slots.2.time`)
 */
export function changeLineUp(ctx: Context, id: number, { version, slots }: LineUpInput): Promise<StaffNightView> {
  return editNight(ctx, { id, version, action: 'night.line_up' }, async (tx, { startsAt, endsAt }) => {
    const rows = slots.map(({ time, ...slot }) => ({ ...slot, startsAt: momentInNight(startsAt, time) }));
    const outside = rows.flatMap((row, place) =>
      row.startsAt >= endsAt ? [[`slots.${place}.time`, 'validation.time_outside_night']] : [],
    );
    if (outside.length > 0) throw new AppError('invalid_fields', { errors: Object.fromEntries(outside) });
    const before = (await findLineUp(tx.db, id)).map(inWords);
    await replaceLineUp(tx.db, id, rows);
    return { detail: { before, after: rows.map(inWords) } };
  });
}

/** `1 23:00 Lela M. *`, with the whole moment. */
const inWords = ({ floor, startsAt, artistName, isHeadliner = false }: NewSlot): string =>
  `${floor} ${toWireTime(startsAt)} ${artistName}${isHeadliner ? ' *' : ''}`;
