import { z } from 'zod';
import { timeText, toWireTime } from '#shared/dates.ts';
import type { LineUpView } from '#shared/events/event.views.ts';
import { momentInNight, writtenTime } from '#shared/events/night-times.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';

type Night = Pick<StaffNightView, 'startDate' | 'endDate'>;
/** An act as it stands in the editor; `key` tells it from the others while it is typed. */
export const TypedAct = z.object({
  key: z.int(),
  floor: z.union([z.literal(1), z.literal(2)]),
  time: z.string(),
  artistName: z.string(),
  isHeadliner: z.boolean(),
});
export type TypedAct = z.infer<typeof TypedAct>;

const MINUTE_MS = 60_000;

export const typedActs = (lineUps: readonly LineUpView[]): TypedAct[] =>
  lineUps.map(({ floor, startTime, artistName, isHeaderLineUp }, key) => {
    return { key, floor, time: timeText(startTime), artistName, isHeadliner: isHeaderLineUp };
  });

/** Acts in the order they play, by stage; those without a time last. */
export function inPlayingOrder(acts: readonly TypedAct[], night: Night): TypedAct[] {
  const at = (act: TypedAct) => momentOf(act, night)?.getTime() ?? Number.POSITIVE_INFINITY;
  return acts.toSorted((a, b) => a.floor - b.floor || (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0));
}

export function momentOf({ time }: Pick<TypedAct, 'time'>, { startDate }: Night): Date | undefined {
  const written = writtenTime(time);
  return written === undefined ? undefined : momentInNight(new Date(startDate), written);
}

/** What is typed as the public screens take it; `id` is the act's key. Without a time an act stands nowhere. */
export const toLineUps = (acts: readonly TypedAct[], night: Night): LineUpView[] =>
  acts.flatMap((act) => {
    const moment = momentOf(act, night);
    if (!moment) return [];
    const { key, floor, artistName, isHeadliner } = act;
    return [{ id: key, floor, artistName, startTime: toWireTime(moment), isHeaderLineUp: isHeadliner }];
  });

/** The time some minutes later within the night; it stops at its ends. */
export function shiftedTime(act: TypedAct, minutes: number, night: Night): string {
  const moment = momentOf(act, night);
  if (!moment) return act.time;
  const last = Date.parse(night.endDate) - 5 * MINUTE_MS;
  const shifted = Math.min(Math.max(moment.getTime() + minutes * MINUTE_MS, Date.parse(night.startDate)), last);
  return timeText(new Date(shifted));
}
