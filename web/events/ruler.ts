import { FLOORS } from '#shared/constants.ts';
import { venueTime } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import type { EventView, LineUpView } from '#shared/events/events.contract.ts';
import { eventTiming, slotsOf, type Slot } from '#shared/events/timing.ts';
import type { AxisHour } from '#web/ui/hour-axis.tsx';

/** The axis is a grid of five-minute columns. */
const COLUMNS_PER_HOUR = 12;
const COLUMN_MS = HOUR_MS / COLUMNS_PER_HOUR;
/** Longer events label only every second, third … hour. */
const MOST_HOURS_NAMED = 12;

export type RulerSlot = {
  /** The id of the line-up entry; of the first one if several acts begin together. */
  id: number;
  name: string;
  isHeadline: boolean;
  startTime: string;
  endTime: string;
  isNow: boolean;
  soundUrl: string | null;
  /** Grid lines of the axis, counted from 1. */
  from: number;
  to: number;
};
export type RulerStage = { floor: LineUpView['floor']; slots: RulerSlot[] };
type Ruler = {
  columns: number;
  hours: AxisHour[];
  stages: RulerStage[];
  /** The elapsed share of the event, from 0 to 1; only while it is running. */
  progress: number | undefined;
};

/** The last full hour on the venue's clock; in some zones it is none in UTC. */
export const beginOfHour = (at: string): number => Date.parse(at) - venueTime(at).minute * MINUTE_MS;

type Axis = { begins: number; columns: number };

/** The geometry of the event ruler: whole hours around the event, a block per slot on its stage. */
export function eventRuler(event: Pick<EventView, 'startDate' | 'endDate' | 'lineUps'>, now: Date): Ruler {
  const begins = beginOfHour(event.startDate);
  const ends = begins + Math.ceil((Date.parse(event.endDate) - begins) / HOUR_MS) * HOUR_MS;
  const axis: Axis = { begins, columns: (ends - begins) / COLUMN_MS };
  const isRunning = eventTiming(event, now) === 'in_session';
  const slots = slotsOf(event);
  const stages = FLOORS.map((floor) => {
    const own = slots.filter((slot) => slot.floor === floor);
    return { floor, slots: groupByStart(own).map((acts) => toRulerSlot(acts, axis, isRunning ? now : undefined)) };
  });
  return {
    columns: axis.columns,
    hours: hoursOf(axis),
    stages: stages.filter((stage) => stage.slots.length > 0),
    progress: isRunning ? (now.getTime() - begins) / (ends - begins) : undefined,
  };
}

type Acts = [Slot, ...Slot[]];

/** Acts with the same start share one block. */
function groupByStart(slots: readonly Slot[]): Acts[] {
  const blocks: Acts[] = [];
  for (const slot of slots) {
    const last = blocks.at(-1);
    if (last && Date.parse(last[0].startTime) === Date.parse(slot.startTime)) last.push(slot);
    else blocks.push([slot]);
  }
  return blocks;
}

function toRulerSlot(acts: Acts, axis: Axis, now: Date | undefined): RulerSlot {
  const [{ id, startTime, endTime }] = acts;
  const from = Math.min(lineAt(startTime, axis), axis.columns);
  return {
    id,
    name: acts.map(({ artistName }) => artistName).join(', '),
    isHeadline: acts.some(({ isHeaderLineUp }) => isHeaderLineUp),
    startTime,
    endTime,
    isNow: now !== undefined && Date.parse(startTime) <= now.getTime() && now.getTime() < Date.parse(endTime),
    from,
    to: Math.max(from + 1, lineAt(endTime, axis)),
    soundUrl: acts.find((act) => act.soundUrl)?.soundUrl ?? null,
  };
}

/** The grid line nearest to a moment, limited to the axis. */
function lineAt(time: string, { begins, columns }: Axis): number {
  const column = Math.round((Date.parse(time) - begins) / COLUMN_MS);
  return 1 + Math.min(columns, Math.max(0, column));
}

function hoursOf({ begins, columns }: Axis): AxisHour[] {
  const count = columns / COLUMNS_PER_HOUR;
  const step = Math.ceil(count / MOST_HOURS_NAMED);
  const hours = Array.from({ length: Math.floor(count / step) + 1 }, (_, place) => place * step);
  return hours.map((hour) => ({
    text: String(venueTime(new Date(begins + hour * HOUR_MS)).hour).padStart(2, '0'),
    line: 1 + hour * COLUMNS_PER_HOUR,
  }));
}
