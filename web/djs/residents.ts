import { FLOORS } from '#shared/constants.ts';
import type { EventView, LineUpView } from '#shared/events/events.contract.ts';

/** An act of past events, with the last of them. */
export type Resident = { name: string; eventId: number; startDate: string };
export type Residents = { floor: LineUpView['floor']; acts: Resident[] };

/** How many acts of a stage are named. */
const ACTS_PER_STAGE = 7;

/** Who played on each stage: those with the most events first, then the latest. A stage on which nobody played is left out. */
export function residentsOf(past: readonly EventView[]): Residents[] {
  const latestFirst = past.toSorted((a, b) => Date.parse(b.startDate) - Date.parse(a.startDate));
  return FLOORS.map((floor) => ({ floor, acts: actsOn(floor, latestFirst) })).filter(({ acts }) => acts.length > 0);
}

function actsOn(floor: LineUpView['floor'], latestFirst: readonly EventView[]): Resident[] {
  const played = new Map<string, Resident[]>();
  for (const { id: eventId, startDate, lineUps } of latestFirst)
    for (const name of new Set(lineUps.filter((act) => act.floor === floor).map(({ artistName }) => artistName)))
      played.set(name, [...(played.get(name) ?? []), { name, eventId, startDate }]);
  const mostFirst = [...played.values()].toSorted((a, b) => b.length - a.length);
  return mostFirst.flatMap(([latest]) => latest ?? []).slice(0, ACTS_PER_STAGE);
}
