import type { Page } from 'playwright-core';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { expect, rare, test } from './test.ts';

type Arrival = Parameters<typeof openConsole>[1];

/** Opens the line-up of an event from 23:00 to 07:00; Lela plays from its start, Dato from 03:00. */
async function openLineUp(arrival: Arrival = {}) {
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
  await page.goto(`/staff/nights/${id}/line-up`);
  const staff = app.api(admin.accessToken).staffEvents;
  const block = (name: string) => page.getByRole('button', { name: new RegExp(`, \\d\\d:\\d\\d, ${name}`) });
  const save = async () => {
    await page.getByRole('button', { name: t('staff-nights:save'), exact: true }).click();
    await page.getByText(t('staff-nights:saved'), { exact: true }).waitFor();
    return (await staff.get({ id })).lineUps.map(({ floor, startTime, artistName }) => `${floor} ${startTime.slice(11, 16)} ${artistName}`);
  };
  await block('Lela').waitFor();
  return { id, page, staff, t, block, save };
}

/** Returns the middle of an act and the width of an hour on the ruler. */
async function grip(page: Page, block: ReturnType<Page['getByRole']>) {
  await block.scrollIntoViewIfNeeded();
  const box = await block.boundingBox();
  const row = await page.locator('ol[data-floor="1"]').boundingBox();
  if (!box || !row) throw new Error('The act is not on the ruler.');
  return { x: box.x + 20, y: box.y + box.height / 2, hour: row.width / 8 };
}

test('an act is dragged past another one, over the end of the event and back, and onto the other stage', async () => {
  const { page, block, save } = await openLineUp();
  const { x, y, hour } = await grip(page, block('Lela'));
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [hours, time] of [
    [5, '04:00'],
    [8, '06:55'],
    [1, '00:00'],
  ] as const) {
    await page.mouse.move(x + hours * hour, y, { steps: 5 });
    await page.getByRole('button', { name: `${time}, Lela M.` }).waitFor();
  }
  await page.mouse.move(x + hour, y + 52, { steps: 2 });
  await page.mouse.up();
  await page.mouse.move(x + 3 * hour, y + 52, { steps: 2 });
  expect(await save()).toEqual(['1 03:00 Dato', '2 00:00 Lela M.']);
});

test('a finger drags an act on a phone', rare, async () => {
  const { page, block, save } = await openLineUp({ width: 390 });
  const { x, y, hour } = await grip(page, block('Lela'));
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x, y }]);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', [{ x: x + part * hour, y }]);
  await touch('touchMove', [{ x: x + hour, y: y + 52 }]);
  await touch('touchEnd', []);
  expect(await save()).toEqual(['1 03:00 Dato', '2 00:00 Lela M.']);
});

test('keys move an act past another one and between the stages without losing it', async () => {
  const { page, t, block, save } = await openLineUp();
  await block('Lela').focus();
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('h');
  await page.getByRole('button', { name: `${t('events:stages.2')}, 03:25, Lela M.` }).waitFor();
  expect(await save()).toEqual(['1 03:00 Dato', '2 03:25 Lela M.']);
});

test('a line-up that was typed before a reload does not write over what somebody else saved since', rare, async () => {
  const { id, page, staff, t, block, save } = await openLineUp();
  await block('Lela').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText(t('forms:kept')).waitFor();
  const { version } = await staff.get({ id });
  await staff.changeLineUp({ id, body: { version, slots: [{ floor: 2, artistName: 'Nino', time: '23:00', isHeadliner: false }] } });
  await page.reload();
  const news = page.getByRole('alert').filter({ hasText: 'Nino' });
  await news.waitFor();
  await page.getByRole('button', { name: t('staff-nights:save'), exact: true }).click();
  expect(await news.evaluate((element) => element === document.activeElement)).toBe(true);
  expect((await staff.get({ id })).lineUps).toMatchObject([{ artistName: 'Nino' }]);
  await block('Lela').waitFor();
  await news.getByRole('button', { name: t('staff-nights:take_theirs') }).click();
  await block('Nino').waitFor();
  expect(await save()).toEqual(['2 23:00 Nino']);
});

test('an answer that was lost is no change by somebody else', rare, async () => {
  const { id, page, t, block, save } = await openLineUp({ allowed: /409|ERR_FAILED/ });
  await page.route(
    `**/api/staff/nights/${id}/line-up`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await block('Lela').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: t('staff-nights:save'), exact: true }).click();
  await page.getByText(t('staff-nights:no_network')).waitFor();
  expect(await save()).toEqual(['1 23:30 Lela M.', '1 03:00 Dato']);
});
