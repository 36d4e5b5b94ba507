import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { createTestClock } from '#tests/setup/clock.ts';
import { at, FRIDAY } from './event-pages.ts';

export const HOUR = 3_600_000;
const DURING = at('2026-11-21T01:00:00');

/** Opens a site with a running event and seven coming ones. */
export async function openClub() {
  const app = await startTestSite({ clock: createTestClock(DURING.toISOString()) });
  const on = (days: number) => ({
    startsAt: new Date(FRIDAY.startsAt.getTime() + days * 24 * HOUR),
    endsAt: new Date(FRIDAY.endsAt.getTime() + days * 24 * HOUR),
  });
  await createEvent(app.ctx, { ...FRIDAY, name: 'წუთისოფელი', nameLat: 'Nulovani' });
  const { id } = await createEvent(app.ctx, { ...on(7), name: 'გზატკეცილის სამმართველო', nameLat: 'Highway Department' });
  await createEvent(app.ctx, { ...on(8), nameLat: 'Full', name: 'სავსე', capacity: 5, soldOrReserved: 5 });
  await createEvent(app.ctx, { ...on(14), nameLat: 'Priceless', name: 'უფასური', ticketTypes: [] });
  await createEvent(app.ctx, { ...on(15), nameLat: 'Free', name: 'უფასო', priceTetri: 0 });
  return { app, id };
}
