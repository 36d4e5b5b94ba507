import { setTimeout as sleep } from 'node:timers/promises';
import { demoAdmin, type DemoSite } from '#lab/trial/demo-site.ts';
import { addDays, venueDay } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { isStillOpen } from '#shared/events/open-house.ts';
import { paths } from '#shared/paths.ts';
import { fromVenue } from '#shared/venue-moments.ts';
import { wholeApi } from './links.ts';
import type { Screen } from './take.ts';

const POLL_MS = 50;
const OPENS_AT = 23;
const MOMENTS = [
  ['day', 'startDate', -9],
  ['evening', 'startDate', -1],
  ['night', 'startDate', 4],
  ['morning', 'endDate', 1],
] as const;

/**
 * The page frame around an event: by day, in the evening before, while it runs and the morning after. An open page follows its own clock,
 * which each of these screens moves.
 */
export const houseStatesOf = (site: DemoSite): Screen[] =>
  MOMENTS.map(([name, from, hours]) => ({
    name: `state-house-${name}`,
    path: paths.about,
    isWindow: true,
    hasOwnClock: true,
    before: async (page) => {
      const { event, undo } = await openEvent(site);
      await page.clock.setFixedTime(Date.parse(event[from]) + hours * HOUR_MS);
      return undo;
    },
  }));

/**
 * Puts an event at usual hours on any day: cancels the demo's running event, whose hours depend on the current time, and copies another to
 * the next 23:00. Returns the event that the site then shows, and a function that undoes both.
 */
async function openEvent(site: DemoSite): Promise<{ event: EventView; undo(): Promise<void> }> {
  const [running, model] = site.events;
  if (!running || !model) throw new Error('The demo has no events.');
  const { staffEvents } = await wholeApi(site, demoAdmin);
  const { events } = site.apiOf(null);
  const change = async (id: number, state: 'cancelled' | 'published' | 'draft') => {
    const { version } = await staffEvents.get({ id });
    const { warnings } = await staffEvents.warnings({ id });
    return staffEvents.changeState({ id, body: { version, state, confirmed: warnings.map(({ key }) => key) } });
  };
  const now = new Date();
  const today = venueDay(now);
  const day = fromVenue(today, OPENS_AT) > now ? today : venueDay(addDays(now, 1));
  await change(running.id, 'cancelled');
  const { days } = await staffEvents.copyWarnings({ id: model.id, days: day });
  const confirmed = days.flatMap(({ warnings }) => warnings.map(({ key }) => key));
  const [copy] = (await staffEvents.copy({ id: model.id, body: { days: [day], publish: true, confirmed } })).items;
  if (!copy) throw new Error('No event was copied.');
  // Public pages are cached until the server processes the change.
  const shown = async () => {
    const coming = await events.list();
    return coming.some(({ id }) => id === copy.id) && coming.find(({ id }) => id === running.id)?.isCancelled !== false
      ? coming
      : undefined;
  };
  let coming = await shown();
  for (; !coming; coming = await shown()) await sleep(POLL_MS);
  const [event] = [...site.past, ...coming].filter((each) => !each.isCancelled && isStillOpen(each, now)).toSorted(byStart);
  if (!event) throw new Error('No event is near.');
  return {
    event,
    async undo() {
      const { version } = await change(copy.id, 'draft');
      await staffEvents.remove({ id: copy.id, version });
      await change(running.id, 'published');
      while ((await events.get({ id: running.id })).isCancelled) await sleep(POLL_MS);
    },
  };
}

const byStart = (one: EventView, other: EventView): number => Date.parse(one.startDate) - Date.parse(other.startDate);
