import type { LineUpRow, NewAct } from './staff-nights.queries.ts';

type Changes = { removed: number[]; changed: (NewAct & { id: number })[]; added: NewAct[] };

/**
 * Returns what has to be written so that the acts in the table become the given ones. Lists show acts by stage, beginning and id, so acts
 * of one stage and beginning are matched in their order; an act that moved is matched by its name where no other begins with it.
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
