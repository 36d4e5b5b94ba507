import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { momentOfAct } from '#shared/events/event-times.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import type { LineUpInput } from '#shared/staff/events.schemas.ts';
import type { Context } from '#server/platform/context.ts';
import { editEvent } from './edit-event.service.ts';
import { deleteActs, findLineUp, insertActs, type LineUpRow, type NewAct, updateAct } from './staff-events.queries.ts';

/**
 * Sets the line-up of an event; acts that stay keep their ids. Acts with the same start on a stage keep the given order. @throws
 * unauthorized, forbidden, event_not_found, conflict, invalid_fields (a time outside of the event: `slots.2.time`)
 */
export function changeLineUp(ctx: Context, id: number, { version, slots }: LineUpInput): Promise<StaffEventView> {
  return editEvent(ctx, { id, version, action: 'night.line_up' }, async (tx, { startsAt, endsAt }) => {
    const rows = slots.map(({ time, ...slot }) => ({ ...slot, startsAt: momentOfAct(startsAt, time) }));
    const outside = rows.flatMap((row, place) =>
      row.startsAt >= endsAt ? [[`slots.${place}.time`, 'validation.time_outside_night']] : [],
    );
    if (outside.length > 0) throw new AppError('invalid_fields', { errors: Object.fromEntries(outside) });
    const before = await findLineUp(tx.db, id);
    const { removed, changed, added } = compareLineUp(before, rows);
    await deleteActs(tx.db, removed);
    for (const act of changed) await updateAct(tx.db, act);
    await insertActs(tx.db, id, added);
    return { detail: { before: before.map(describeAct), after: rows.map(describeAct) } };
  });
}

/** `1 23:00 Lela M. *`, with the whole moment. */
const describeAct = ({ floor, startsAt, artistName, isHeadliner = false }: NewAct): string =>
  `${floor} ${toWireTime(startsAt)} ${artistName}${isHeadliner ? ' *' : ''}`;

type Changes = { removed: number[]; changed: (NewAct & { id: number })[]; added: NewAct[] };

/**
 * Returns the rows to write so that the table has the given acts. Lists show acts by stage, start and id, so acts of one stage and start
 * are matched in their order; an act that moved is matched by its name if no other begins at its new time.
 */
export function compareLineUp(before: readonly LineUpRow[], given: readonly NewAct[]): Changes {
  const groups = Map.groupBy(before, slotOf);
  const matched = given.map((act) => ({ act, row: groups.get(slotOf(act))?.shift() }));
  const left = [...groups.values()].flat();
  const sizes = Map.groupBy(given, slotOf);
  for (const match of matched) {
    const isAlone = sizes.get(slotOf(match.act))?.length === 1;
    const place = match.row || !isAlone ? -1 : left.findIndex(({ artistName }) => artistName === match.act.artistName);
    if (place >= 0) [match.row] = left.splice(place, 1);
  }
  return {
    removed: left.map(({ id }) => id),
    changed: matched.flatMap(({ act, row }) => (row && !isSame(row, act) ? [{ ...act, id: row.id }] : [])),
    added: matched.flatMap(({ act, row }) => (row ? [] : [act])),
  };
}

const slotOf = ({ floor, startsAt }: Pick<NewAct, 'floor' | 'startsAt'>): string => `${floor} ${startsAt.getTime()}`;

const isSame = (row: LineUpRow, act: NewAct): boolean =>
  slotOf(row) === slotOf(act) && row.artistName === act.artistName && row.isHeadliner === act.isHeadliner;
