import { sql } from 'drizzle-orm';
import { events, lineUps, ticketTypes } from '#server/content/content.table.ts';
import type { Context } from '#server/platform/context.ts';
import { CLOSING_HOUR, MAIN_STAGE, OPENING_DAYS, OPENING_HOUR, SPACE_STAGE } from '#shared/constants.ts';
import { addDays, venueDay, venueTime } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { daysLater, fromVenue } from '#shared/venue-moments.ts';
import { comingContents, type DemoContent, runningContent } from './demo-contents.ts';
import { pastContents } from './demo-past-contents.ts';
import { storeDemoSounds } from './demo-sounds.ts';

export type DemoEvent = EventTimes & { id: number; ticketTypes: { id: number; priceTetri: number }[] };

const ANNOUNCED_DAYS_BEFORE = 30;

/**
 * Inserts the thirteen events, the latest past ones last. Covers depend on ids: six ids in a row, from a multiple of six, have six
 * different kinds. So the five posters of the home page, 6 to 10, differ in kind, and no two of the eight past ones look alike.
 */
export async function insertDemoEvents(tx: Context): Promise<{ past: DemoEvent[]; running: DemoEvent[]; coming: DemoEvent[] }> {
  const now = tx.clock.now();
  const { past, running, coming } = planSchedule(now);
  const salesOfComing = [selling(), selling(), sellingSoon(now), withoutPrice()];

  const sounds = await storeDemoSounds(tx.storage);

  const pastEvents = await insertEvents(tx, past.slice(0, EARLIER), pastContents, { sounds, saleOf: () => selling() });
  const runningEvents = await insertEvents(tx, [running], [runningContent], { sounds, saleOf: sellingAtTheDoor });
  const comingEvents = await insertEvents(tx, coming, comingContents, { sounds, saleOf: (_, place) => salesOfComing[place] ?? selling() });
  const latest: DemoEvent[] = [];
  for (const [place, skipped] of SKIPPED.entries()) {
    await skipIds(tx, skipped);
    const from = past.length - 1 - place;
    latest.unshift(...(await insertEvents(tx, past.slice(from, from + 1), pastContents.slice(from), { sounds, saleOf: () => selling() })));
  }
  return { past: [...pastEvents, ...latest], running: runningEvents, coming: comingEvents };
}

/** How many of the past events are inserted before the others. */
const EARLIER = 5;

/**
 * How many ids are skipped before each of the latest three past events, the last one first: otherwise their grey posters look like those of
 * earlier events.
 */
const SKIPPED = [0, 2, 1];

async function skipIds({ db }: Context, count: number): Promise<void> {
  await db.execute(sql`select nextval(pg_get_serial_sequence('events', 'id')) from generate_series(1, ${count}::int)`);
}

type Sounds = ReadonlyMap<string, string | undefined>;
type Extras = { sounds: Sounds; saleOf(times: EventTimes, place: number): DemoTicketType[] };

async function insertEvents(
  tx: Context,
  allTimes: EventTimes[],
  contents: readonly DemoContent[],
  { sounds, saleOf }: Extras,
): Promise<DemoEvent[]> {
  const inserted: DemoEvent[] = [];
  for (const [place, times] of allTimes.entries()) {
    const content = contents[place];
    if (content) inserted.push(await insertEvent(tx, times, content, { planned: saleOf(times, place), sounds }));
  }
  return inserted;
}

type Planned = { planned: DemoTicketType[]; sounds: Sounds };

async function insertEvent(tx: Context, times: EventTimes, content: DemoContent, { planned, sounds }: Planned): Promise<DemoEvent> {
  const { name, nameLat, description, descriptionLat } = content;
  const createdAt = new Date(Math.min(times.startsAt.getTime(), tx.clock.now().getTime()) - ANNOUNCED_DAYS_BEFORE * 24 * HOUR_MS);
  const [event] = await tx.db
    .insert(events)
    .values({ ...times, name, nameLat, description, descriptionLat, state: 'published', createdAt })
    .returning({ id: events.id });
  const eventId = event?.id ?? 0;
  const inserted = await tx.db
    .insert(ticketTypes)
    .values(planned.map((ticketType, position) => ({ ...ticketType, eventId, position })))
    .returning({ id: ticketTypes.id, priceTetri: ticketTypes.priceTetri });
  await tx.db
    .insert(lineUps)
    .values(lineUpsOf(content, times, eventId).map((act) => ({ ...act, sound: sounds.get(act.artistName) ?? null })));
  return { ...times, id: eventId, ticketTypes: inserted.map(({ id, priceTetri }) => ({ id, priceTetri: priceTetri ?? 0 })) };
}

