import { FLOORS } from '#shared/constants.ts';
import type { EventView, LineUpView } from '#shared/events/event.views.ts';
import { classNames } from '#web/ui/class-names.ts';

/** Names in a row, headline acts in bold; a name and its comma stay on one line. */
export function ActNames({ acts }: { acts: readonly LineUpView[] }) {
  return acts.map(({ id, artistName, isHeaderLineUp }, place) => (
    <span key={id}>
      {place > 0 && ' '}
      <span className="inline-block max-w-full wrap-anywhere">
        <bdi className={classNames(isHeaderLineUp && 'font-bold')}>{artistName}</bdi>
        {place < acts.length - 1 && ','}
      </span>
    </span>
  ));
}

export type Stage = { floor: LineUpView['floor']; acts: LineUpView[] };

const byTime = (a: LineUpView, b: LineUpView): number => Date.parse(a.startTime) - Date.parse(b.startTime) || a.id - b.id;

/** Who plays where, by time; a stage without anybody is left out. */
export function stagesOf({ lineUps }: Pick<EventView, 'lineUps'>): Stage[] {
  const stages = FLOORS.map((floor) => ({ floor, acts: lineUps.filter((act) => act.floor === floor).toSorted(byTime) }));
  return stages.filter(({ acts }) => acts.length > 0);
}

/** Headline acts first, then the others from the last to the first: the later, the greater the name. */
export const billing = ({ lineUps }: Pick<EventView, 'lineUps'>): LineUpView[] =>
  lineUps.toSorted((a, b) => Number(b.isHeaderLineUp) - Number(a.isHeaderLineUp) || a.floor - b.floor || byTime(b, a));
