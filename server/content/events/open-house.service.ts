import type { Context } from '#server/platform/context.ts';
import { addDays } from '#shared/dates.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { housePhase, isStillOpen, type OpenHouse } from '#shared/events/open-house.ts';
import { listPublishedAround } from './events.queries.ts';
import { toEventView } from './events.service.ts';

/** Neither an event nor the morning after it can have begun earlier than this. */
const DAYS_BACK = 3;
/** An open page follows its own clock, so it gets the event before the evening begins. */
const DAYS_AHEAD = 1;

/** Returns the published event that runs, begins within a day or ended this morning, and the next one; undefined without any. */
export async function findOpenHouse(ctx: Context): Promise<OpenHouse | undefined> {
  const now = ctx.clock.now();
  const rows = await listPublishedAround(ctx.db, addDays(now, -DAYS_BACK));
  const open = rows.map((row) => toEventView(ctx, row)).filter((each) => isStillOpen(each, now));
  // A running event takes precedence over the morning after another.
  const running = open.findIndex((each) => housePhase(each, now) === 'night');
  const [event, next] = open.slice(Math.max(0, running));
  if (!event || Date.parse(event.startDate) > addDays(now, DAYS_AHEAD).getTime()) return undefined;
  const { endDate, lineUps } = event;
  return { ...namesOf(event), endDate, lineUps, ...(next && { next: namesOf(next) }) };
}

const namesOf = ({ id, name, nameLat, startDate }: EventView) => ({ id, name, nameLat, startDate });
