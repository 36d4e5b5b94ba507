import type { Page } from 'playwright-core';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';

type Arrival = Parameters<typeof openConsole>[1];

/** Opens the line-up of an event from 23:00 to 07:00; Lela plays from its start, Dato from 03:00. */
export async function openLineUp(arrival: Arrival = {}) {
  const app = await startTestSite();
  const startsAt = new Date('2026-11-20T23:00:00+04:00');
  const { id } = await createEvent(app.ctx, {
    startsAt,
    lineUps: [
      { floor: 1, artistName: 'Lela M.', startsAt },
      { floor: 1, artistName: 'Dato', startsAt: new Date('2026-11-21T03:00:00+04:00') },
    ],
  });
  const { page, admin, t } = await openConsole(app, arrival);
  await page.goto(`/staff/events/${id}/line-up`);
  const staff = app.api(admin.accessToken).staffEvents;
  const block = (name: string) => page.getByRole('button', { name: new RegExp(`, \\d\\d:\\d\\d, ${name}`) });
  const save = async () => {
    await page.getByRole('button', { name: t('staff:save'), exact: true }).click();
    await page.getByText(t('staff:saved'), { exact: true }).waitFor();
    return (await staff.get({ id })).lineUps.map(({ floor, startTime, artistName }) => `${floor} ${startTime.slice(11, 16)} ${artistName}`);
  };
  await block('Lela').waitFor();
  return { id, page, staff, t, block, save };
}

/** Returns the middle of an act and the width of an hour on the ruler. */
export async function grip(page: Page, block: ReturnType<Page['getByRole']>) {
  await block.scrollIntoViewIfNeeded();
  const box = await block.boundingBox();
  const row = await page.locator('ol[data-floor="1"]').boundingBox();
  if (!box || !row) throw new Error('The act is not on the ruler.');
  return { x: box.x + 20, y: box.y + box.height / 2, hour: row.width / 8 };
}