function lineUpsOf({ main, space, headliners }: DemoContent, { startsAt }: EventTimes, eventId: number): (typeof lineUps.$inferInsert)[] {
  const acts = [...main.map((act) => ({ floor: MAIN_STAGE, act })), ...space.map((act) => ({ floor: SPACE_STAGE, act }))];
  return acts.map(({ floor, act: [hour, artistName] }) => {
    const isHeadliner = headliners.includes(artistName);
    return { eventId, floor, artistName, startsAt: new Date(startsAt.getTime() + hour * HOUR_MS), isHeadliner };
  });
}

/** A ticket type of a demo event; prices in tetri. */
type DemoTicketType = {
  name: string;
  nameLat: string;
  priceTetri: number | null;
  allocation: number;
  onSaleFrom?: Date;
  onSaleUntil?: Date;
};

const SALE_OPENS_IN_DAYS = 3;

const early = { name: 'ადრეული', nameLat: 'Early', priceTetri: 3500, allocation: 100 };
const regular = { name: 'სტანდარტული', nameLat: 'Regular', priceTetri: 4500, allocation: 250 };
const atTheDoor = { name: 'კართან', nameLat: 'At the door', priceTetri: 4000, allocation: 120 };

/** On sale now, the cheaper ticket type first. */
const selling = (): DemoTicketType[] => [early, regular];

/** The early sale is over, and tickets at the door are on sale. */
const sellingAtTheDoor = ({ startsAt }: EventTimes): DemoTicketType[] => [{ ...early, onSaleUntil: startsAt }, atTheDoor];

/** A sale that opens in a few days. */
function sellingSoon(now: Date): DemoTicketType[] {
  const onSaleFrom = addDays(now, SALE_OPENS_IN_DAYS);
  return [
    { ...early, onSaleFrom },
    { ...regular, onSaleFrom },
  ];
}

/** Announced, but without a price. */
const withoutPrice = (): DemoTicketType[] => [{ ...regular, priceTetri: null }];

export type EventTimes = { startsAt: Date; endsAt: Date };
/** Each list by start; no two events overlap. */
type DemoSchedule = { past: EventTimes[]; running: EventTimes; coming: EventTimes[] };

const EVENT_HOURS = 24 - OPENING_HOUR + CLOSING_HOUR;
const RUNNING_FOR_HOURS = 3;
const PAST_EVENTS = 8;
const COMING_EVENTS = 4;
/** Enough days before and after now for the numbers of past and coming weekend events. */
const DAYS_BACK = 42;
const DAYS_AHEAD = 28;

const openingDays: readonly string[] = OPENING_DAYS;

/** The times of the demo's events: one that has been running for three to four hours, the others on the weekends around it. */
export function planSchedule(now: Date): DemoSchedule {
  const running = timesUnderWay(now);
  const allTimes = Array.from({ length: DAYS_BACK + DAYS_AHEAD }, (_, day) => venueDay(daysLater(now, day - DAYS_BACK)))
    .filter((day) => openingDays.includes(venueTime(fromVenue(day, OPENING_HOUR)).weekday))
    .map((day) => ({ startsAt: fromVenue(day, OPENING_HOUR), endsAt: fromVenue(day, OPENING_HOUR + EVENT_HOURS) }));
  return {
    past: allTimes.filter(({ endsAt }) => endsAt <= running.startsAt).slice(-PAST_EVENTS),
    running,
    coming: allTimes.filter(({ startsAt }) => startsAt >= running.endsAt).slice(0, COMING_EVENTS),
  };
}

/** An event of the usual length that began on a full hour. */
function timesUnderWay(now: Date): EventTimes {
  const fullHour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return timesFrom(new Date(fullHour - RUNNING_FOR_HOURS * HOUR_MS));
}

const timesFrom = (startsAt: Date): EventTimes => ({ startsAt, endsAt: new Date(startsAt.getTime() + EVENT_HOURS * HOUR_MS) });
