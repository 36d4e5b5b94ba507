import { FLOORS } from '#shared/constants.ts';
import type { EventView, LineUpView } from './event.views.ts';
import { slotsOf, type Slot } from './timing.ts';

type Floor = LineUpView['floor'];
/** Something in a line-up that its owner should check; times are moments. */
export type LineUpNote =
  | { kind: 'same_start'; floor: Floor; names: string[]; at: string }
  | { kind: 'gap'; floor: Floor; from: string; until: string }
  | { kind: 'short'; floor: Floor; name: string; minutes: number }
  | { kind: 'outside'; floor: Floor; name: string; at: string };

type NotedEvent = Pick<EventView, 'startDate' | 'endDate' | 'lineUps'>;

const MINUTE_MS = 60_000;
const SHORT_MINUTES = 30;
const moment = (time: string): number => Date.parse(time);

/**
 * Returns overlaps and gaps of a line-up, stage by stage. A slot lasts until the next start, so only the time before the first one can be a
 * gap.
 */
export function lineUpNotes(event: NotedEvent): LineUpNote[] {
  const slots = slotsOf(event);
  return FLOORS.flatMap((floor) =>
    notesOf(
      slots.filter((slot) => slot.floor === floor),
      floor,
      event,
    ),
  );
}

function notesOf(slots: readonly Slot[], floor: Floor, { startDate, endDate }: NotedEvent): LineUpNote[] {
  const isWithin = ({ startTime }: Slot) => moment(startTime) >= moment(startDate) && moment(startTime) < moment(endDate);
  const outside = slots.filter((slot) => !isWithin(slot));
  const within = slots.filter(isWithin);
  const [first] = within;
  const notes: LineUpNote[] = outside.map(({ artistName: name, startTime: at }) => ({ kind: 'outside', floor, name, at }));
  if (first && moment(first.startTime) > moment(startDate)) notes.push({ kind: 'gap', floor, from: startDate, until: first.startTime });
  for (const at of new Set(within.map(({ startTime }) => startTime))) {
    const acts = within.filter(({ startTime }) => startTime === at);
    if (acts.length > 1) notes.push({ kind: 'same_start', floor, names: acts.map(({ artistName }) => artistName), at });
  }
  for (const { artistName: name, startTime, endTime } of within) {
    const minutes = (moment(endTime) - moment(startTime)) / MINUTE_MS;
    if (minutes > 0 && minutes < SHORT_MINUTES) notes.push({ kind: 'short', floor, name, minutes });
  }
  return notes;
}
