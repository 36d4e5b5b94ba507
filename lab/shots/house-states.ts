import { setTimeout as sleep } from 'node:timers/promises';
import { demoAdmin, type DemoSite } from '#lab/trial/demo-site.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { isStillOpen } from '#shared/events/open-house.ts';
import { paths } from '#shared/paths.ts';
import { wholeApi } from './links.ts';
import type { Screen } from './screens.ts';

const POLL_MS = 50;

/** The frame of the site around a night: by day, in its evening, while it runs and in the morning after. An open page follows its own clock. */
export function houseStatesOf(site: DemoSite): Screen[] {
  const [running, ...coming] = site.events;
  const [shown] = [...site.past, ...coming].filter((event) => isStillOpen(event, new Date())).toSorted(byStart);
  if (!running || !shown) return [];
  const { startDate, endDate } = shown;
  const moments = [
    ['day', startDate, -9],
    ['evening', startDate, -1],
    ['night', startDate, 4],
    ['morning', endDate, 1],
  ] as const;
  return moments.map(([name, from, hours]) => ({
    name: `state-house-${name}`,
    path: paths.about,
    isWindow: true,
    before: async (page) => {
      await page.clock.setFixedTime(Date.parse(from) + hours * HOUR_MS);
      return callOff(site, running.id);
    },
  }));
}

const byStart = (one: EventView, other: EventView): number => Date.parse(one.startDate) - Date.parse(other.startDate);

/** Cancels an event, so that the house opens for the one before or after it; what it returns takes that back. */
async function callOff(site: DemoSite, id: number): Promise<() => Promise<void>> {
  const { staffEvents } = await wholeApi(site, demoAdmin);
  const { events } = site.apiOf(null);
  const change = async (state: 'cancelled' | 'published') => {
    const { version } = await staffEvents.get({ id });
    const { warnings } = await staffEvents.warnings({ id });
    await staffEvents.changeState({ id, body: { version, state, confirmed: warnings.map(({ key }) => key) } });
    // What visitors read is cached until the change is heard.
    while ((await events.get({ id })).isCancelled !== (state === 'cancelled')) await sleep(POLL_MS);
  };
  await change('cancelled');
  return () => change('published');
}
